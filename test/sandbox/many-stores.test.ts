/** A call costs the same, however many stores there are. What is counted is work, not time. */

import { expect, it } from 'vitest'
import type { Database } from '#sandbox/core/database.ts'
import { callers, startHarness } from './harness.ts'
import { openRealtime } from './realtime-client.ts'
import { startReceiver } from './receiver.ts'

/** Counts the statements that are run from now on, and keeps their texts. */
function watchStatements(database: Database) {
  const { prepare } = database
  const seen = { count: 0, texts: new Set<string>() }
  const counting: Database['prepare'] = sql => {
    seen.count++
    seen.texts.add(sql)
    return prepare(sql)
  }
  Object.assign(database, { prepare: counting })
  return seen
}

/** What a shop and its test do, with one of many stores that all have an endpoint, deliveries and a realtime client. */
async function workWith(count: number) {
  const { sandbox } = await startHarness()
  const { stores, database } = sandbox.parts
  const receiver = await startReceiver()
  const names = Array.from({ length: count }, (_, number) => `worker-${number}`)
  for (const name of names) await stores.add(name, false)
  const accesses = names.map(name => stores.accessTo(stores.withName(name)!))
  const workers = accesses.map(callers)
  for (const { control } of workers) await control('/webhooks', { url: receiver.url })
  for (const { create } of workers) await create()
  await receiver.received.until(count)
  for (const access of accesses.slice(1)) {
    const client = await openRealtime(access)
    client.send({ op: 'auth', token: access.wsToken })
    await client.messages.until(1)
  }
  const seen = watchStatements(database)
  const { api, create, control } = workers[0]!
  const { id } = (await create()).body.data
  await receiver.received.until(count + 1)
  await api(`/payments/${id}`)
  await api('/payments')
  await control(`/charges/${id}/pay`, {})
  await receiver.received.until(count + 2)
  for (const query of ['', '?status=delivered', `?payment=${id}`, '?type=payment.approved']) {
    await control(`/deliveries${query}`)
  }
  await control('/keys')
  await control('/webhooks')
  await control(`/deliveries?type=payment.approved&payment=${id}&wait=5`)
  await control('/reset', {})
  const { count: statements } = seen
  const plans = [...seen.texts].flatMap(sql => {
    const values = Array.from({ length: sql.split('?').length - 1 }, () => null)
    const rows = sql.includes(':') ? [] : database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values)
    return rows.map(({ detail }) => `${detail}: ${sql}`)
  })
  return { statements, plans }
}

it('runs as many statements, and none that reads a whole table', async () => {
  const few = await workWith(3)
  const many = await workWith(40)
  expect(many.plans.filter(plan => /^SCAN (?!json_each|CONSTANT)/.test(plan))).toEqual([])
  // An attempt may be recorded a turn earlier or later.
  expect(Math.abs(many.statements - few.statements)).toBeLessThanOrEqual(12)
})
