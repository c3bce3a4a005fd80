/** Answers to a question for yes or no, in both languages whatever the language is: a person types what he is used to. */

import { texts } from './texts.ts'

/** Undefined if it is neither. Enter alone means no; then inquirer gives the default that it shows. */
export function asYesOrNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (['y', 'yes', 's', 'sim'].includes(word)) return true
  if (['', 'n', 'no', 'não', 'nao', texts.yesOrNo().toLowerCase()].includes(word)) return false
  return undefined
}
