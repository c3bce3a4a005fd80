/** The realtime channel before the sandbox serves, and when something goes wrong inside: the outbox is the truth. */

import { once } from 'node:events'
import type { ClientRequest } from 'node:http'
import { Hono } from 'hono'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { Database } from '#sandbox/core/database.ts'
import { listen } from '#sandbox/rest/http.ts'
import { startRest } from './harness.ts'
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

describe('what goes wrong inside', () => {
  const STORE = 'store_sandbox'

  const hide = (database: Database) => database.exec('ALTER TABLE outbox RENAME TO hidden')
  const show = (database: Database) => database.exec('ALTER TABLE hidden RENAME TO outbox')

  it('a change that is undone is not streamed, and the next one takes its sequence', async () => {
    const parts = await startRest()
    const { outbox } = parts.service
    const { database } = parts
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
    const parts = await startRest()
    const { outbox } = parts.service
    const { database, faults } = parts
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
