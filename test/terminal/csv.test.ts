import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRow, csvText, csvValue } from '../../src/terminal/csv.ts'

describe('a text cell', () => {
  it.each([
    ['Pedido 42', 'Pedido 42'],
    ['', ''],
    [null, ''],
    ['a,b', '"a,b"'],
    ['say "oi"', '"say ""oi"""'],
    ['"', '""""'],
    ['a;b', 'a;b'],
    [' padded ', ' padded '],
    ['café 😀', 'café 😀'],
  ])('%j is written %s', (text, cell) => {
    expect(csvText(text)).toBe(cell)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+55 11', "'+55 11"],
    ['-10%', "'-10%"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\\u0009=1"],
    ['\r=1', "'\\u000d=1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['=', "'="],
  ])('%j, which a spreadsheet would calculate, is defused as %s', (text, cell) => {
    expect(csvText(text)).toBe(cell)
  })

  it.each([
    ['1=1', '1=1'],
    ['a-b', 'a-b'],
    ["'=1", "'=1"],
    ['\n=1', '\\u000a=1'],
    ['\u001b=1', '\\u001b=1'],
  ])('%j is no formula', (text, cell) => {
    expect(csvText(text)).toBe(cell)
  })

  it.each([
    ['a\r\nb', 'a\\u000d\\u000ab'],
    ['\u001b[2J', '\\u001b[2J'],
    ['\u202e', '\\u202e'],
    ['a\0', 'a\\u0000'],
    ['\ud800', '\\ud800'],
  ])('%j has its controls escaped', (text, cell) => {
    expect(csvText(text)).toBe(cell)
  })
})

it.each([
  [-0.05, '-0.05'],
  ['-0.05', '-0.05'],
  [30, '30'],
  [true, 'true'],
  [null, ''],
  ['1,5', '"1,5"'],
])('the value %j is written %s, a sign being no formula', (value, cell) => {
  expect(csvValue(value)).toBe(cell)
})

describe('a record', () => {
  it('ends with CR LF, also when it is empty', () => {
    expect(csvRow(['a', 'b', ''])).toBe('a,b,\r\n')
    expect(csvRow([''])).toBe('\r\n')
  })

  it('is what csv-stringify writes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', ' ', 'é', '😀', "'") })
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), cells => {
        expect(csvRow(cells.map(csvText))).toBe(stringify([cells], { record_delimiter: '\r\n' }))
      }),
    )
  })
})
