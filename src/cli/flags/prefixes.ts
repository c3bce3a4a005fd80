/** The beginning of an id instead of the whole id. */

import { Failure } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { texts } from './texts.ts'

/** How many characters of an id must be given at least, not counting the `pay_`, `dlv_` or `evt_` of every id. */
export const SHORTEST_PREFIX = 6
/** How many characters of a charge's id `charges list` shows at least. */
export const SHORTEST_SHOWN = 'pay_'.length + SHORTEST_PREFIX
const SAME_START = /^(pay|dlv|evt)_/
/** How many candidates are listed. */
const NAMED = 10
/** How many are looked for: one more says that there are others. */
export const CANDIDATES = NAMED + 1

export function isTooShort(prefix: string): boolean {
  return prefix.replace(SAME_START, '').length < SHORTEST_PREFIX
}

/** How much of these ids tells them apart, and is enough for {@link theOneWith}. */
export function lengthThatTells(ids: readonly string[]): number {
  let length = SHORTEST_SHOWN
  while (new Set(ids.map(id => id.slice(0, length))).size < new Set(ids).size) length++
  return length
}

/**
 * The only id that begins with a text; null if there is none, or if the text is too short. Failure (usage) with the
 * candidates if there are several.
 *
 * @param what what has such an id, and where: `payment in the inbox`
 * @param idsWith gives the ids that begin with a text, in their order, at most `most`
 */
export async function theOneWith(
  prefix: string,
  what: Text,
  idsWith: (prefix: string, most: number) => readonly string[] | Promise<readonly string[]>,
): Promise<string | null> {
  if (isTooShort(prefix)) return null
  const found = await idsWith(prefix, CANDIDATES)
  if (found.length <= 1) return found[0] ?? null
  throw severalFound(() => texts.severalBegin(localized(what), prefix), found, texts.moreCharacters)
}

/** The Failure (usage) that lists the candidates, of at most {@link CANDIDATES}. */
export function severalFound(message: Text, found: readonly Text[], next: Text): Failure {
  const more = found.length > NAMED ? [texts.andMore] : []
  return new Failure('usage', message, { lines: [...found.slice(0, NAMED), ...more], next })
}
