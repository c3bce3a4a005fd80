/** Events as lines of NDJSON. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventJsonLines } from '#commands/events/tail/event-line.ts'
import { anyCharacter } from '../../support/any-character.ts'
import { cases } from '../../support/volume.ts'

const PLAIN =
  '{"id":"evt_1","type":"payment.approved","createdAt":"2026-03-10T12:00:00.000Z","data":{"amount":10.50}}'
const event = (text: string, sequence = '7') => ({ sequence, event: text })

/** The line with the characters that only a terminal needs escaped, as JSON.stringify writes them. */
const unescaped = (line: string) =>
  line.replaceAll(/\\(?:u([0-9a-f]{4})|.)/g, (written, hex) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return hex && JSON.stringify(character) === `"${character}"` ? character : written
  })

describe('a line of JSON', () => {
  it.each([
    ['{"n":12345678901234567890,"m":1e400,"p":10.500,"z":-0}', null],
    ['{"b":1,"a":{"2":1,"1":2},"b":2}', null],
    ['{"text":"1, 2 : [ \\u001b\\n {\\"a\\" : 1 } olá 支払い 😀"}', null],
    ['{"a\\u0000":"\\ud800"}', null],
    [
      '{\t"big": 12345678901234567890,\r\n"n":10.50,"b":" , "}\n',
      '{"big":12345678901234567890,"n":10.50,"b":" , "}',
    ],
    ['{"\u202ea":"\u009b2J"}', '{"\\u202ea":"\\u009b2J"}'],
  ])('is the event as it came, without line breaks and what a terminal obeys: %j', (text, expected) => {
    const [before, after] = [event(PLAIN, '00012345678901234567890'), event(PLAIN, '7\u001b"\n')]
    expect(eventJsonLines([before, event(text), after]).split('\n')).toEqual([
      `{"sequence":"00012345678901234567890","event":${PLAIN}}`,
      `{"sequence":"7","event":${expected ?? text}}`,
      `{"sequence":"7\\u001b\\"\\n","event":${PLAIN}}`,
      '',
    ])
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
        // As text: JSON.parse of Node 24.21 takes an escaped name for another one, `{":":"","\\u007f":{},"\\\\":""}`.
        expect(split.map(unescaped)).toEqual(
          all.map(({ sequence, data }) => JSON.stringify({ sequence, event: data })),
        )
      }),
      cases(500),
    )
  })
})
