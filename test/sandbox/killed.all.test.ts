/** A sandbox that is killed loses nothing that it has answered, and leaves nothing half done. */

import { once } from 'node:events'
import { expect, it } from 'vitest'
import { volume } from '../support/volume.ts'
import { newDataDir, startOn, startProcess } from './data-folder.ts'
import { callers, creation } from './harness.ts'
import { readOutbox } from './read-outbox.ts'
import { stream } from './realtime-client.ts'
import { expectedSignature, type Received, signedAt, startReceiver } from './receiver.ts'

const eventOf = ({ body }: Received) => JSON.parse(body.toString()).id

it('SIGKILL during creations, payments, deliveries and streams', async () => {
  const enough = volume(40, 20)
  const dataDir = newDataDir()
  const { child, addresses } = await startProcess(dataDir)
  const exited = once(child, 'exit')
  const { api, control } = callers(addresses)
  const { received, url } = await startReceiver()
  const { secret } = (await control('/webhooks', { url })).body.data
  const clients = [await stream(addresses), await stream(addresses), await stream(addresses)]
  const [created, paid, deposits]: string[][] = [[], [], []]

  const worker = async () => {
    for (;;) {
      const answer = await api('/payments', creation({ amount: 10 }))
      if (answer.status !== 201) throw new Error(answer.text)
      created!.push(answer.body.data.id)
      const payment = await control(`/charges/${answer.body.data.id}/pay`, {})
      if (payment.status !== 200) throw new Error(payment.text)
      paid!.push(answer.body.data.id)
      deposits!.push((await control('/deposits', { amount: 0.5 })).body.data.id)
      const counts = [received, ...clients.map(({ events }) => events)].map(({ all }) => all.length)
      if (Math.min(...counts) >= enough) child.kill('SIGKILL')
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: 8 }, worker))
  // Every worker ended because the connection did, not by an answer it didn't expect.
  expect(ends.map(end => end.status === 'rejected' && end.reason.code).filter(code => !code)).toEqual([])
  // Its connections may end before its lock.
  await exited
  for (const client of clients) expect(await client.closed).toMatchObject({ code: 1006 })

  const sandbox = await startOn(dataDir)
  const restarted = callers(sandbox)
  for (const id of created!) expect((await restarted.api(`/payments/${id}`)).status).toBe(200)
  for (const id of paid!) expect((await restarted.api(`/payments/${id}`)).body.data.status).toBe('PAID')
  const entries = readOutbox(sandbox, undefined, 100_000)
  const idsOf = (type: string) =>
    entries.flatMap(({ event }) => (event.type === type ? [String(event.data.paymentId)] : []))
  const [createdEvents, approved] = [idsOf('payment.created'), idsOf('payment.approved')]
  const deposited = idsOf('deposit.approved')
  for (const [ids, answered] of [
    [createdEvents, created!],
    [approved, paid!],
    [deposited, deposits!],
  ] as const) {
    expect(ids).toEqual(expect.arrayContaining(answered))
    expect(new Set(ids).size).toBe(ids.length)
  }
  // What was done but not answered is done wholly: a charge, its event; a payment, its event, its credit.
  expect((await restarted.api('/payments')).body.pagination.total).toBe(createdEvents.length)
  const centavos = approved.length * 990 + deposited.length * 50
  expect((await restarted.api('/balance')).body.data.availableBalance).toBe(centavos / 100)

  // Every event reaches the endpoint, under one id and with one body.
  const deliveries = await received.until(all => new Set(all.map(eventOf)).size === entries.length)
  const bodyOf = new Map<string, string>()
  for (const each of deliveries) {
    const [id, body] = [String(each.headers['x-service-delivery']), each.body.toString()]
    expect(bodyOf.get(id) ?? body).toBe(body)
    bodyOf.set(id, body)
    expect(each.headers['x-service-signature']).toBe(expectedSignature(secret, signedAt(each), each.body))
  }
  expect(bodyOf.size).toBe(entries.length)

  // A client that resumes gets all that it missed.
  for (const { events, sequences } of clients) {
    const rest = await stream(sandbox, sequences.at(-1))
    await rest.events.until(entries.length - events.all.length)
    const all = [...events.all, ...rest.events.all]
    expect(all.map(({ sequence, event }) => ({ sequence, event }))).toEqual(entries)
  }
})
