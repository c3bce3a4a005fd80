import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeControls, escapeJson } from '#lib/escape.ts'
import { anyCharacter } from '../support/any-character.ts'
import { cases } from '../support/volume.ts'

// [what it is, text, as it is shown]
const HOSTILE: [string, string, string][] = [
  ['a colour change', '\u001b[31mPAID\u001b[0m', '\\u001b[31mPAID\\u001b[0m'],
  ['a window title', '\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
  ['a carriage return', 'R$ 1\rR$ 9', 'R$ 1\\u000dR$ 9'],
  ['CSI as one C1 character', '\u009b31m', '\\u009b31m'],
  ['a right-to-left override', 'R$ \u202e00,1', 'R$ \\u202e00,1'],
  ['a lone high surrogate', 'a\ud83d', 'a\\ud83d'],
  ['a lone low surrogate', '\ude00a', '\\ude00a'],
  ['surrogates the wrong way round', '\ude00\ud83d', '\\ude00\\ud83d'],
  ['an emoji beside a control', '😀\u001b😀', '😀\\u001b😀'],
]

const HARMLESS = [
  '',
  'Pedido 42',
  'Açaí, maçã & pão de queijo',
  'R$\u00a010,50',
  '日本語 한국어 العربية עברית',
  '😀 👨‍👩‍👧 🇧🇷 ❤️',
  'e\u0301',
  // Invisible, but nothing a terminal obeys: these join and separate letters and emoji.
  'a\u200bb\u200cc\u200dd\ufeff',
  '\u00a0\u061b\u061d\u200d\u2010\u2027\u202f\u2065\u206a',
  'a backslash \\ and \\u001b spelt out',
]

describe('escapeControls', () => {
  it.each(HOSTILE)('shows %s', (_, text, shown) => {
    expect(escapeControls(text)).toBe(shown)
  })

  it.each(HARMLESS)('does not change %j', text => {
    expect(escapeControls(text)).toBe(text)
  })

  it('escapes exactly the characters it promises to, of all there are', () => {
    const ranges: [number, number][] = [
      [0x00, 0x1f],
      [0x7f, 0x9f],
      [0x61c, 0x61c],
      [0x200e, 0x200f],
      [0x2028, 0x202e],
      [0x2066, 0x2069],
      [0xd800, 0xdfff],
    ]
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code)
      const promised = ranges.some(([from, to]) => code >= from && code <= to)
      const shown = promised ? `\\u${code.toString(16).padStart(4, '0')}` : character
      if (escapeControls(character) !== shown) expect.fail(`U+${code.toString(16)}`)
    }
  })
})

describe('escapeJson', () => {
  it.each(HOSTILE)('makes JSON with %s safe', (_, text) => {
    const json = escapeJson(JSON.stringify({ [text]: text }))
    expect(escapeControls(json)).toBe(json)
    expect(JSON.parse(json)).toEqual({ [text]: text })
  })

  it('writes its escapes as JSON.stringify writes its own', () => {
    expect(escapeJson(JSON.stringify('\u001b\u009b\u202e'))).toBe('"\\u001b\\u009b\\u202e"')
  })

  it('keeps the short escapes of JSON', () => {
    expect(escapeJson(JSON.stringify('\t\n\r\\"'))).toBe('"\\t\\n\\r\\\\\\""')
  })

  it.each(HARMLESS)('does not change JSON with %j', text => {
    expect(escapeJson(JSON.stringify(text))).toBe(JSON.stringify(text))
  })

  it('never changes the value of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), text => {
        const json = escapeJson(JSON.stringify(text))
        return JSON.parse(json) === text && escapeControls(json) === json
      }),
      cases(),
    )
  })
})
