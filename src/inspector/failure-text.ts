/** A failure as a page says it. */

import type { Failure } from '#lib/failure.ts'
import { type Step, stepText } from '#lib/suggestion.ts'

/** What happened and what to do, in sentences. */
export function sentencesOf(failure: Failure, commandText?: (step: Step) => string): string {
  return `${failure.localized}. ${sentence(nextSteps(failure, commandText))}`
}

/** What to do, as a part of a sentence. */
export function nextSteps({ next }: Failure, commandText = stepText): string {
  return next.map(step => commandText(step)).join('; ')
}

/** A command keeps its small letter. */
function sentence(text: string): string {
  const first = text.startsWith('pixctl ') ? 'p' : text.slice(0, 1).toUpperCase()
  return text && `${first}${text.slice(1)}.`
}
