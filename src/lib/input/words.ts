/** Reads words that stand for a name, in either language. */

import { foldText } from '#contract/charge-filter.ts'

/**
 * The name that a word stands for: one of `names` itself, or a key of `words`, in lower case and without accents or spaces.
 * Case, accents, spaces, hyphens and underscores make no difference. Undefined if it stands for none.
 */
export function nameOf<Name extends string>(
  word: string,
  names: readonly Name[],
  words: Readonly<Record<string, Name>>,
): Name | undefined {
  const key = folded(word)
  const name = names.find(candidate => folded(candidate) === key)
  return name ?? (Object.hasOwn(words, key) ? words[key] : undefined)
}

function folded(word: string): string {
  return foldText(word).replace(/[\s_-]/g, '')
}
