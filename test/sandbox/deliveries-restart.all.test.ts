/** Deliveries outlive the process, however it ends. */

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FakeClock } from '../support/clock.ts'
import { newDataDir } from './data-folder.ts'
import { startHarness } from './harness.ts'
import { expectedSignature, type Received, signedAt, silence, startReceiver, status } from './receiver.ts'

const MINUTE = 60_000

/** Runs of the sandbox on one data folder, in one time. */
function runs() {
  const clock = new FakeClock()
  const dataDir = newDataDir()
  return { clock, dataDir, start: () => startHarness({ dataDir, clock }) }
}

const idOf = ({ headers }: Received) => String(headers['x-service-delivery'])

describe('a pending delivery', () => {
  it('waits for its time in the next run too, with its number, id and body', async () => {
    const { clock, start } = runs()
    const receiver = await startReceiver(status(500))
    const first = await start()
    const { secret } = (await first.control('/webhooks', { url: receiver.url })).body.data
    const begun = clock.now()
    await first.control('/deposits', { amount: 1 })
    await first.attempts.until(1)
    clock.advance(MINUTE)
    await first.attempts.until(2)
    await first.sandbox.close()

    clock.advance(2 * MINUTE)
    const second = await start()
    clock.advance(3 * MINUTE)
    const [attempt] = await second.attempts.until(1)
    expect(attempt).toMatchObject({ attempt: 3, at: begun + 6 * MINUTE })
    const received = receiver.received.all
    expect(new Set(received.map(idOf)).size).toBe(1)
    expect(received.every(({ body }) => body.equals(received[0]!.body))).toBe(true)
    for (const each of received) {
      expect(each.headers['x-service-signature']).toBe(expectedSignature(secret, signedAt(each), each.body))
    }
  })

  it('waits no longer because the clock of the machine is set back', async () => {
    const { clock, start } = runs()
    const receiver = await startReceiver(status(500))
    const { control, attempts } = await start()
    await control('/webhooks', { url: receiver.url })
    await control('/deposits', { amount: 1 })
    await attempts.until(1)
    clock.jump(-60 * MINUTE)
    clock.advance(MINUTE)
    const [, second] = await attempts.until(2)
    // Signed and noted by the time of day.
    expect(second).toMatchObject({ attempt: 2, at: clock.now() })
  })

  it('whose time has passed in between is sent as soon as the sandbox runs', async () => {
    const { clock, start } = runs()
    const receiver = await startReceiver(status(500))
    const first = await start()
    await first.control('/webhooks', { url: receiver.url })
    await first.control('/deposits', { amount: 1 })
    await first.attempts.until(1)
    await first.sandbox.close()
    clock.suspend(60 * MINUTE)
    receiver.answer = status(204)
    const second = await start()
    expect(await second.attempts.until(1)).toMatchObject([{ attempt: 2, state: 'delivered' }])
  })

  it('under way when the sandbox closes has 2 s to be answered', async () => {
    const { start } = runs()
    const first = await start()
    let answer = () => {}
    const receiver = await startReceiver(response => {
      answer = () => void response.writeHead(204).end()
    })
    await first.control('/webhooks', { url: receiver.url })
    await first.control('/deposits', { amount: 1 })
    await receiver.received.until(1)
    const closed = first.sandbox.close()
    answer()
    await closed
    expect(first.attempts.all).toMatchObject([{ state: 'delivered' }])
    const second = await start()
    expect((await second.control('/webhooks')).body.data).toMatchObject([{ delivered: 1 }])
  })

  it('not answered by then is cut, and sent again by the next run', async () => {
    const { start } = runs()
    const receiver = await startReceiver(silence)
    const first = await start()
    await first.control('/webhooks', { url: receiver.url })
    await first.control('/deposits', { amount: 1 })
    await receiver.received.until(1)
    await first.sandbox.close()
    expect(first.attempts.all).toEqual([])

    receiver.answer = status(204)
    const second = await start()
    expect(await second.attempts.until(1)).toMatchObject([{ attempt: 1, state: 'delivered' }])
    const [one, other] = receiver.received.all
    expect(idOf(one!)).toBe(idOf(other!))
  })
})

describe('the secrets of endpoints', () => {
  it("stay, and are beside the sandbox's own in secrets.json", async () => {
    const { dataDir, start } = runs()
    const first = await start()
    const url = 'http://127.0.0.1:1/'
    const one = (await first.control('/webhooks', { url })).body.data
    const other = (await first.control('/webhooks', { url })).body.data
    const kept = () => JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
    expect(kept()).toEqual({
      'api-key': first.sandbox.apiKey,
      'ws-token': first.sandbox.wsToken,
      'webhook-secret': one.secret,
      endpoints: [one, other].map(({ id, secret }) => ({ id, url, secret })),
    })
    await first.sandbox.close()
    const holding = (secret: string) =>
      readdirSync(dataDir).filter(file => readFileSync(join(dataDir, file)).includes(secret))
    expect(holding(one.secret)).toEqual(['sandbox.db', 'secrets.json'])
    expect(holding(other.secret)).toEqual(['sandbox.db', 'secrets.json'])

    // As after a crash between the database and the file.
    rmSync(join(dataDir, 'secrets.json'))
    const second = await start()
    expect(second.sandbox.endpoints).toMatchObject([one, other].map(({ secret }) => ({ secret })))
    expect(kept()['webhook-secret']).toBe(one.secret)
    await second.control(`/webhooks/${one.id}`, undefined, { method: 'DELETE' })
    expect(kept()['webhook-secret']).toBe(other.secret)
    await second.control(`/webhooks/${other.id}`, undefined, { method: 'DELETE' })
    expect(Object.keys(kept()).sort()).toEqual(['api-key', 'ws-token'])
  })
})
