/** The counter: what it sends, and how often it asks. */

import { expect, it } from 'vitest'
import type { Creator } from '#charges/creations/create.ts'
import { asFailure, CreationFailure } from '#charges/creations/failures.ts'
import type { ChargesWatch } from '#charges/watching/charges-watch.ts'
import { Counter } from '#charges/watching/counter.ts'
import { endOf, withCreation } from '#charges/watching/day.ts'
import type { Payment } from '#contract/generated/types.ts'
import { centavos } from '#contract/money.ts'
import { Failure } from '#lib/failure.ts'
import { FakeClock } from '../../support/clock.ts'
import { paymentBody } from '../../support/service.ts'

/** A counter whose service is asked by `payment`, and whose journal can't be read. */
function newCounter(payment: () => Promise<{ data: Payment }>) {
  const clock = new FakeClock('2026-11-20T17:05:12.000Z')
  const creator = {
    clock,
    client: async () => ({ payment }),
    owner: async () => ({ baseUrl: 'https://service.test', keyFingerprint: 'f' }),
    journal: async () => {
      throw new Error('database is locked')
    },
  } as unknown as Creator
  const watch = { add: () => {} } as unknown as ChargesWatch
  return { clock, counter: new Counter({ watch, creator, asFailure }) }
}

it('asks once for a charge that several ask for, and for a second after the answer', async () => {
  let asked = 0
  const charge = { ...paymentBody({ id: 'pay_1' }) } as unknown as Payment
  const { clock, counter } = newCounter(async () => {
    asked++
    return { data: charge }
  })
  await Promise.all([counter.ask('pay_1'), counter.ask('pay_1')])
  await counter.ask('pay_1')
  expect(asked).toBe(1)
  clock.advance(1_000)
  await counter.ask('pay_1')
  expect(asked).toBe(2)
})

it('does not ask again before the service allows it', async () => {
  let asked = 0
  const { clock, counter } = newCounter(async () => {
    asked++
    throw new Failure('rate_limited', 'slow down', { next: [], details: { retryAfter: 30 } })
  })
  await expect(counter.ask('pay_1')).rejects.toThrow('slow down')
  clock.advance(29_000)
  await expect(counter.ask('pay_1')).rejects.toThrow('slow down')
  expect(asked).toBe(1)
  clock.advance(1_000)
  await expect(counter.ask('pay_1')).rejects.toThrow('slow down')
  expect(asked).toBe(2)
})

it('keeps a creation unknown if it can not be sent again, because the service may have it', async () => {
  const { counter } = newCounter(() => Promise.reject(new Error('not asked')))
  await counter.create({ amount: centavos(1000), description: 'Bolo' }, 'key-1')
  const [creation] = counter.day.creations
  const failure = new CreationFailure('unknown', 'network', 'no answer', { next: [] })
  // As after an answer that was lost.
  Object.assign(counter.day, withCreation(counter.day, { ...creation!, failure }))
  await counter.recover('key-1')
  expect(counter.day.creations.map(endOf)).toEqual(['unknown'])
  expect(counter.day.creations[0]!.failure!.localized).toContain('database is locked')
})
