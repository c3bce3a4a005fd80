/** How a creation that is in the journal ends, for each error that can be thrown. */

import { expect, it } from 'vitest'
import type { Client } from '#api/client.ts'
import { Creations } from '#charges/creations/create.ts'
import { afterCreation } from '#charges/creations/failures.ts'
import { centavos } from '#contract/money.ts'
import { systemClock } from '#lib/clock.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import { stepText } from '#lib/suggestion.ts'
import { paymentBody } from '../../support/service.ts'
import { OTHER_KEY as KEY, openJournal, STORE } from './unresolved.ts'

const REQUEST = { amount: centavos(1050), description: '', passFee: false, validityMinutes: 30 } as const

it.each<[string, unknown, Failure['category']]>([
  ['an error of Node', Object.assign(new Error('too many open files'), { code: 'EMFILE' }), 'network'],
  ['a fault of pixctl', new TypeError('x is not a function'), 'network'],
  [
    'output that could not be written',
    new Failure('fault', 'the output could not be written', { next: 'make room' }),
    'network',
  ],
  ['Ctrl-C', new Stopped('interrupted'), 'interrupted'],
])('a creation is unknown after %s, with its key and how to finish it', async (_name, thrown, category) => {
  const journal = await openJournal()
  const client = {
    create: async () => {
      throw thrown
    },
  } as unknown as Client
  const failure = await new Creations(client, journal, STORE, systemClock).create(KEY, REQUEST).then(
    () => expect.fail('it should have failed'),
    error => error as Failure,
  )
  expect(failure).toMatchObject({ name: 'Failure', category, details: { idempotencyKey: KEY } })
  expect(failure.next.map(step => stepText(step)).join('\n')).toContain(`pixctl charge recover ${KEY}`)
  // What --debug shows the stack of.
  if (!(thrown instanceof Failure)) expect((failure.cause as Failure).cause).toBe(thrown)
  expect(journal.unresolved()).toMatchObject([{ idempotencyKey: KEY, inDoubt: true }])
})

it('is no success if the charge can not be recorded, and names it', async () => {
  const journal = await openJournal()
  journal.resolve = () => {
    throw new Error('the disk is full')
  }
  const payment = paymentBody({ id: 'pay_1', description: '' })
  const client = { create: async () => ({ outcome: 'created', payment, text: '' }) } as unknown as Client
  const creation = new Creations(client, journal, STORE, systemClock).create(KEY, REQUEST)
  await expect(creation).rejects.toMatchObject({
    category: 'fault',
    message: 'charge pay_1 was created, but that could not be recorded (the disk is full)',
    details: { idempotencyKey: KEY, paymentId: 'pay_1' },
  })
  expect(journal.unresolved()).toMatchObject([{ idempotencyKey: KEY, inDoubt: true }])
})

it('names the charge if the run is stopped after it was created', () => {
  const failure = afterCreation(new Stopped('interrupted'), 'pay_1') as Failure
  const message = 'charge pay_1 was created'
  expect(failure).toMatchObject({ category: 'interrupted', message, details: { paymentId: 'pay_1' } })
  expect(failure.next.map(step => stepText(step))).toEqual(['read it with: pixctl charges get pay_1'])
})
