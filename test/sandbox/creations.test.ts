/** Creations that come at the same time share one commit, and nothing else. */

import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { centavos } from '#contract/money.ts'
import { CreationGroup } from '#sandbox/core/creations.ts'
import type { Charge } from '#sandbox/core/payments.ts'
import { startHarness, startRest } from './harness.ts'

it('commits those that have arrived in one turn together', async () => {
  const groups: number[] = []
  const charge = {} as Charge
  const group = new CreationGroup({
    createAll: creations => {
      groups.push(creations.length)
      return creations.map(() => ({ charge, created: true }))
    },
  })
  const request = { amount: centavos(100), description: '', passFee: false, validityMinutes: 30 } as const
  const create = () => group.create({ storeId: 'store_1', idempotencyKey: randomUUID(), request })
  await Promise.all([create(), create(), create()])
  await create()
  expect(groups).toEqual([3, 1])
})

it('gives each of many at once its own answer', async () => {
  const { create } = await startHarness()
  const [key, other] = [randomUUID(), randomUUID()]
  const answers = await Promise.all([
    create({ amount: 1 }, key),
    create({ amount: 1 }, key),
    create({ amount: 2 }, key),
    create({ amount: 0.01 }, other),
    create({ amount: 1000, passFee: true }),
    create({ amount: 3 }),
  ])
  // The service's fee is more than a centavo, and a passed fee would go beyond 1000.00.
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 409, 400, 400, 201])
  expect(answers[0]!.body.data.id).toBe(answers[1]!.body.data.id)
})

it('creates none of them if the disk fails, and answers each with the error', async () => {
  const { api, addKey, database, faults } = await startRest()
  const key = addKey('store_1')
  database.exec(
    "CREATE TRIGGER broken BEFORE INSERT ON charge_events WHEN (SELECT count(*) FROM payments) = 2 BEGIN SELECT raise(ABORT, 'broken'); END",
  )
  const call = () => ({ method: 'POST', headers: { 'Idempotency-Key': randomUUID() }, body: { amount: 1 } })
  const answers = await Promise.all([api(key, '/payments', call()), api(key, '/payments', call())])
  const made = Number(database.prepare('SELECT count(*) AS made FROM payments').get()?.made)
  // They may have come in two groups: an answer of 201 is a charge that is there, and no other is.
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(made)
  expect(answers.some(({ status }) => status === 500)).toBe(true)
  expect(faults.length).toBeGreaterThan(0)
})
