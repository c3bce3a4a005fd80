/** What is wrong with a form, as the form says it. */

import type { Failure } from '#lib/failure.ts'
import { isText, type Step, stepText } from '#lib/suggestion.ts'
import type { PageContext } from './page.ts'

/** What is wrong with a form: by field, with what isn't about one of them under ''. */
export type Problems = Readonly<Record<string, string>>

export const NO_PROBLEMS: Problems = {}

/** Gives a field of a form what was typed (`fallback` if nothing was) and what is wrong with it. */
export function fieldsOf(page: PageContext, problems: Problems) {
  return (name: string, fallback = '') => ({
    name,
    value: page.field(name) || fallback,
    error: problems[name],
  })
}

/** What happened and what to do, in sentences. Without `commandText` no commands: not everybody who reads it has a terminal. */
export function failureText(failure: Failure, commandText?: (step: Step) => string): string {
  const { localized, localizedLines, next } = failure
  const steps = commandText ? next.map(commandText) : next.filter(isText).map(stepText)
  return [localized, ...localizedLines, ...steps].map(sentence).join(' ')
}

/** A message that begins in lower case and has no full stop, as a sentence. A command keeps its small letter. */
export function sentence(message: string): string {
  const first = message.startsWith('pixctl ') ? 'p' : message.charAt(0).toUpperCase()
  return `${first}${message.slice(1)}.`.replace(/^Url\b/, 'URL')
}

/** What is wrong with a form, if it isn't about one field. */
export function FormProblem({ problems }: { problems: Problems }) {
  const text = problems['']
  return text ? (
    <p class="error" role="alert">
      {text}
    </p>
  ) : null
}
