/** How a creation that is in the journal ends, for each error that can be thrown. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Client } from '#api/client.ts'
import { Creations } from '#charges/creations/create.ts'
import { afterCreation } from '#charges/creations/failures.ts'
import { Journal } from '#charges/creations/journal.ts'
import { centavos } from '#contract/money.ts'
import { systemClock } from '#lib/clock.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import { stepText } from '#lib/suggestion.ts'

const KEY = '0b7f7f2e-6f0e-4a55-9d8a-1d9b0c6f2a11'
const REQUEST = { amount: centavos(1050), description: '', passFee: false, validityMinutes: 30 } as const

async function journalHere(): Promise<Journal> {
  const folder = mkdtempSync(join(tmpdir(), 'pixctl-test-'))
  const journal = await Journal.open(folder, 'default')
  onTestFinished(() => {
    journal.close()
    rmSync(folder, { recursive: true })
  })
  return journal
}

it.each<[string, unknown, Failure['category']]>([
  [
    'an error of Node',
    Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }),
    'network',
  ],
  ['a fault of pixctl', new TypeError('x is not a function'), 'network'],
  [
    'output that could not be written',
    new Failure('fault', 'the output could not be written', { next: 'make room' }),
    'network',
  ],
  ['Ctrl-C', new Stopped('interrupted'), 'interrupted'],
])('a creation is unknown after %s, with its key and how to finish it', async (_name, thrown, category) => {
  const journal = await journalHere()
  const client = {
    create: async () => {
      throw thrown
    },
  } as unknown as Client
  const owner = { baseUrl: 'https://example.com/api/v1', keyFingerprint: 'f' }
  const failure = await new Creations(client, journal, owner, systemClock).create(KEY, REQUEST).then(
    () => expect.fail('it should have failed'),
    error => error as Failure,
  )
  expect(failure).toMatchObject({ name: 'Failure', category, details: { idempotencyKey: KEY } })
  expect(failure.next.map(step => stepText(step)).join('\n')).toContain(`pixctl charge recover ${KEY}`)
  // What --debug shows the stack of.
  if (!(thrown instanceof Failure)) expect((failure.cause as Failure).cause).toBe(thrown)
  expect(journal.unresolved()).toMatchObject([{ idempotencyKey: KEY, inDoubt: true }])
})

it('names the charge if the run is stopped after it was created', () => {
  const failure = afterCreation(new Stopped('interrupted'), 'pay_1') as Failure
  const message = 'charge pay_1 was created'
  expect(failure).toMatchObject({ category: 'interrupted', message, details: { paymentId: 'pay_1' } })
  expect(failure.next.map(step => stepText(step))).toEqual(['read it with: pixctl charges get pay_1'])
})
