import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayWidth, graphemes, shorten, wrap, wrapWords } from '#terminal/width.ts'
import { cpuMs } from '../support/cpu.ts'

// Widths by Unicode's EastAsianWidth.txt and emoji-data.txt; of an emoji sequence, the sum of its
// parts, which is what terminals without sequences draw.
const WIDTHS: [string, number][] = [
  ['', 0],
  ['abc', 3],
  ['café', 4],
  ['cafe\u0301', 4],
  ['日本語', 6],
  ['ｶﾀｶﾅ', 4],
  ['カタカナ', 8],
  ['ＡＢ', 4],
  ['한국', 4],
  ['\u1112\u1161\u11ab', 2],
  ['😀', 2],
  ['🫠', 2],
  ['☺', 1],
  ['❤', 1],
  ['❤️', 2],
  ['1️⃣', 2],
  ['🇧🇷', 2],
  ['👍🏽', 4],
  ['👨‍👩‍👧', 6],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 2],
  ['สวัสดี', 4],
  ['שָׁלוֹם', 4],
  ['a\u200bb', 2],
  ['…─█', 3],
  ['𠮷', 2],
]

describe('displayWidth', () => {
  it.each(WIDTHS)('of %j is %d', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })

  it('of texts one after the other is the sum', () => {
    for (const [a, widthA] of WIDTHS) {
      for (const [b, widthB] of WIDTHS) expect(displayWidth(`${a} ${b}`)).toBe(widthA + 1 + widthB)
    }
  })
})

describe('shorten', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['abcdef', 1, '…'],
    ['abcdef', 0, ''],
    ['', 0, ''],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['日本語', 2, '…'],
    ['a😀b', 3, 'a…'],
    ['👨‍👩‍👧👨‍👩‍👧', 11, '👨‍👩‍👧…'],
    ['👨‍👩‍👧👨‍👩‍👧', 6, '…'],
    ['cafe\u0301s', 4, 'caf…'],
    ['cafe\u0301s!', 5, 'cafe\u0301…'],
    ['🇧🇷🇧🇷', 3, '🇧🇷…'],
  ])('%j to %d columns is %j', (text, columns, short) => {
    expect(shorten(text, columns)).toBe(short)
  })

  it('never cuts a character, nor exceeds the columns', () => {
    const text = fc.array(fc.constantFrom(...WIDTHS.map(([piece]) => piece))).map(pieces => pieces.join(''))
    fc.assert(
      fc.property(text, fc.nat(20), (whole, columns) => {
        const short = shorten(whole, columns)
        expect(displayWidth(short)).toBeLessThanOrEqual(columns)
        const kept = [...graphemes(short.replace(/…$/, ''))]
        expect([...graphemes(whole)].slice(0, kept.length)).toEqual(kept)
      }),
    )
  })
})

describe('wrap', () => {
  it.each([
    ['um dois três', 7, ['um dois', 'três']],
    ['um dois três', 40, ['um dois três']],
    ['abcdefgh ij', 3, ['abc', 'def', 'gh', 'ij']],
    ['', 5, ['']],
    ['日本語', 4, ['日本', '語']],
    ['a 👨‍👩‍👧 b', 3, ['a', '👨‍👩‍👧', 'b']],
    ['日本', 1, ['日', '本']],
    ['a  b', 9, ['a  b']],
    ['\u00a0a', 5, ['\u00a0a']],
  ])('%j at %d columns is %j', (text, columns, lines) => {
    expect(wrap(text, columns)).toEqual(lines)
  })

  it('loses only the spaces at which it breaks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 12 }), (text, columns) => {
        expect(wrap(text, columns).join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      }),
    )
  })
})

describe('wrapped words', () => {
  it('stay whole, even if one is longer than a line', () => {
    expect(wrapWords('see http://127.0.0.1:4242/a for it', 10)).toEqual([
      ...['see', 'http://127.0.0.1:4242/a', 'for it'],
    ])
    expect(wrapWords('', 10)).toEqual([''])
  })

  it('are all there, in lines that are not longer than needed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', '日', ' ') }),
        fc.integer({ min: 1, max: 20 }),
        (text, columns) => {
          const lines = wrapWords(text, columns)
          expect(lines.join(' ')).toBe(text)
          for (const line of lines) expect(displayWidth(line) <= columns || !line.includes(' ')).toBe(true)
        },
      ),
    )
  })
})

describe('what stays in one piece when a text is wrapped', () => {
  it.each([
    ["use --forward-header 'K: V' twice", 24, ['use --forward-header', "'K: V' twice"]],
    ["it's what they can't do, isn't it", 12, ["it's what", "they can't", "do, isn't it"]],
    ['esperado R$ 3,00, mas é R$ 1.000,00', 26, ['esperado R$ 3,00, mas é', 'R$ 1.000,00']],
    [
      "repeat --description 'it'\\''s the 1st' there",
      30,
      ['repeat --description', "'it'\\''s the 1st' there"],
    ],
  ])('wraps %j at %i columns, and parts no words in quotes', (text, columns, lines) => {
    expect(wrapWords(text, columns)).toEqual(lines)
    expect(wrap(text, columns)).toEqual(lines)
  })

  it('is found at once, also in a long text with an apostrophe that nothing closes', () => {
    const text = `'${' x'.repeat(100_000)}`
    const begun = cpuMs()
    expect(wrapWords(text, 40).join(' ')).toBe(text)
    expect(cpuMs() - begun).toBeLessThan(5000)
  })
})
