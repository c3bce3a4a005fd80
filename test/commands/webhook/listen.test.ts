/** `webhook listen`: what is accepted, what is refused, and what a script gets. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Listener, localListeningMachine, send, signed } from '../../support/listener.ts'
import { rows } from '../../support/store.ts'
import { SECRET } from '../../webhooks/target.ts'

const NO_MARKS = { reason: null, hints: null, note: null, sameDepositAs: null }
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('a signed delivery', () => {
  it('is answered with 204 and no body, and shown as a line of JSON with the payload as it came', async () => {
    const listener = await Listener.start(localListeningMachine())
    const body = '{"type":"payment.approved", "id":"evt_1","b":1,\n "1":2,"big":9007199254740993,"x":1.50e0}'
    const { status, text } = await listener.send(signed({ delivery: 'dlv_1', body }))
    expect({ status, text }).toEqual({ status: 204, text: '' })
    await listener.shows(1)
    expect(listener.stdout).toMatch(/^[^\n]+\n$/)
    expect(listener.stdout).toContain('9007199254740993')
    const payload = { type: 'payment.approved', id: 'evt_1', b: 1, 1: 2, big: expect.any(Number), x: 1.5 }
    const facts = { delivery: 'dlv_1', type: 'payment.approved', eventId: 'evt_1' }
    const answered = { verdict: 'accepted', status: 204, receivedAt: expect.stringMatching(ISO) }
    expect(listener.lines).toEqual([{ ...facts, ...answered, ...NO_MARKS, payloadBase64: null, payload }])
  })

  it('may be signed with any of several secrets, and be as old as --tolerance allows', async () => {
    const both = { PIXCTL_WEBHOOK_SECRET: `whsec_the_old_one ${SECRET}` }
    const listener = await Listener.start(localListeningMachine(both), '--tolerance', '7200')
    const at = Math.floor(Date.now() / 1000)
    const stale = { at: at - 7000 }
    const answers = [
      await listener.send(signed({ secret: 'whsec_the_old_one' })),
      await listener.send(signed({ secret: SECRET, ...stale })),
      await listener.send(signed({ at: at - 7300 })),
      await listener.send(signed({ secret: 'whsec_a_third_one' })),
    ]
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 401, 401])
  })

  it('is shown although its body is nested very deep', async () => {
    const listener = await Listener.start(localListeningMachine())
    const body = `${'['.repeat(300_000)} ${']'.repeat(300_000)}`
    expect((await listener.send(signed({ body }))).status).toBe(204)
    await listener.shows(1)
    expect(listener.stdout).toContain(`"payload":${body.replace(' ', '')}}`)
  })
})

describe('an unsigned header', () => {
  it('never turns a body without a type into a payment', async () => {
    const listener = await Listener.start(localListeningMachine())
    await listener.send(signed({ body: '{"data":{"paymentId":"pay_1"}}', type: 'payment.approved' }))
    await listener.send(signed({ body: '{"orderId":"order_1"}', type: 'checkout.paid' }))
    const [first, second] = await listener.shows(2)
    expect(first).toMatchObject({ type: 'unknown', note: 'unsigned_event' })
    expect(second).toMatchObject({ type: 'checkout.paid', note: 'unsigned_event' })
  })
})

describe('what is refused', () => {
  const now = Math.floor(Date.now() / 1000)
  const REFUSED: [Parameters<typeof signed>[0], number, string][] = [
    [{ headers: { 'X-Service-Signature': undefined } }, 401, 'missing_signature'],
    [{ secret: 'whsec_another_secret' }, 401, 'signature_mismatch'],
    [{ at: now - 301 }, 401, 'timestamp_outside_tolerance'],
    // One that a command would take for a flag.
    [{ headers: { 'X-Service-Delivery': '-x' } }, 400, 'missing_delivery'],
    [{ body: Buffer.alloc(1024 * 1024 + 1, 32) }, 413, 'too_large'],
    [{ headers: { 'Content-Encoding': 'gzip' } }, 415, 'content_encoding'],
  ]

  it('is a line without its payload, and nothing of it is kept', async () => {
    const machine = localListeningMachine()
    const listener = await Listener.start(machine)
    for (const [index, [options, status, reason]] of REFUSED.entries()) {
      const delivery = signed({ delivery: 'dlv_1', ...options })
      expect((await listener.send(delivery)).status, reason).toBe(status)
      const lines = await listener.shows(index + 1)
      const nothing = { ...NO_MARKS, eventId: null, payload: null, payloadBase64: null }
      expect(lines[index]).toEqual({
        ...{ delivery: reason === 'missing_delivery' ? null : 'dlv_1', type: 'payment.approved' },
        ...{ verdict: 'rejected', status, receivedAt: expect.stringMatching(ISO) },
        ...{ ...nothing, reason },
        // On a busy machine the search may not end.
        hints: reason === 'signature_mismatch' ? expect.toBeOneOf([[], null]) : [],
      })
    }
    await listener.end()
    expect((await machine.pixctl(['webhook', 'deliveries', '--json'])).stdout).toBe('[]\n')
  })

  it('is 404 for another path, 405 for another method, and neither is shown', async () => {
    const listener = await Listener.start(localListeningMachine(), '--path', '/hooks/pix', '--debug')
    const base = `http://127.0.0.1:${listener.port}`
    const delivery = signed()
    expect(listener.url).toBe(`${base}/hooks/pix`)
    expect((await send(base, delivery)).status).toBe(404)
    expect((await send(`${base}/hooks/pix/`, delivery)).status).toBe(404)
    const get = await send(listener.url, { headers: {}, body: Buffer.alloc(0), method: 'GET' })
    expect({ status: get.status, allow: get.headers.allow }).toEqual({ status: 405, allow: 'POST' })
    expect((await send(`${listener.url}?shop=1`, delivery)).status).toBe(204)
    expect(await listener.shows(1)).toHaveLength(1)
    await listener.says(/GET \/hooks\/pix 405/)
    await listener.says(/POST \/hooks\/pix\/ 404/)
  })

  it('says once how to see what was refused, and which secret was tried, but never the secret', async () => {
    const listener = await Listener.startAs(localListeningMachine(), [])
    for (let n = 0; n < 2; n++) await listener.send(signed({ secret: 'whsec_another_secret' }))
    const { stderr } = await listener.end()
    expect(stderr.match(/pixctl webhook deliveries --rejected/g)).toHaveLength(1)
    expect(stderr).toContain(
      `signature does not match: checked with the signing secret of PIXCTL_WEBHOOK_SECRET, …${SECRET.slice(-4)}`,
    )
    expect(stderr).not.toContain(SECRET.slice(6))
  })
})

describe('notes', () => {
  it('say that a transport test approves nothing, and that a deposit has two events', async () => {
    const listener = await Listener.start(localListeningMachine())
    const data = { paymentId: 'pay_same' }
    await listener.send(signed({ type: 'endpoint.test' }))
    await listener.send(signed({ id: 'evt_a', data }))
    await listener.send(signed({ id: 'evt_b', data, type: 'deposit.approved' }))
    expect(await listener.shows(3)).toMatchObject([
      { note: 'transport_test' },
      { note: null, sameDepositAs: null },
      { verdict: 'accepted', sameDepositAs: 'evt_a' },
    ])
  })

  it('are on stderr when rows are on stdout', async () => {
    const machine = localListeningMachine()
    const listener = await Listener.startAs(machine, [])
    await listener.send(signed({ delivery: 'dlv_1', type: 'endpoint.test' }))
    await listener.send(signed({ delivery: 'dlv_\t2', headers: { 'X-Service-Delivery': 'dlv_2' } }))
    await listener.send(signed({ delivery: 'dlv_3', secret: 'whsec_another_secret' }))
    const { stdout, stderr } = await listener.end()
    expect(rows(stdout)).toEqual([
      [expect.stringMatching(ISO), 'dlv_1', 'endpoint.test', 'accepted', '204'],
      [expect.stringMatching(ISO), 'dlv_2', 'payment.approved', 'accepted', '204'],
      [expect.stringMatching(ISO), 'dlv_3', 'payment.approved', 'rejected', '401'],
    ])
    expect(stderr).toContain('delivery dlv_1: test, proves no payment')
    // Nothing of those that have written them is left.
    expect(readdirSync(join(machine.dataDir, 'profiles', 'default'))).toEqual(['rejected.db', 'state.db'])
  })
})
