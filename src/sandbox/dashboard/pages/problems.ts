/** What the service refuses, as a form says it. */

import { toDecimal } from '#contract/money.ts'
import { amountForm, parseAmount } from '#lib/input/amounts.ts'
import { type PageContext, PageError } from '#web/page.ts'
import { type Problems, sentence } from '#web/problems.tsx'
import type { ErrorCode } from '../../core/errors.ts'
import { toServiceError } from '../../rest/errors.ts'
import { texts } from './texts.ts'

/** The amount that was typed in the field `amount`, as a number of JSON, or what is wrong with it. */
export function typedAmount(page: PageContext): { amount: string } | { problems: Problems } {
  const typed = page.field('amount')
  if (typed === '') return { problems: { amount: texts.giveAmount() } }
  const amount = parseAmount(typed)
  return amount === null
    ? { problems: { amount: sentence(amountForm(typed)) } }
    : { amount: toDecimal(amount) }
}

/**
 * The result of `work`, or the problem of a refusal. It is about the field of its code, or the field that its message
 * begins with; otherwise about the form. Any other error is thrown on.
 */
export async function attempted<T>(
  work: () => T | Promise<T>,
  fields: Partial<Record<ErrorCode, string>> = {},
  named: readonly string[] = [],
): Promise<{ result: T } | { problems: Problems }> {
  try {
    return { result: await work() }
  } catch (error) {
    const { status, code, message, localized } = toServiceError(error)
    if (status >= 500) throw error
    const field = fields[code] ?? named.find(name => message.startsWith(`${name} `)) ?? ''
    return { problems: { [field]: sentence(localized) } }
  }
}

/** The page of an error of the service for a page that can't be shown. A full disk is one, in a form too. */
export function asPageError(thrown: unknown): PageError | undefined {
  const { code, status, localized } = toServiceError(thrown)
  if (code === 'internal_error') return undefined
  const text = sentence(localized)
  if (status === 404) return new PageError(404, texts.notFound(), text)
  if (status === 409 || status === 503) return new PageError(status, texts.notPossibleNow(), text)
  return status < 500 ? new PageError(400, texts.notPossible(), text) : undefined
}
