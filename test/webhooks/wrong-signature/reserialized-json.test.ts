import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MISTAKES } from '#webhooks/wrong-signature/mistakes.ts'
import { rewritten } from '#webhooks/wrong-signature/reserialized-json.ts'
import { some } from '../../support/volume.ts'
import { HOSTILE } from './hostile.ts'

const writing = MISTAKES.flatMap(({ part, body }) => (part === 'json' && body ? [body] : []))

it('changes no value', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 10 }), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
      const value = JSON.parse(json)
      const came = Buffer.from(JSON.stringify(value, null, indent))
      for (const write of writing) expect(JSON.parse(String(write(came)))).toEqual(value)
    }),
  )
})

it('writes as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom('', '  ', '    '), (json, layout) => {
      expect(rewritten(json, { layout })).toBe(JSON.stringify(JSON.parse(json), null, layout))
    }),
  )
})

it.each(some(HOSTILE, 4))('makes no body many times as long: %s', (_name, body) => {
  const came = Buffer.from(body)
  for (const write of writing) expect(write(came)?.length ?? 0).toBeLessThan(50 * came.length)
})

it('writes nothing that is nested over twenty deep', () => {
  const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))
  for (const write of writing) {
    expect(write(nested(20))).not.toBeNull()
    expect(write(nested(22))).toBeNull()
  }
})

it.each([
  ['a number too large for a double', '{"a":1e400,"b":"10.50"}', {}, '{"a":1e400,"b":"10.50"}'],
  ['floats', '[20.00,20,1.50,1e3]', { floats: true }, '[20.0,20,1.5,1000.0]'],
  ['spaces', '{"a":[1,", "],"b":{}}', { layout: 'spaced' }, '{"a": [1, ", "], "b": {}}'],
  [
    'amounts of two decimals',
    '{"amount":10.5,"fee":1,"n":3}',
    { decimals: 2 },
    '{"amount":10.50,"fee":1.00,"n":3}',
  ],
  ['surrogate pairs', '"🥐"', { escapes: 'ascii' }, '"\\ud83e\\udd50"'],
  ['the alphabet', '{"b":[{"z":1,"y":2}],"a":{}}', { order: 'alphabet' }, '{"a":{},"b":[{"y":2,"z":1}]}'],
  [
    'the order of docs/service.md',
    '{"x":0,"data":{"status":1,"paymentId":2},"id":3}',
    { order: 'spec' },
    '{"id":3,"data":{"paymentId":2,"status":1},"x":0}',
  ],
] as const)('writes %s', (_what, json, style, text) => {
  expect(rewritten(json, style)).toBe(text)
})
