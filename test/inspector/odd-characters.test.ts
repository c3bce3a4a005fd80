import { expect, it } from 'vitest'
import { pieces } from '#inspector/odd-characters.ts'

/** The pieces as a line, with marks in angle brackets. */
const shown = (text: string) =>
  pieces(text)
    .map(piece => (typeof piece === 'string' ? piece : `<${piece.mark}>`))
    .join('')

it.each([
  ['{"a": 1}', '{"a": 1}'],
  ['{\n\t"a": "é 😀"\n}', '{\n\t"a": "é 😀"\n}'],
  ['{}\n', '{}<LF>\n'],
  ['{}\r\n', '{}<CR><LF>\n'],
  ['{}\n\n', '{}<LF>\n<LF>\n'],
  ['\ufeff{}', '<BOM>{}'],
  ['a\u00a0b\u200bc\u202ed\u0000', 'a<NBSP>b<ZWSP>c<U+202E>d<U+0000>'],
  ['', ''],
])('%j is shown as %j', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

it('marks only so many', () => {
  const found = pieces('\u0000'.repeat(100_000))
  expect(found.length).toBeLessThan(1000)
  expect(found.at(-1)).toHaveLength(100_000 - found.length + 1)
})

it('marks only so many line feeds at the end', () => {
  expect(pieces('\n'.repeat(100_000)).length).toBeLessThan(2000)
})
