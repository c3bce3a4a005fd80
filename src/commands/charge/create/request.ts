/** Reads the flags of `charge create`, and checks them before anything is sent. */

import { randomUUID } from 'node:crypto'
import { string } from '@oclif/core/flags'
import type { Host } from '#cli/host/host.ts'
import { ask } from '#cli/host/prompt.ts'
import type { ChargeRequest } from '#contract/charge.ts'
import type { ValidityMinutes } from '#contract/generated/types.ts'
import { codePoints, DEFAULT_VALIDITY_MINUTES, MAX_DESCRIPTION, VALIDITY_MINUTES } from '#contract/limits.ts'
import { Failure } from '#lib/failure.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { badValue } from '#lib/input/bad-value.ts'
import { parseDuration } from '#lib/input/durations.ts'
import { checkIdempotencyKey } from '#lib/input/ids.ts'
import { suggest } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

export const validityFlag = string({
  description: texts.validity(),
  helpValue: '30m|1h|6h|1d|2d|7d',
  defaultHelp: async () => '30m',
})

interface CreateFlags {
  amount?: string | undefined
  description?: string | undefined
  'pass-fee'?: boolean | undefined
  validity?: string | undefined
  'idempotency-key'?: string | undefined
  'no-input'?: boolean | undefined
}

/**
 * The request and its idempotency key. On a terminal, asks for missing values; otherwise Failure (usage).
 *
 * @param beforeAsking throws if the command would fail anyway, so that the user isn't asked first
 */
export async function chargeRequest(
  host: Host,
  flags: CreateFlags,
  beforeAsking: () => Promise<unknown>,
): Promise<{ key: string; request: ChargeRequest }> {
  const key = checkIdempotencyKey(flags['idempotency-key'] ?? randomUUID())
  const validityMinutes = checkValidity(flags.validity)
  let { amount, description } = flags
  if (description !== undefined) checkDescription(description)
  if (amount === undefined) {
    if (!host.stdin.isTTY || flags['no-input']) {
      throw new Failure('usage', texts.amountMissing, {
        next: suggest('charge create', { flags: { amount: '10.50' } }),
      })
    }
    await beforeAsking()
    amount = await ask(host, texts.askAmount(), text => checkAmount(text, texts.that))
    description ??= await ask(host, texts.askDescription(), checkDescription)
  }
  return {
    key,
    request: {
      amount: checkAmount(amount),
      description: checkDescription(description ?? ''),
      passFee: flags['pass-fee'] === true,
      validityMinutes,
    },
  }
}

/** Checks the description of a charge. Throws Failure (usage) if it isn't valid. */
export function checkDescription(text: string): string {
  const length = codePoints(text)
  if (length > MAX_DESCRIPTION) {
    throw new Failure('usage', () => texts.descriptionTooLong(length, MAX_DESCRIPTION), {
      next: texts.shorten,
    })
  }
  // Node has already replaced bytes that are not UTF-8 by U+FFFD.
  if (text.includes('\ufffd') || !text.isWellFormed()) {
    throw new Failure('usage', texts.descriptionNotUtf8, {
      next: texts.typeAgain,
    })
  }
  const [control] = /\p{Cc}/u.exec(text) ?? []
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    throw new Failure('usage', () => texts.descriptionControl(code), {
      next: texts.oneLine,
    })
  }
  return text
}

/** How long a charge can be paid. Throws Failure (usage) with the name `what` if the service doesn't have this validity. */
export function checkValidity(text: string | undefined, what = '--validity'): ValidityMinutes {
  if (text === undefined) return DEFAULT_VALIDITY_MINUTES
  const seconds = parseDuration(text, what, 'm')
  const minutes = VALIDITY_MINUTES.find(each => each * 60 === seconds)
  if (minutes !== undefined) return minutes
  throw badValue(what, { takes: texts.validities, text, example: `${what} 1h` })
}
