import { describe, expect, it } from 'vitest'
import { parseLossless } from '#lib/json.ts'
import { tsvFields, tsvRow, tsvValue } from '#terminal/tsv.ts'

describe('a value', () => {
  it.each([
    ['text', 'text'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [0, '0'],
    [10.5, '10.5'],
    [false, 'false'],
    ['a\tb\nc\rd', 'a\\u0009b\\u000ac\\u000dd'],
    ['\u001b[31m\u202e', '\\u001b[31m\\u202e'],
    [['payments:create', 'payments:read'], 'payments:create,payments:read'],
    [['a\t', 1, null], '["a\\t",1,null]'],
    [['a\t', 1, true], 'a\\u0009,1,true'],
    [[], ''],
    [{ a: ['\u009b'] }, '{"a":["\\u009b"]}'],
    [[{ a: 1 }], '[{"a":1}]'],
  ])('%j is written %s', (value, cell) => {
    expect(tsvValue(value)).toBe(cell)
  })

  it('keeps the digits of a number no double can hold', () => {
    expect(tsvValue(parseLossless('9007199254740993'))).toBe('9007199254740993')
    expect(tsvValue(parseLossless('[9007199254740993,1]'))).toBe('9007199254740993,1')
    expect(tsvValue(parseLossless('{"a":1e400}'))).toBe('{"a":1e400}')
  })
})

it('writes a row with a tab between and a line feed at the end', () => {
  expect(tsvRow(['2026-11-20T14:03:22Z', 'payment.approved', null, 10.5])).toBe(
    '2026-11-20T14:03:22Z\tpayment.approved\t\t10.5\n',
  )
})

it('writes an object as name and value lines, hostile names included', () => {
  const fields = tsvFields([
    ['id', 'pay_1'],
    ['paidAt', null],
    ['x\n\u001b', 'y\tz'],
  ])
  expect(fields).toBe('id\tpay_1\npaidAt\t\nx\\u000a\\u001b\ty\\u0009z\n')
})
