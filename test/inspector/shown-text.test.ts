/** What a browser does to a body in an editor, undone. */

import { describe, expect, it } from 'vitest'
import { shownText, withEdits } from '../../src/inspector/shown-text.ts'

/** As a browser sends what is in a text field. */
const sent = (text: string) => text.replaceAll('\n', '\r\n')

const BODIES = [
  '{"a":1}',
  '\n{"a":1}\n',
  '{\r\n"a":1,\r\n"b":"é"\r\n}\r\n',
  '{\r"a":1,\n"b":2\r\n}',
  '{"a":"\u202ex\u0085\u007f","b":"🥐"}',
  '\ufeff{"a":1}',
  '',
]

it.each(BODIES)('%j comes back byte for byte when nothing was changed', body => {
  expect(withEdits(body, sent(shownText(body)))).toBe(body)
})

describe('a change', () => {
  it.each([
    ['{\r"a":1,\n"b":"\u202e"\r\n}', '"a":1', '"a":10.50', '{\r"a":10.50,\n"b":"\u202e"\r\n}'],
    ['{\r"a":"\u202e",\n"b":2}', '"b":2', '"b":3', '{\r"a":"\u202e",\n"b":3}'],
    ['{"a":"\u202e","b":2}', '\\u202e', 'x', '{"a":"x","b":2}'],
    ['{"a":"\u202e","b":2}', '\\u202e', '\\u202f', '{"a":"\\u202f","b":2}'],
    ['{\r\n"a":1\r\n}', '"a":1', '"a":1,\n"b":2', '{\r\n"a":1,\r\n"b":2\r\n}'],
    ['{\n"a":1\n}', '"a":1', '"a":1,\n"b":2', '{\n"a":1,\n"b":2\n}'],
    ['{"a":1}\n', '\n', '', '{"a":1}'],
    ['{"a":"🥐"}', '🥐', '🥖', '{"a":"🥖"}'],
    ['\ufeff{"a":1}', '1', '2', '\ufeff{"a":2}'],
  ])('of %j, %j to %j, leaves all around it', (body, from, to, expected) => {
    expect(withEdits(body, sent(shownText(body).replace(from, to)))).toBe(expected)
  })

  it('at both ends of a body with CR LF changes only there', () => {
    const body = '{"a":1,\r\n"b":2,\r\n"c":3}\r\n'
    const edited = shownText(body).replace('1', '8').replace('3', '9')
    expect(withEdits(body, sent(edited))).toBe('{"a":8,\r\n"b":2,\r\n"c":9}\r\n')
  })
})
