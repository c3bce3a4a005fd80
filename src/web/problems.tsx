/** What is wrong with a form, as the form says it. */

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

/** A message that begins in lower case and has no full stop, as a sentence. */
export function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`.replace(/^Url\b/, 'URL')
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
