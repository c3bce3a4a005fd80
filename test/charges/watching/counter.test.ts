/** The counter: what it sends, and how often it asks. */

import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { asFailure, CreationFailure, NotSent } from '#charges/creations/failures.ts'
import { Journal } from '#charges/creations/journal.ts'
import type { ChargesWatch } from '#charges/watching/charges-watch.ts'
import { Counter, type CounterOptions } from '#charges/watching/counter.ts'
import { endOf, withCharges, withCreation } from '#charges/watching/day.ts'
import { unusualFrom } from '#charges/watching/usual-amounts.ts'
import type { Payment } from '#contract/generated/types.ts'
import { centavos } from '#contract/money.ts'
import { Failure } from '#lib/failure.ts'
import { FakeClock } from '../../support/clock.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { paymentBody } from '../../support/service.ts'

async function unreadable(): Promise<Journal> {
  throw new Error('database is locked')
}

/** A counter whose service is asked by `payment`. */
function newCounter(
  payment: () => Promise<{ data: Payment }>,
  journal = unreadable,
  create?: () => Promise<unknown>,
) {
  const clock = new FakeClock('2026-11-20T17:05:12.000Z')
  const creator = {
    clock,
    client: async () => ({ payment, create }),
    owner: async () => ({ baseUrl: 'https://service.test', keyFingerprint: 'f' }),
    journal,
    journalIfAny: async () => null,
  } as unknown as CounterOptions['creator']
  const added: Payment[] = []
  const watch = { add: (charge: Payment) => added.push(charge) } as unknown as ChargesWatch
  return { clock, added, counter: new Counter({ watch, creator, asFailure }) }
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

it('keeps what a reading has said of a charge before the answer that made it', async () => {
  const journal = await Journal.open(temporaryFolder(), 'default')
  onTestFinished(() => journal.close())
  const payment = paymentBody({ id: 'pay_1', description: '' }) as unknown as Payment
  const create = async () => {
    Object.assign(counter.day, withCharges(counter.day, [{ ...payment, status: 'FAILED' }], 0))
    return { outcome: 'created', payment, text: '' }
  }
  const notAsked = () => Promise.reject(new Error('not asked'))
  const { counter, added } = newCounter(notAsked, async () => journal, create)
  await counter.create({ amount: centavos(1050), description: '' }, randomUUID())
  expect(counter.day.creations).toEqual([])
  expect(counter.day.charges.get('pay_1')!.status).toBe('FAILED')
  expect(added).toEqual([])
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

describe('a creation that was never sent', () => {
  const OWNER = { baseUrl: 'https://service.test', keyFingerprint: 'f' }
  const KEY = '6d0f3c1e-0c1f-4b7e-9d9e-0123456789ab'

  async function unsent() {
    const journal = await Journal.open(temporaryFolder(), 'shop')
    onTestFinished(() => journal.close())
    const refused = async () => {
      throw new Failure('network', 'the connection was refused', { next: [] })
    }
    const { counter } = newCounter(refused, async () => journal)
    const body = Buffer.from('{"amount":10}')
    const { entry } = journal.begin(OWNER, KEY, body, '2026-11-20T17:05:12.000Z', () => true)
    const failure = new NotSent('unknown', 'network', 'not created', { next: [] })
    const creation = { key: KEY, amount: centavos(1000), description: 'Bolo', failure }
    Object.assign(counter.day, withCreation(counter.day, creation))
    return { journal, counter, entry }
  }

  it('can be dropped, and nobody sends it later', async () => {
    const { journal, counter, entry } = await unsent()
    journal.markUnsent(entry)
    await counter.dismiss(KEY)
    expect(counter.day.creations).toEqual([])
    expect(journal.unresolved()).toEqual([])
  })

  it('stays if somebody has sent it meanwhile', async () => {
    const { journal, counter } = await unsent()
    await counter.dismiss(KEY)
    expect(counter.day.creations).toHaveLength(1)
    expect(journal.unresolved()).toHaveLength(1)
  })
})

it('knows an amount that is far above those of the last 30 days', async () => {
  const journal = await Journal.open(temporaryFolder(), 'shop')
  onTestFinished(() => journal.close())
  const far = () => unusualFrom(journal, 'https://service.test', Date.parse('2026-11-20T17:05:12.000Z'))
  const owner = { baseUrl: 'https://service.test', keyFingerprint: 'f' }
  const made = (count: number, amount: number, at: string) => {
    for (let number = 0; number < count; number++) {
      const body = Buffer.from(
        JSON.stringify({ amount, description: '', passFee: false, validityMinutes: 30 }),
      )
      const { entry } = journal.begin(owner, randomUUID(), body, at, () => false)
      journal.resolve(entry, 'created', `pay_${at}_${number}`, at)
    }
  }
  made(9, 35.9, '2026-11-19T12:00:00.000Z')
  made(3, 900, '2026-10-01T12:00:00.000Z')
  // Of nine nobody can say what is usual.
  expect(far()).toBe(Number.POSITIVE_INFINITY)
  made(1, 35.9, '2026-11-19T13:00:00.000Z')
  expect(far()).toBe(359_00)
  made(1, 359, '2026-11-20T13:00:00.000Z')
  expect(far()).toBe(359_01)
})

it('knows what a list made and which amounts are usual, though nothing was kept when the counter began', async () => {
  const charge = paymentBody({ id: 'pay_1' }) as unknown as Payment
  const body = Buffer.from(JSON.stringify({ amount: 35.9 }))
  const journal = {
    chargesOfFiles: (ids: readonly string[]) => ids,
    bodiesSince: () => Array<Buffer>(10).fill(body),
  }
  const journals = [null, journal]
  const creator = {
    clock: new FakeClock('2026-11-20T17:05:12.000Z'),
    baseUrl: () => 'https://service.test',
    journalIfAny: async () => journals.shift(),
  } as unknown as CounterOptions['creator']
  const update = { changed: [charge], unknown: new Map(), connection: 'live', readAt: 1, serviceAheadMs: 0 }
  const paid = { ...update, changed: [{ ...charge, status: 'PAID' }] }
  const counter = new Counter({ watch: [update, paid] as unknown as ChargesWatch, creator, asFailure })
  await counter.run()
  expect([...counter.day.ofFiles]).toEqual(['pay_1'])
  expect(counter.day.unusualFrom).toBe(359_00)
})
