/** JSON without the white space around its tokens, and nothing else changed. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compactJson } from '#lib/json.ts'
import { cases } from '../support/volume.ts'

describe('compactJson', () => {
  it.each([
    ['{ }', '{}'],
    ['[ ]', '[]'],
    ['{ "a" : 1 , "b" : [ true , null , -1 ] }', '{"a":1,"b":[true,null,-1]}'],
    ['[true ,false ,null ]', '[true,false,null]'],
    ['{\n\t"a":\r\n  1\n}\n', '{"a":1}'],
    ['{"a":{\t}}', '{"a":{}}'],
    ['  "a b"  ', '"a b"'],
    ['\n', ''],
  ])('of %j is %j', (json, compact) => {
    expect(compactJson(json)).toBe(compact)
  })

  it.each([
    '{"a":"1 , 2 : [ { } ]"}',
    '{"a":"b, c: d","e ":" [1, 2] "}',
    '{"a":"\\" , \\" : 1","b\\\\":" , "}',
    '["\\\\\\" , "]',
    '{"a":"\\u0020 , \\n"}',
    '{"n":12345678901234567890,"m":10.50,"e":1E+400,"z":-0}',
    '{"b":1,"a":2,"1":3,"b":4}',
    '" , "',
    '{"a":"\u00a0,\u2003: \u3000"}',
  ])('does not change %s', json => {
    expect(compactJson(json)).toBe(json)
    expect(compactJson(` ${json}\n`)).toBe(json)
    expect(compactJson(`[ ${json},\t${json} ]`)).toBe(`[${json},${json}]`)
  })

  it('is as long as JSON.stringify makes it, for any value and any spaces', () => {
    const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 2 })
    fc.assert(
      fc.property(values(), fc.array(space, { minLength: 1 }), (value, spaces) => {
        const json = JSON.stringify(value)
        expect(compactJson(spaced(json, spaces))).toBe(json)
      }),
      cases(500),
    )
  })
})

/** Values whose texts and names look like the structure of JSON. */
function values() {
  const sign = fc.constantFrom(...' ,:[]{}"\\e1l-'.split(''))
  const text = fc.oneof(fc.string({ unit: sign }), fc.string())
  const leaf = fc.oneof(text, fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null))
  return fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4 }),
    ),
  })).value
}

/** The same JSON with some white space before and behind its tokens. */
function spaced(json: string, spaces: readonly string[]): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^[\]{},:"]+/gs) ?? []
  return tokens.map((token, n) => token + spaces[n % spaces.length]).join('')
}
