/** The errors of `pixctl/testing`. */

import { inLanguage, type Language, localized, type Text } from '#lib/language.ts'
import { texts } from './texts.ts'
import type * as api from './types.ts'

/** A call of a public function. */
export interface Call {
  from: (...values: never[]) => unknown
  language: Language | undefined
  /** The id that it got, if it takes one. */
  id?: unknown
}

/** A refusal or a mistake as an error in the user's language. What nobody expected stays as it is. */
export function worded(thrown: unknown, call: Call): unknown {
  const error = thrown as NodeJS.ErrnoException & { text?: Text; port?: number }
  // A folder that another user could write is refused without a code.
  const { code = 'sandbox_data', port = '' } = error
  if (code === 'EADDRINUSE') return errorWith('port_in_use', () => texts.portInUse(port), call)
  if (code === 'payment_not_found') return errorWith(code, () => texts.noCharge(String(call.id)), call)
  const type = thrown instanceof TypeError ? TypeError : Error
  return 'text' in error ? errorWith(code, () => localized(error.text ?? ''), call, type) : thrown
}

export function errorWith(
  code: string,
  text: Text,
  { from, language }: Call,
  type: ErrorConstructor = Error,
): api.SandboxError {
  // A language that is none is refused in English.
  const words = inLanguage(language === 'pt-BR' ? language : 'en', () => localized(text))
  const error = Object.assign(new type(words), { code })
  // The stack begins at the caller.
  Error.captureStackTrace(error, from)
  return error
}
