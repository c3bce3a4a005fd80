/** Events as lines of NDJSON. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventJsonLines } from '#commands/events/tail/line.ts'
import { anyCharacter } from '../../support/any-character.ts'
import { cases } from '../../support/volume.ts'

const PLAIN =
  '{"id":"evt_1","type":"payment.approved","createdAt":"2026-03-10T12:00:00.000Z","data":{"amount":10.50}}'
const event = (text: string, sequence = '7') => ({ sequence, event: text })

describe('a line of JSON', () => {
  it.each([
    PLAIN,
    '{"b":1,"a":{"2":1,"1":2},"b":2}',
    '{"n":12345678901234567890,"m":1e400,"p":10.500,"z":-0,"e":1E+2}',
    '{"text":"1, 2 : [ \\u001b\\n\\u2028 {\\"a\\" : 1 }"}',
    '{"text":"olá, ção: 支払い 😀"}',
    '{"a\\u0000":"\\ud800"}',
    '{}',
  ])('is the event as it came: %s', text => {
    expect(eventJsonLines([event(text)])).toBe(`{"sequence":"7","event":${text}}\n`)
  })

  it.each([
    ['{ "a" : [ 1 , 2 ] }', '{"a":[1,2]}'],
    ['{"a":\n1}', '{"a":1}'],
    ['{"a":\t1}', '{"a":1}'],
    ['{"a":\r1}', '{"a":1}'],
    ['{"a":1}\n', '{"a":1}'],
    ['{\t"a":1,\r\n"b":" , "}', '{"a":1,"b":" , "}'],
    ['{"big": 12345678901234567890, "n":10.50}', '{"big":12345678901234567890,"n":10.50}'],
  ])('is one line: %j', (text, compact) => {
    expect(eventJsonLines([event(text)])).toBe(`{"sequence":"7","event":${compact}}\n`)
  })

  it.each([
    ['\u0085', '\\u0085'],
    ['\u009b2J', '\\u009b2J'],
    ['\u007f', '\\u007f'],
    ['\u202eabc\u2066', '\\u202eabc\\u2066'],
    ['\u2028\u2029', '\\u2028\\u2029'],
    ['\u061c\u200e\u200f', '\\u061c\\u200e\\u200f'],
  ])('holds nothing that a terminal obeys: %j', (text, escaped) => {
    expect(eventJsonLines([event(`{"${text}":"${text}"}`)])).toBe(
      `{"sequence":"7","event":{"${escaped}":"${escaped}"}}\n`,
    )
  })

  it.each([
    ['00012345678901234567890', '"00012345678901234567890"'],
    ['-1.5e3', '"-1.5e3"'],
    ['a"b\\', '"a\\"b\\\\"'],
    ['7\u001b\n', '"7\\u001b\\n"'],
    ['\u202e\u007f', '"\\u202e\\u007f"'],
    ['a b', '"a b"'],
    ['{ "a" : 1 }', '"{ \\"a\\" : 1 }"'],
    ['', '""'],
  ])('has the sequence %j', (sequence, json) => {
    expect(eventJsonLines([event(PLAIN, sequence)])).toBe(`{"sequence":${json},"event":${PLAIN}}\n`)
  })

  it('is one for each event, in their order, with any other members', () => {
    const odd = ['{ "a":1}', '{"a":"\u009b"}', '{"a":"é"}', '{"a":"1, 2"}']
    for (const text of odd) {
      const lines = eventJsonLines([event(PLAIN, '1'), event(text, '2'), event(PLAIN, '3')])
      const [first, second, third, rest] = lines.split('\n')
      expect([first, third, rest]).toEqual([
        `{"sequence":"1","event":${PLAIN}}`,
        `{"sequence":"3","event":${PLAIN}}`,
        '',
      ])
      expect(JSON.parse(second!)).toEqual({ sequence: '2', event: JSON.parse(text) })
    }
    expect(eventJsonLines([])).toBe('')
  })

  it('has the value of its event, of any type', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: fc.constantFrom(...' ,:"\\[{\n') }),
    )
    const data = fc.dictionary(text, fc.oneof(text, fc.jsonValue({ stringUnit: anyCharacter })))
    const one = fc.record({ sequence: text, data, indent: fc.constantFrom(0, 0, 1, '\t', ' ') })
    fc.assert(
      fc.property(fc.array(one), all => {
        const lines = eventJsonLines(
          all.map(({ sequence, data, indent }) => event(JSON.stringify(data, null, indent), sequence)),
        )
        expect(lines).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e]/)
        const split = lines.split('\n')
        expect(split.pop()).toBe('')
        expect(split.map(line => JSON.parse(line))).toEqual(
          all.map(({ sequence, data }) => ({ sequence, event: JSON.parse(JSON.stringify(data)) })),
        )
        expect(split.every(line => JSON.stringify(JSON.parse(line)).length <= line.length)).toBe(true)
      }),
      cases(500),
    )
  })
})
