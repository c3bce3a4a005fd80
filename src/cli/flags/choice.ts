/** A flag that takes one of some names, in any case, or a Portuguese word for it. */

import { custom } from '@oclif/core/flags'
import { badValue } from '#lib/input/bad-value.ts'
import { nameOf } from '#lib/input/words.ts'
import type { Text } from '#lib/language.ts'
import { nearest } from '#lib/nearest.ts'
import { placeholders } from '#lib/texts.ts'

interface Choices {
  names: readonly string[]
  /** Other words for them, as {@link nameOf} takes them. */
  words: Readonly<Record<string, string>>
  /** The names in the language of the person: `takes day, week or month`. */
  accepts: Text
}

export const choiceOf = ({ names, words, accepts }: Choices) =>
  custom<string>({
    helpValue: names.join('|'),
    parse: async (text, _context, { name }) => {
      const chosen = nameOf(text, names, words)
      if (chosen !== undefined) return chosen
      const value = nearest(names, text) ?? names[0]!
      const example = () => `--${name} ${placeholders[value as keyof typeof placeholders]?.() ?? value}`
      throw badValue(`--${name}`, { accepts, text, example })
    },
  })
