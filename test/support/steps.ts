import { expect } from 'vitest'
import { english, type Text } from '#lib/language.ts'
import { type Step, stepText } from '#lib/suggestion.ts'

/** The next steps of a failure, one on each line, as they are printed. */
export function steps({ next }: { next: readonly Step[] }): string {
  return next.map(step => stepText(step)).join('\n')
}

/** Matches a text that is this in English. */
export function says(words: string | RegExp) {
  return expect.toSatisfy((text: Text) => {
    const said = english(text)
    return typeof words === 'string' ? said === words : words.test(said)
  }, `says ${words}`)
}
