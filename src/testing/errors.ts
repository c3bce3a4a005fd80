/** The errors of `pixctl/testing`. */

import { inLanguage, type Language, localized, type Text } from '#lib/language.ts'
import { texts } from './texts.ts'
import type * as api from './types.ts'

/** A call of a public function. */
export interface Call {
  from: (...values: never[]) => unknown
  language: Language | undefined
  /** The id that it got, if it takes one. */
  id: unknown
  /** The lines below the first one of a stack that begins at the caller. */
  callers: string
}

/** To be called before the first await, while the caller is still on the stack. */
export function callOf(from: Call['from'], language?: Language, id?: unknown): Call {
  const here = { stack: '' }
  Error.captureStackTrace(here, from)
  return { from, language, id, callers: here.stack.replace(/^.*/, '') }
}

/** A refusal or a mistake as an error in the user's language. What nobody expected stays as it is. */
export function worded(thrown: unknown, call: Call): unknown {
  const error = thrown as NodeJS.ErrnoException & { text?: Text; port?: number }
  // A folder that another user could write is refused without a code.
  const { code = 'sandbox_data', port = '' } = error
  if (code === 'EADDRINUSE') return errorWith('port_in_use', () => texts.portInUse(port), call)
  if (code === 'payment_not_found') return errorWith(code, () => texts.noCharge(String(call.id)), call)
  const type = [TypeError, RangeError].find(type => thrown instanceof type)
  return 'text' in error ? errorWith(code, () => localized(error.text ?? ''), call, type) : thrown
}

export function errorWith(
  code: string,
  text: Text,
  { from, language, callers }: Call,
  type: ErrorConstructor = Error,
): api.SandboxError {
  // A language that is none is refused in English.
  const words = inLanguage(language === 'pt-BR' ? language : 'en', () => localized(text))
  const error = Object.assign(new type(words), { code })
  Error.captureStackTrace(error, from)
  // After an await, the callers are no longer on the stack. Otherwise it stays: Node shows the line of the source only then.
  if (callOf(from).callers !== callers) error.stack = `${error.name}: ${words}${callers}`
  return error
}
