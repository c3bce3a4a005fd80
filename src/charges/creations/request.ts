/** Checks what a charge is asked for with, as a user or a file gives it. */

import type { ValidityMinutes } from '#contract/generated/types.ts'
import { codePoints, DEFAULT_VALIDITY_MINUTES, MAX_DESCRIPTION, VALIDITY_MINUTES } from '#contract/limits.ts'
import { Failure } from '#lib/failure.ts'
import { badValue } from '#lib/input/bad-value.ts'
import { durationToMs } from '#lib/input/durations.ts'
import { texts } from './texts.ts'

/** The description as it is sent: in NFC, because some programs and keyboards write `é` as two code points. Throws Failure (usage) if it isn't valid. */
export function checkDescription(typed: string): string {
  const text = typed.normalize('NFC')
  const length = codePoints(text)
  if (length > MAX_DESCRIPTION) {
    const message = () => texts.descriptionTooLong(length, MAX_DESCRIPTION)
    throw new Failure('usage', message, { next: texts.shorten })
  }
  // Node has already replaced bytes that are not UTF-8 by U+FFFD.
  if (text.includes('\ufffd') || !text.isWellFormed()) {
    throw new Failure('usage', texts.descriptionNotUtf8, { next: texts.typeAgain })
  }
  const [control] = /\p{Cc}/u.exec(text) ?? []
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    throw new Failure('usage', () => texts.descriptionControl(code), { next: texts.oneLine })
  }
  return text
}

/** How long a charge can be paid. Throws Failure (usage) with the name `what` if the service doesn't have this validity. */
export function checkValidity(text: string | undefined, what = '--validity'): ValidityMinutes {
  if (text === undefined) return DEFAULT_VALIDITY_MINUTES
  const ms = durationToMs(text, 'm')
  const minutes = VALIDITY_MINUTES.find(validity => validity * 60_000 === ms)
  if (minutes !== undefined) return minutes
  throw badValue(what, { accepts: texts.validities, text, example: `${what} 1h` })
}
