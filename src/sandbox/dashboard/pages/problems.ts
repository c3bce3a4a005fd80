/** What the service refuses, as a form says it. */

import { toDecimal } from '#contract/money.ts'
import { amountForm } from '#lib/input/amounts.ts'
import { parseAmount } from '#lib/input/typed-amount.ts'
import type { PageContext } from '#web/page.ts'
import { PageError } from '#web/page-error.ts'
import { type Problems, sentence } from '#web/problems.tsx'
import { asRefusal, type ErrorCode } from '../../core/errors.ts'
import { texts } from './texts.ts'

/** What was typed can't be carried out: the answer is the form again, which says why. */
export class FormRefused extends Error {
  readonly problems: Problems

  constructor(problems: Problems) {
    super()
    this.problems = problems
  }
}

/** The amount that was typed in the field `amount`, as a number of JSON. Throws {@link FormRefused}. */
export function typedAmount(page: PageContext): string {
  const typed = page.field('amount')
  if (typed === '') throw new FormRefused({ amount: texts.giveAmount() })
  const amount = parseAmount(typed)
  if (amount === null) throw new FormRefused({ amount: sentence(amountForm(typed)) })
  return toDecimal(amount)
}

/**
 * The result of `work`. A refusal becomes {@link FormRefused}: about the field of its code, or the field that its message
 * begins with; otherwise about the form.
 */
export async function attempted<T>(
  work: () => T | Promise<T>,
  fields: Partial<Record<ErrorCode, string>> = {},
  named: readonly string[] = [],
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { status, code, message, localized } = asRefusal(error)
    if (status >= 500) throw error
    const field = fields[code] ?? named.find(name => message.startsWith(`${name} `)) ?? ''
    throw new FormRefused({ [field]: sentence(localized) })
  }
}

/** The page of an error of the service for a page that can't be shown. A full disk is one, in a form too. */
export function asPageError(thrown: unknown): PageError | undefined {
  const { code, status, localized } = asRefusal(thrown)
  if (code === 'internal_error') return undefined
  const text = sentence(localized)
  if (status === 404) return new PageError(404, texts.notFound(), text)
  if (status === 409 || status === 503) return new PageError(status, texts.notPossibleNow(), text)
  return status < 500 ? new PageError(400, texts.notPossible(), text) : undefined
}
