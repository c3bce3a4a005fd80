/** What is sent from the counter: new charges, and those whose outcome isn't known. */

import { randomUUID } from 'node:crypto'
import { checkDescription } from '#charges/creations/request.ts'
import { endOf } from '#charges/watching/day.ts'
import type { Payment } from '#contract/generated/types.ts'
import { UUID } from '#contract/limits.ts'
import { toBRL } from '#contract/money.ts'
import { attempt, Failure } from '#lib/failure.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { centsFirst } from '#lib/input/typed-amount.ts'
import type { Answer } from '#web/page.ts'
import { failureText, type Problems } from '#web/problems.tsx'
import { pathOf, type Visit } from './frame.tsx'
import { Overview, type Shown } from './overview.tsx'
import { texts } from './texts.ts'

/** How long a person waits for the service before the list shows it as being sent, in milliseconds. */
const PATIENCE_MS = 2_000

export async function create(visit: Visit): Promise<Answer> {
  const { page, parts } = visit
  const { counter } = parts
  const given = page.field('key')
  const key = UUID.test(given) ? given.toLowerCase() : randomUUID()
  const refused = (problems: Problems, shown: Partial<Shown> = {}) =>
    page.invalid(Overview(visit, { problems, ...shown }))
  const typed = page.field('amount')
  // As the form read it when it showed the amount: the counter may have been started otherwise since.
  const isCents = (page.field('digits') || (parts.cents ? 'cents' : 'reais')) === 'cents'
  const amount = attempt(() => checkAmount(isCents ? centsFirst(typed) : typed, texts.theAmount))
  const description = attempt(() => checkDescription(page.field('description')))
  if (amount instanceof Failure || description instanceof Failure)
    return refused({ ...problemOf('amount', amount), ...problemOf('description', description) }, { key })
  const before = counter.day.creations.find(creation => creation.key === key)
  if (before && (before.amount !== amount || before.description !== description))
    return refused({ '': texts.sentWithOther(toBRL(before.amount)) })
  // What was sent with this key is done already, or is sent again.
  const isSure = before !== undefined || page.field('sure') === String(amount)
  if (!isSure && amount >= counter.day.unusualFrom)
    return refused({ '': texts.unusual(toBRL(amount)) }, { key, sureOf: amount })
  const path = await pathAfter(visit, counter.create({ amount, description }, key))
  const creation = counter.day.creations.find(creation => creation.key === key)
  if (!creation?.failure || endOf(creation) !== 'refused') return page.seeOther(path)
  // The form says why.
  await counter.dismiss(key)
  return refused({ '': failureText(creation.failure) })
}

/** Sends one again, with its own key: that makes no second charge. */
export async function recover(visit: Visit): Promise<Answer> {
  const { page, parts } = visit
  return page.seeOther(await pathAfter(visit, parts.counter.recover(page.param('key'))))
}

/** What was refused or never sent made no charge; what may have made one stays. */
export async function dismiss({ page, parts: { counter } }: Visit): Promise<Answer> {
  const creation = counter.day.creations.find(({ key }) => key === page.param('key'))
  const title = texts.dismissIt(creation ? toBRL(creation.amount) : '')
  const question = page.ask({ title, text: texts.whatDismissingIs(), button: texts.dismiss() }, '/')
  if (question) return question
  await counter.dismiss(page.param('key'))
  return page.seeOther('/')
}

/** The path of the charge, or of the counter if the service hasn't made it by then. */
async function pathAfter({ parts }: Visit, sent: Promise<Payment | null>): Promise<string> {
  const end = new AbortController()
  const payment = await Promise.race([sent, parts.clock.sleep(PATIENCE_MS, end.signal).catch(() => {})])
  end.abort()
  return payment ? pathOf(payment.id) : '/'
}

function problemOf(field: string, checked: unknown): Problems {
  return checked instanceof Failure ? { [field]: failureText(checked) } : {}
}
