/** Webhook endpoints at the dashboard: adding, listing, testing, removing, and whose secret is whose. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StoreProfiles } from '#sandbox/index.ts'
import { nowhere } from '../support/receivers.ts'
import { expectRefusal, startHarness } from './harness.ts'
import { readOutbox } from './read-outbox.ts'
import { expectedSignature, signedAt, startReceiver, status } from './receiver.ts'

const EVENTS = [
  'payment.created',
  'payment.approved',
  'payment.expired',
  'payment.failed',
  'deposit.approved',
]

describe('endpoints', () => {
  it('show their secret once, and are listed without it', async () => {
    const { control, clock } = await startHarness()
    const url = 'https://shop.example/pix?shop=1'
    const added = await control('/webhooks', { url, events: ['payment.failed', 'payment.created'] })
    expect(added.status).toBe(201)
    expect(added.body.data).toEqual({
      id: expect.stringMatching(/^we_[0-9a-f]{16}$/),
      url,
      events: ['payment.created', 'payment.failed'],
      secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
    })
    clock.advance(1000)
    const other = (await control('/webhooks', { url })).body.data
    expect(other.id).not.toBe(added.body.data.id)
    expect(other.secret).not.toBe(added.body.data.secret)

    const list = await control('/webhooks')
    const counts = { pending: 0, delivered: 0, failed: 0, lastAttempt: null }
    const { secret: _secret, ...first } = added.body.data
    const [before, now] = [-1000, 0].map(ms => new Date(clock.now() + ms).toISOString())
    expect(list.body.data).toEqual([
      { ...first, createdAt: before, ...counts },
      { id: other.id, url, events: [], createdAt: now, ...counts },
    ])
    expect(list.text).not.toContain('whsec_')
  })

  it('are at https addresses, or on this machine', async () => {
    const { control } = await startHarness()
    const accepted = [
      ['http://127.0.0.1:4242', 'http://127.0.0.1:4242/'],
      ['http://localhost/x', 'http://localhost/x'],
      ['http://[::1]:80/x', 'http://[::1]/x'],
      ['http://127.9.9.9/', 'http://127.9.9.9/'],
      ['HTTPS://Shop.Example/A', 'https://shop.example/A'],
    ]
    for (const [url, kept] of accepted) {
      expect((await control('/webhooks', { url })).body.data.url).toBe(kept)
    }
  })

  it.each([
    'http://10.0.0.1/',
    'http://127.0.0.1.shop.example/',
    'http://localhost.shop.example/',
    'https://user:password@shop.example/',
    'https://shop.example/#part',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    `https://shop.example/${'x'.repeat(2048)}`,
    ...['shop.example', '4242', '', null, 4242, undefined],
  ])('are refused at %j', async url => {
    const { control } = await startHarness()
    const answer = await control('/webhooks', { url })
    expectRefusal(answer, 400, 'invalid_url')
    expect(answer.text).not.toContain('password@')
    expect((await control('/webhooks')).body.data).toEqual([])
  })

  it('at http addresses of other machines are for a sandbox with allowRemote, as the refusal says', async () => {
    const url = 'http://shop:3000/pix'
    const { control } = await startHarness({ allowRemote: true })
    expect((await control('/webhooks', { url })).body.data.url).toBe(url)
    for (const wrong of ['ftp://shop/', 'http://user@shop/', 'http://shop/#part'])
      expectRefusal(await control('/webhooks', { url: wrong }), 400, 'invalid_url')
    const closed = await startHarness()
    const refused = await closed.control('/webhooks', { url })
    expectRefusal(refused, 400, 'invalid_url')
    expect(refused.body.error).toContain('--allow-remote')
  })

  it('are for the named events, each listed once, or for all', async () => {
    const { control } = await startHarness()
    const url = 'http://127.0.0.1:1/'
    const eventsOf = async (events: unknown) => (await control('/webhooks', { url, events })).body.data.events
    expect(await eventsOf(undefined)).toEqual([])
    expect(await eventsOf([])).toEqual([])
    expect(await eventsOf([...EVENTS].reverse())).toEqual(EVENTS)
    expect(await eventsOf(['payment.failed', 'payment.failed'])).toEqual(['payment.failed'])
    for (const events of [['payment.paid'], ['endpoint.test'], 'payment.failed', [null], null, {}]) {
      const answer = await control('/webhooks', { url, events })
      expectRefusal(answer, 400, 'invalid_events')
      for (const type of EVENTS) expect(answer.text).toContain(type)
    }
  })

  it('that are removed are sent nothing any more, not what was pending either', async () => {
    const { control, clock, attempts } = await startHarness()
    const [removed, kept] = [await startReceiver(status(500)), await startReceiver(status(500))]
    const { id } = (await control('/webhooks', { url: removed.url })).body.data
    await control('/webhooks', { url: kept.url })
    await control('/deposits', { amount: 1 })
    await attempts.until(2)
    const answer = await control(`/webhooks/${id}`, undefined, { method: 'DELETE' })
    expect(answer.body).toEqual({ data: { id } })
    clock.advance(60_000)
    await attempts.until(3)
    await control('/deposits', { amount: 1 })
    await attempts.until(4)
    expect(removed.received.all).toHaveLength(1)
    expect(kept.received.all).toHaveLength(3)
    expect((await control('/webhooks')).body.data).toHaveLength(1)
    const again = await control(`/webhooks/${id}`, undefined, { method: 'DELETE' })
    expectRefusal(again, 404, 'endpoint_not_found')
  })

  it('that are unknown are a 404', async () => {
    const { control } = await startHarness()
    expectRefusal(await control('/webhooks/we_none/test', {}), 404, 'endpoint_not_found')
  })
})

describe('endpoint.test', () => {
  it('is sent at once, for every event filter, and answered with the status of the endpoint', async () => {
    const { control, clock, sandbox } = await startHarness()
    const receiver = await startReceiver(status(202))
    const events = ['payment.failed']
    const { id, secret } = (await control('/webhooks', { url: receiver.url, events })).body.data
    const answer = await control(`/webhooks/${id}/test`, {})
    expect(answer.status).toBe(200)
    const [received] = receiver.received.all
    const { headers, body } = received!
    const delivery = headers['x-service-delivery']
    expect(answer.body.data).toEqual({ delivery, to: receiver.url, status: 202, error: null, ms: 0 })
    expect(headers['x-service-event']).toBe('endpoint.test')
    expect(headers['x-service-signature']).toBe(expectedSignature(secret, signedAt(received!), body))
    expect(JSON.parse(body.toString())).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'endpoint.test',
      createdAt: new Date(clock.now()).toISOString(),
      storeId: 'store_sandbox',
      data: { endpointId: id },
    })
    expect(readOutbox(sandbox)).toEqual([])
  })

  it.each([
    ['an answer that is no 2xx', async () => (await startReceiver(status(500))).url, 500, null],
    ['no answer', nowhere, null, 'connection refused'],
  ])('is sent once: the result shows %s, and no delivery is listed', async (_name, url, code, error) => {
    const { control, clock } = await startHarness()
    const { id } = (await control('/webhooks', { url: await url() })).body.data
    const { data } = (await control(`/webhooks/${id}/test`, {})).body
    expect(data).toMatchObject({ status: code, error })
    expect((await control('/webhooks')).body.data).toMatchObject([
      { pending: 0, delivered: 0, failed: 0, lastAttempt: null },
    ])
    expect(clock.pending).toBe(0)
  })
})

describe('the endpoints of the sandbox', () => {
  const url = 'http://127.0.0.1:1/'
  const NO_PROFILES: StoreProfiles = {
    nameOf: store => store,
    refusal: async () => null,
    add: async () => {},
    update: async () => {},
    remove: async () => {},
  }

  it('are reported with their secrets, before the change is answered', async () => {
    const reported: unknown[] = []
    const { control, sandbox } = await startHarness({
      profiles: {
        ...NO_PROFILES,
        update: async ({ endpoints }) => {
          await setTimeout(50)
          reported.push(endpoints)
        },
      },
    })
    expect(sandbox.endpoints).toEqual([])
    const add = async () => {
      const { id, secret } = (await control('/webhooks', { url })).body.data
      return { id, url, secret }
    }
    const first = await add()
    expect(reported).toEqual([[first]])
    const second = await add()
    expect(reported).toEqual([[first], [first, second]])
    await control(`/webhooks/${first.id}`, undefined, { method: 'DELETE' })
    expect(reported.at(-1)).toEqual([second])
    await control(`/webhooks/${second.id}`, undefined, { method: 'DELETE' })
    expect(reported.at(-1)).toEqual([])
  })

  it('are kept when reporting them fails, and the failure is reported as a fault', async () => {
    const faults: unknown[] = []
    const { control } = await startHarness({
      profiles: { ...NO_PROFILES, update: () => Promise.reject(new Error('no room')) },
      onFault: fault => faults.push(fault),
    })
    const answer = await control('/webhooks', { url })
    expect(answer.status).toBe(201)
    expect(faults).toEqual([expect.objectContaining({ message: 'no room' })])
    expect((await control('/webhooks')).body.data).toHaveLength(1)
  })
})

describe('a proxy', () => {
  it('is used for https endpoints, and not for http ones of this machine', async () => {
    const proxy = createServer()
    const connects: string[] = []
    proxy.on('connect', (request, socket) => {
      connects.push(request.url ?? '')
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    onTestFinished(() => void proxy.close())
    const httpsProxy = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const { control } = await startHarness({ proxy: { httpsProxy, noProxy: undefined } })
    const receiver = await startReceiver()
    const statusAt = async (url: string) => {
      const { id } = (await control('/webhooks', { url })).body.data
      return (await control(`/webhooks/${id}/test`, {})).body.data.status
    }
    expect(await statusAt('https://shop.example/hook')).toBe(null)
    expect(await statusAt(receiver.url)).toBe(204)
    // Nobody speaks TLS there: without the proxy there is no answer either.
    expect(await statusAt(receiver.url.replace('http://127.0.0.1', 'https://shop.localhost'))).toBe(null)
    expect(await statusAt(receiver.url.replace('127.0.0.1', 'shop.localhost'))).toBe(204)
    expect(connects).toEqual(['shop.example:443'])
  })
})
