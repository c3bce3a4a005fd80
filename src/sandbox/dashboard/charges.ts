/** The calls about money: pay a charge, make it expire or fail, deposit, add sample charges. */

import type { Context } from 'hono'
import { MAX_DEPOSIT } from '#contract/limits.ts'
import { type Centavos, fromReaisText, toReais } from '#contract/money.ts'
import { ServiceError } from '../core/errors.ts'
import { toPayment } from '../core/payments.ts'
import type { Service } from '../core/service.ts'
import type { Routes } from '../rest/http.ts'
import { jsonBody } from '../rest/request.ts'
import type { StoreOf } from './access.ts'
import type { DashboardParts } from './app.ts'
import { checkObject, objectBody } from './body.ts'
import { texts } from './texts.ts'

/** The most charges that one call adds. It is one transaction, during which the sandbox answers nothing else. */
const MAX_SEED = 200_000

export function chargeRoutes({ service }: Pick<DashboardParts, 'service'>, storeOf: StoreOf): Routes {
  /** A transition of the charge in the path. The member `already` of the answer is true if nothing changed. */
  const transition = (name: 'pay' | 'expire' | 'fail', already: string) => (c: Context) => {
    const { charge, changed } = service[name](storeOf(c).id, c.req.param('id') ?? '')
    return c.json({ data: toPayment(charge), [already]: !changed })
  }
  return {
    '/payments/:id/pay': { POST: transition('pay', 'alreadyPaid') },
    '/payments/:id/expire': { POST: transition('expire', 'alreadyExpired') },
    '/payments/:id/fail': { POST: transition('fail', 'alreadyFailed') },
    '/deposits': { POST: c => deposit(c, service, storeOf(c).id) },
    '/seed': { POST: c => seed(c, service, storeOf(c).id) },
  }
}

async function deposit(c: Context, service: Service, storeId: string): Promise<Response> {
  const body = await jsonBody(c)
  checkObject(body.value, ['amount'])
  const { id, amount, createdAt } = service.deposit(storeId, depositAmount(body.amount))
  const data = {
    id,
    amount: toReais(amount),
    currency: 'BRL',
    createdAt: new Date(createdAt).toISOString(),
  }
  const balance = { availableBalance: toReais(service.balance(storeId)), currency: 'BRL' }
  return c.json({ data, balance }, 201)
}

/**
 * The amount of a deposit. 400 for a wrong one.
 *
 * @param text the number as it was written; undefined for anything else
 */
export function depositAmount(text: string | undefined): Centavos {
  const amount = text === undefined ? null : fromReaisText(text)
  if (amount === null || amount <= 0 || amount > MAX_DEPOSIT) {
    throw new ServiceError('invalid_amount', () => texts.badDeposit(MAX_DEPOSIT))
  }
  return amount
}

async function seed(c: Context, service: Service, storeId: string): Promise<Response> {
  const count = sampleCount((await objectBody(c, ['count'])).count)
  return c.json({ data: { count, byStatus: service.seed(storeId, count) } }, 201)
}

/** How many sample charges to add. 400 for anything but a number in the limits. */
export function sampleCount(count: unknown): number {
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MAX_SEED) {
    throw new ServiceError('invalid_count', () => texts.badCount(MAX_SEED))
  }
  return count
}
