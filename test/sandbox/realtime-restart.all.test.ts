/** The realtime channel outlives the process, however it ends: the outbox is the truth. */

import { once } from 'node:events'
import type { ClientRequest } from 'node:http'
import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { type Database, openDatabase } from '#sandbox/core/database.ts'
import { Service } from '#sandbox/core/service.ts'
import { ensureFirstStore } from '#sandbox/core/stores.ts'
import { newWsToken, Realtime } from '#sandbox/realtime/server.ts'
import { restApp } from '#sandbox/rest/app.ts'
import { listen } from '#sandbox/rest/http.ts'
import { FakeClock } from '../support/clock.ts'
import { newDataDir, startOn, startProcess } from './data-folder.ts'
import { callers, creation, noFaults } from './harness.ts'
import { readOutbox } from './read-outbox.ts'
import { openRealtime, RealtimeClient, stream } from './realtime-client.ts'

describe('during the start', () => {
  it('a WebSocket asked for before the sandbox serves waits for it', async () => {
    const listener = await listen('127.0.0.1', 0)
    onTestFinished(() => listener.close())
    const client = new WebSocket(`ws://127.0.0.1:${listener.port}/realtime`)
    client.on('error', () => {})
    const answered = once(client, 'unexpected-response')
    await connected(client)
    listener.serve(new Hono(), () => {})
    const [, response] = await answered
    expect(response.statusCode).toBe(404)
  })

  it('one that waits is cut when the start fails', async () => {
    const listener = await listen('127.0.0.1', 0)
    const client = new RealtimeClient(`ws://127.0.0.1:${listener.port}/realtime`)
    await connected(client.socket)
    await listener.close()
    expect(await client.closed).toMatchObject({ code: 1006 })
  })
})

/** Resolves once the request for a WebSocket has been sent. */
async function connected(client: WebSocket): Promise<void> {
  const { _req: request } = client as unknown as { _req: ClientRequest }
  if (!request.writableFinished) await once(request, 'finish')
}

describe('SIGKILL', () => {
  it('during a stream loses no event: a client that resumes gets all that it missed', async () => {
    const dataDir = newDataDir()
    const { child, addresses } = await startProcess(dataDir)
    const exited = once(child, 'exit')
    const { api, control } = callers(addresses)
    const clients: RealtimeClient[] = []
    for (let n = 0; n < 5; n++) clients.push(await stream(addresses))
    const worker = async () => {
      for (;;) {
        const { id } = (await api('/payments', creation({ amount: 10 }))).body.data
        await control(`/charges/${id}/pay`, {})
        if (clients.every(({ events }) => events.all.length >= 100)) child.kill('SIGKILL')
      }
    }
    await Promise.allSettled(Array.from({ length: 8 }, worker))
    await exited
    for (const client of clients) expect(await client.closed).toMatchObject({ code: 1006 })

    const sandbox = await startOn(dataDir)
    await callers(sandbox).control('/deposits', { amount: 1 })
    const entries = readOutbox(sandbox, undefined, 100_000)
    for (const client of clients) {
      expect(client.events.all.length).toBeGreaterThanOrEqual(100)
      const rest = await stream(sandbox, client.sequences.at(-1))
      await rest.events.until(entries.length - client.events.all.length)
      const all = [...client.events.all, ...rest.events.all]
      expect(all.map(({ sequence, event }) => ({ sequence, event }))).toEqual(entries)
    }
  })
})

describe('what goes wrong inside', () => {
  const STORE = 'store_sandbox'

  /** The parts of a sandbox, so that a test can reach into its database. */
  async function startParts() {
    const faults: unknown[] = []
    const onFault = (fault: unknown) => faults.push(fault)
    const clock = new FakeClock()
    const database = openDatabase(':memory:')
    const context = { database, clock, onFault }
    const service = new Service({ ...context, deliver: () => {} })
    const { outbox } = service
    const wsToken = newWsToken()
    ensureFirstStore(database)
    const storeWithToken = (token: string) => (token === wsToken ? STORE : null)
    const realtime = new Realtime({ ...context, outbox, storeWithToken, faults: noFaults() })
    const listener = await listen('127.0.0.1', 0)
    listener.serve(
      restApp({ ...context, service, faults: noFaults(), rateLimit: 'off' }),
      onFault,
      realtime.upgrade,
    )
    onTestFinished(async () => {
      await Promise.all([realtime.close(), listener.close()])
      service.stop()
      database.close()
    })
    return { database, outbox, wsToken, faults, realtimeUrl: `ws://127.0.0.1:${listener.port}/realtime` }
  }

  const hide = (database: Database) => database.exec('ALTER TABLE outbox RENAME TO hidden')
  const show = (database: Database) => database.exec('ALTER TABLE hidden RENAME TO outbox')

  it('a change that is undone is not streamed, and the next one takes its sequence', async () => {
    const parts = await startParts()
    const { database, outbox } = parts
    const client = await stream(parts)
    const undone = () =>
      database.transaction(() => {
        outbox.add('payment.created', STORE, 0, { undone: true })
        throw new Error('undone')
      })
    expect(undone).toThrow('undone')
    await client.settled()
    expect(client.events.all).toEqual([])
    database.transaction(() => outbox.add('payment.created', STORE, 0, { undone: false }))
    expect(await client.events.until(1)).toMatchObject([
      { sequence: '9007199254740993', event: { data: { undone: false } } },
    ])
  })

  it('an outbox that cannot be read closes the connections with 1011, and loses nothing', async () => {
    const parts = await startParts()
    const { database, outbox, faults } = parts
    const client = await stream(parts)
    database.transaction(() => {
      outbox.add('payment.created', STORE, 0, {})
      hide(database)
    })
    expect(await client.closed).toEqual({ code: 1011, reason: 'internal error' })
    const refused = await openRealtime(parts)
    refused.send({ op: 'auth', token: parts.wsToken })
    expect(await refused.closed).toEqual({ code: 1011, reason: 'internal error' })
    expect(faults.map(String)).toEqual([
      expect.stringContaining('no such table'),
      expect.stringContaining('no such table'),
    ])
    show(database)
    database.transaction(() => outbox.add('payment.approved', STORE, 0, {}))
    const again = await stream(parts, '0')
    await again.events.until(2)
    expect(again.sequences).toEqual(['9007199254740993', '9007199254740994'])
  })
})
