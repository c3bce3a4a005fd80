/**
 * How many terminal columns a text takes, and how to cut or wrap it by columns without ever cutting inside what a
 * person sees as one character.
 *
 * Terminals draw emoji sequences differently: a family of three may be one picture of two columns, or three pictures.
 * The larger number is counted, so a line may be shorter than calculated but never longer.
 */

import { once } from '#lib/once.ts'

const ASCII = /^[\x20-\x7e]*$/

// Most texts are ASCII, and V8 needs half a millisecond to look these properties up: so that is done on first use.

// East Asian Width "wide" and "fullwidth". A block counts as wide if all but a few of its characters are.
const wide = once(
  () =>
    new RegExp(
      `[${[
        '\\u1100-\\u115f', // Hangul leading consonants
        '\\u2329\\u232a', // angle brackets
        '\\u2e80-\\u303e\\u3041-\\ua4cf', // CJK radicals to Yi
        '\\ua960-\\ua97f\\uac00-\\ud7a3', // Hangul
        '\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6f', // CJK compatibility
        '\\uff01-\\uff60\\uffe0-\\uffe6', // fullwidth forms
        '\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2ff}', // Tangut, Kana supplements
        '\\u{1d300}-\\u{1d376}', // counting rods
        '\\u{1f200}-\\u{1f2ff}', // enclosed ideographs
        '\\u{20000}-\\u{3fffd}', // further ideographs
      ].join('')}]|(?!\\p{Regional_Indicator})\\p{Emoji_Presentation}`,
      'u',
    ),
)

// Combining marks, zero-width characters, emoji tags, and the Hangul vowels and finals that join a leading consonant.
const zeroWidth = once(
  () =>
    /[\p{Mn}\p{Me}\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u1160-\u11ff\ud7b0-\ud7ff\u{e0000}-\u{e007f}]/u,
)

const EMOJI_VARIATION = '\ufe0f'

/** The number of columns `text` takes on a terminal. It must not contain control characters or ANSI codes. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  let previous = 0
  for (const character of text) {
    const columns = characterWidth(character, previous)
    width += columns
    previous = columns
  }
  return width
}

function characterWidth(character: string, previous: number): number {
  // The emoji variation selector turns a narrow sign, such as a heart, into a wide picture.
  if (character === EMOJI_VARIATION) return previous === 1 ? 1 : 0
  if (zeroWidth().test(character)) return 0
  return wide().test(character) ? 2 : 1
}

let segmenter: Intl.Segmenter | undefined

/** The characters of `text` as a person sees them (grapheme clusters), one after another. */
export function* graphemes(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(text)) yield segment
}

/** `text` in at most `columns` columns. If it is too long, its end is replaced by `…`. */
export function shorten(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  return columns < 1 ? '' : `${head(text, columns - 1)}…`
}

/** As much of the beginning of `text` as fits in `columns` columns. */
function head(text: string, columns: number): string {
  const [first = ''] = breakUp(text, columns)
  return displayWidth(first) <= columns ? first : ''
}

/** `text` in lines of at most `columns` columns, broken between words. Only a word that is too long is broken. */
export function wrap(text: string, columns: number): string[] {
  return linesOf(text.replace(/^ +/, ''), columns, word => breakUp(word, columns))
}

/** {@link wrap}, but every word stays whole, so that an address, an id or a quoted argument can be copied. */
export function wrapWords(text: string, columns: number): string[] {
  return linesOf(text, columns, word => [word])
}

/** @param broken gives the pieces of a word that begins a line */
function linesOf(text: string, columns: number, broken: (word: string) => string[]): string[] {
  const [first = '', ...words] = wordsOf(text)
  const lines = broken(first)
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`
    if (displayWidth(longer) <= columns) lines[lines.length - 1] = longer
    else lines.push(...broken(word))
  }
  return lines
}

/** What has spaces and isn't broken: an argument of a shell that is quoted for them, such as `'K: V'`, and an amount. */
const UNBROKEN = /(?<![^ ])'[^']*'(?:\\''[^']*')*|R\$ (?=\d)/g

function wordsOf(text: string): string[] {
  const joined = text.replace(UNBROKEN, part => part.replaceAll(' ', '\0'))
  return joined.split(' ').map(word => word.replaceAll('\0', ' '))
}

/** `word` in pieces of at most `columns` columns; a character wider than that is one piece. */
function breakUp(word: string, columns: number): string[] {
  if (displayWidth(word) <= columns) return [word]
  const pieces: string[] = []
  let piece = ''
  let width = 0
  for (const grapheme of graphemes(word)) {
    const more = displayWidth(grapheme)
    if (piece !== '' && width + more > columns) {
      pieces.push(piece)
      piece = ''
      width = 0
    }
    piece += grapheme
    width += more
  }
  return [...pieces, piece]
}
