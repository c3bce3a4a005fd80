/** The errors of `pixctl/testing`. */

import { inLanguage, type Language, said, type Text } from '#lib/language.ts'
import { texts } from './texts.ts'
import type * as api from './types.ts'

export interface Call {
  /** The public function: the first line of the stack is the one that called it. */
  from: (...values: never[]) => unknown
  language?: Language | undefined
  /** The id that it got, if it takes one. */
  id?: unknown
}

/** A refusal or a mistake as an error in the user's language. What nobody expected stays as it is. */
export function worded(thrown: unknown, call: Call): unknown {
  const error = thrown as NodeJS.ErrnoException & { said?: Text; port?: number }
  // A folder that another user could write is refused without a code.
  const { code = 'ESANDBOXDATA', port = '' } = error
  if (code === 'ERR_UNKNOWN_BUILTIN_MODULE') return errorWith('ENODEVERSION', texts.olderNode, call)
  if (code === 'EADDRINUSE') return errorWith(code, () => texts.portInUse(port), call)
  if (code === 'payment_not_found') return errorWith(code, () => texts.noCharge(String(call.id)), call)
  const type = [TypeError, RangeError].find(each => thrown instanceof each)
  return 'said' in error ? errorWith(code, () => said(error.said ?? ''), call, type) : thrown
}

export function errorWith(
  code: string,
  text: Text,
  { from, language }: Call,
  type: ErrorConstructor = Error,
): api.SandboxError {
  // A language that is none is refused in English.
  const words = inLanguage(language === 'pt-BR' ? language : 'en', () => said(text))
  const error = Object.assign(new type(words), { code })
  Error.captureStackTrace(error, from)
  return error
}
