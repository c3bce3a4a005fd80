import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as text from '#webhooks/wrong-signature/reserialized-json.ts'
import { cpuMs } from '../../support/cpu.ts'
import { HOSTILE } from './hostile.ts'

const changes: Record<string, (json: string) => string | null> = {
  ...Object.fromEntries(
    text.LAYOUTS.map(layout => [
      `layout ${JSON.stringify(layout)}`,
      (json: string) => text.reformat(json, layout),
    ]),
  ),
  'shortest numbers': text.shortestNumbers,
  'one decimal': json => text.withDecimals(json, 1),
  'two decimals': json => text.withDecimals(json, 2),
  'plain strings': text.plainStrings,
  'escaped slashes': text.escapedSlashes,
  'plain slashes': text.plainSlashes,
  escaped: json => text.escaped(json, /[\u0080-\uffff]/g),
  unescaped: json => text.unescaped(json, 0, 0xffff),
  'alphabetical order': json => text.ordered(json, 'alphabet'),
  'order of docs/service.md': json => text.ordered(json, 'spec'),
  'as the sandbox writes it': text.ofSandbox,
}

describe.each(Object.entries(changes))('the change of JSON text "%s"', (_name, change) => {
  it('changes no value', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
        const value = JSON.parse(json)
        expect(JSON.parse(change(JSON.stringify(value, null, indent))!)).toEqual(value)
      }),
    )
  })

  it('takes linear time over hostile bodies', () => {
    // In quadratic time it would be many minutes; a busy machine may need a few seconds.
    for (const [name, body] of HOSTILE.filter(([name]) => !/^line feeds|^carriage|without/.test(name))) {
      const start = cpuMs()
      change(body)
      expect(cpuMs() - start, name).toBeLessThan(30_000)
    }
  })
})

describe('layouts', () => {
  it('are those of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.json(), json => {
        const value = JSON.parse(json)
        for (const layout of ['', '  ', '    ', '\t'] as const) {
          expect(text.reformat(json, layout)).toBe(JSON.stringify(value, null, layout))
        }
      }),
    )
  })

  it('keep every digit and escape', () => {
    const json = '{ "a" : 10.50,\n"c":[ 1e2 , "\\/\\u00e9\\n, " ] }'
    expect(text.reformat(json, '')).toBe('{"a":10.50,"c":[1e2,"\\/\\u00e9\\n, "]}')
    expect(text.reformat(json, 'spaced')).toBe('{"a": 10.50, "c": [1e2, "\\/\\u00e9\\n, "]}')
  })

  it('are not made of what is nested over a hundred deep', () => {
    expect(text.reformat('['.repeat(100) + ']'.repeat(100), '  ')).not.toBeNull()
    expect(text.reformat('['.repeat(102) + ']'.repeat(102), '  ')).toBeNull()
    expect(text.ordered('['.repeat(102) + ']'.repeat(102), 'spec')).toBeNull()
    expect(text.ofSandbox('['.repeat(102) + ']'.repeat(102))).toBeNull()
  })
})

describe('numbers, strings and order', () => {
  it.each<[string, string | null, string]>([
    [
      '10.50 as 10.5',
      text.shortestNumbers('{"a":10.50,"b":"10.50","c":1e400}'),
      '{"a":10.5,"b":"10.50","c":1e400}',
    ],
    [
      '10.5 as 10.50, in amounts',
      text.withDecimals('{"amount":10.5,"fee" : 1,"n":3}', 2),
      '{"amount":10.50,"fee" : 1.00,"n":3}',
    ],
    [
      '10 as 10.0, in amounts',
      text.withDecimals('{"netAmount":10,"fee":1.25}', 1),
      '{"netAmount":10.0,"fee":1.25}',
    ],
    ['an amount of three decimals as it is', text.withDecimals('{"amount":10.505}', 2), '{"amount":10.505}'],
    ['slashes', text.escapedSlashes('{"a":"/\\/\\\\/"}'), '{"a":"\\/\\/\\\\\\/"}'],
    ['slashes back', text.plainSlashes('{"a":"\\/\\\\/"}'), '{"a":"/\\\\/"}'],
    [
      'escapes, in pairs',
      text.unescaped('"\\u00e9\\\\u00e9\\u0022\\u000a"', 0, 0xffff),
      '"é\\\\u00e9\\"\\u000a"',
    ],
    ['surrogate pairs', text.escaped('"🥐"', /[\u0080-\uffff]/g), '"\\ud83e\\udd50"'],
    [
      'the alphabet',
      text.ordered('{"b":[{"z":1,"y":2}],"a":{}}', 'alphabet'),
      '{"a":{},"b":[{"y":2,"z":1}]}',
    ],
    [
      'docs/service.md',
      text.ordered('{"x":0,"data":{"status":1,"paymentId":2},"id":3}', 'spec'),
      '{"id":3,"data":{"paymentId":2,"status":1},"x":0}',
    ],
  ])('are written anew: %s', (_name, got, expected) => {
    expect(got).toBe(expected)
  })
})
