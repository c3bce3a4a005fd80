/** Shows characters that can't be seen, but that change what was signed. */

import { texts } from './texts.ts'

/** A piece of a text: as it is, or an invisible character with its short and long name. */
export type Piece = string | { mark: string; name: string }

/** The usual ones; others have their number. */
const NAMES: Readonly<Record<string, readonly [mark: string, name: () => string]>> = {
  '\r': ['CR', texts.carriageReturn],
  '\u00a0': ['NBSP', texts.noBreakSpace],
  '\u200b': ['ZWSP', texts.zeroWidthSpace],
  '\ufeff': ['BOM', texts.byteOrderMark],
  '\ufffd': ['?', texts.unknownCharacter],
}
const ODD =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffd]/gu
/** From here on the rest is shown without names. */
const MOST_MARKS = 500

/** A line break at the end is marked too: one too many is a usual reason why a signature doesn't match. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = []
  let from = 0
  for (const { 0: character, index } of text.matchAll(ODD)) {
    if (found.length > MOST_MARKS) break
    if (index > from) found.push(text.slice(from, index))
    const [mark, name] = NAMES[character] ?? unnamed(character)
    found.push({ mark, name: name() })
    from = index + character.length
  }
  const rest = text.slice(from)
  const end = lineFeedsAtEnd(rest)
  if (rest.length > end) found.push(rest.slice(0, rest.length - end))
  for (let left = end; left > 0; left--) found.push({ mark: 'LF', name: texts.lineFeedAtEnd() }, '\n')
  return found
}

/** How many there are; of very many only the last ones count. */
function lineFeedsAtEnd(text: string): number {
  let count = 0
  while (count < MOST_MARKS && text.at(-1 - count) === '\n') count++
  return count
}

function unnamed(character: string): readonly [string, () => string] {
  const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  return [code, texts.notVisible]
}
