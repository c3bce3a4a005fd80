/** The error for a value that a flag or an argument doesn't take. */

import { Failure } from '../failure.ts'
import { localized, type Text } from '../language.ts'
import { texts } from './texts.ts'

interface Wanted {
  /** The values that are right: `takes a number from 1 up`. */
  accepts: Text
  /** What the user wrote. It is empty when a variable of the shell isn't set. */
  text: string
  /** An example, as it is typed. */
  example: Text
}

/** @param name the flag with its hyphens, or the argument */
export function badValue(name: Text, { accepts, text, example }: Wanted): Failure {
  const given = () => (text === '' ? texts.emptyWord() : text)
  return new Failure('usage', () => texts.badValue(localized(name), localized(accepts), given()), {
    next: () => texts.forExample(localized(example)),
  })
}
