/** What a target gets, byte by byte, which answers of it count, and what is recorded of them. */

import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type Sending, sendOnce, targetHeaders } from '#forwarding/send.ts'
import { createPost, type Post } from '#forwarding/targets.ts'
import { openInbox } from '#inbox/open.ts'
import { systemClock } from '#lib/clock.ts'
import { FakeClock } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Answer, openTarget, SECRET, sentHeaders, sign } from '../webhooks/target.ts'
import { logEvent } from './scripted-log.ts'

/** The time of the clock, in seconds. */
const NOW = Date.parse('2026-03-10T12:00:00.000Z') / 1000
const BODY = Buffer.from('{ "description":"café \\u00e9",\r\n"amount":10.50}\n')

const postWith = (timeoutMs = 10_000, clock = systemClock): Post =>
  createPost({ env: {}, clock, version: '1.2.3', signal: new AbortController().signal }, timeoutMs)

/** Sends an event to a target that answers so. */
async function send(
  answer: Answer,
  {
    event = logEvent({ id: 1, body: BODY }),
    ...over
  }: Partial<Sending> & { event?: ReturnType<typeof logEvent> } = {},
) {
  const target = await openTarget(answer)
  const sending = { to: target.url, post: postWith(), secret: SECRET, clock: new FakeClock(), ...over }
  const sent = await sendOnce(event, targetHeaders(event, sending), sending)
  return { sent, got: target.got[0]! }
}

describe('a target gets', () => {
  it('the same bytes, with headers that are made anew', async () => {
    const { got } = await send(204)
    expect(got).toMatchObject({ method: 'POST', url: '/hooks?store=1', body: BODY })
    expect(sentHeaders(got)).toEqual([
      ...['User-Agent', 'pixctl/1.2.3', 'Content-Type', 'application/json'],
      ...['X-Service-Event', 'payment.created', 'X-Service-Delivery', 'dlv_1'],
      ...['X-Service-Signature', sign(String(NOW), BODY)],
    ])
  })

  it.each([
    ['no text', Buffer.from([0, 0xff, 0xfe, 0x0a])],
    ['empty', Buffer.alloc(0)],
    ['a MiB', Buffer.alloc(1024 * 1024, 'x')],
  ])('the same bytes if they are %s', async (_name, body) => {
    const { got } = await send(204, { event: logEvent({ id: 1, body }) })
    expect(got.body.equals(body)).toBe(true)
    expect(got.headers['content-length']).toBe(String(body.length))
  })

  it('the headers asked for, in place of its own of that name', async () => {
    const extraHeaders = [
      ['Authorization', 'Bearer abc'],
      ['content-type', 'text/plain'],
      ['User-Agent', 'x'],
    ] as const
    const { got } = await send(204, { extraHeaders })
    expect(sentHeaders(got).filter(each => /^(user-agent|content-type)$/i.test(each))).toHaveLength(2)
    expect(got.headers).toMatchObject({
      ...{ authorization: 'Bearer abc', 'content-type': 'text/plain', 'user-agent': 'x' },
    })
  })

  it('a type that no header can have without what can not be sent', async () => {
    const event = logEvent({ id: 1, type: `pagó\r\nX-Evil: 1 ${'x'.repeat(300)}` })
    const { got } = await send(204, { event })
    expect(got.headers['x-service-event']).toMatch(/^pag\?\?\?X-Evil:\?1\?x{184}$/)
    expect(got.headers['x-evil']).toBeUndefined()
  })

  it('nothing of what was not signed of a delivery and its copies', async () => {
    const inbox = await openInbox({ dataDir: temporaryFolder(), profile: 'default' })
    const real = { type: 'payment.approved', eventId: 'evt_1', store: '', paymentId: 'pay_1', body: BODY }
    const came = { channel: 'webhook', receivedAt: '2026-03-10T12:00:00.000Z', forward: true } as const
    const headers = 'X-Service-Event\nendpoint.test\nContent-Type\ntext/html\nContent-Encoding\ngzip'
    for (const delivery of ['dlv_1', 'dlv_2']) {
      await inbox.writing.insert({ ...real, ...came, delivery, headers })
    }
    const lease = (await inbox.queue.lease('forwarding', 'alone', []))!
    const events = await inbox.queue.claim(lease, 10)
    await inbox.close()
    const { got } = await send(204, { event: events[0]! })
    expect(events).toHaveLength(1)
    expect(sentHeaders(got).slice(2, -2)).toEqual([
      ...['Content-Type', 'application/json', 'X-Service-Event', 'payment.approved'],
      ...['X-Service-Delivery', 'dlv_1'],
    ])
  })
})

describe('the status is that of the answer', () => {
  const begins =
    (status: number, then: (response: ServerResponse) => void): Answer =>
    response => {
      response.writeHead(status, { 'content-length': '10' })
      response.write('half', () => then(response))
    }

  it.each([200, 299, 304, 503])('%i', async status => {
    expect((await send(status)).sent).toMatchObject({ status, error: null })
  })

  it.each([301, 308])('%i, and it is not followed', async status => {
    const elsewhere = await openTarget(204)
    const { sent } = await send(response => response.writeHead(status, { location: elsewhere.url }).end())
    expect([sent.status, elsewhere.got]).toEqual([status, []])
  })

  it.each([
    ['is cut short', begins(200, response => response.destroy())],
    ['never ends', begins(200, () => {})],
  ])('also if its body %s', async (_name, answer) => {
    expect((await send(answer)).sent).toMatchObject({ status: 200, error: null, answer: 'half' })
  })
})

describe('no answer', () => {
  it.each([
    ['never comes', () => {}, 'TIMEOUT 0.1'],
    ['is a connection that is cut', (response: ServerResponse) => response.destroy(), 'UND_ERR_SOCKET'],
  ] as const)('%s', async (_name, answer, error) => {
    const { sent } = await send(answer, { post: postWith(50) })
    expect(sent).toMatchObject({ status: null, error, answer: '' })
  })

  it('comes from a target that does not listen', async () => {
    const target = await openTarget(204)
    await target.stop()
    const { sent } = await send(204, { to: target.url })
    expect(sent).toMatchObject({ status: null, error: 'ECONNREFUSED', answer: '' })
  })
})

describe('what is kept of an answer', () => {
  it('is when it was asked for, and how long that took, whatever the time of day is set to', async () => {
    const clock = new FakeClock()
    const pass = () => {
      clock.suspend(40)
      clock.jump(-3_600_000)
    }
    const answer: Answer = response => {
      pass()
      response.writeHead(204).end()
    }
    const { sent } = await send(answer, { clock, post: postWith(10_000, clock) })
    expect(sent).toMatchObject({ at: '2026-03-10T12:00:00.000Z', ms: 40 })
    const cut = async () => {
      pass()
      throw new Error('cut')
    }
    expect((await send(204, { clock, post: cut })).sent).toMatchObject({ ms: 40, error: 'cut' })
  })

  it.each([
    ['three', '€'],
    ['four', '😀'],
  ])('cuts no character of %s bytes in two', async (_name, character) => {
    const { sent } = await send(response => response.writeHead(500).end(`xx${character.repeat(500)}`))
    expect(sent.answer).toMatch(new RegExp(`^xx(${character}){250,}$`, 'u'))
  })

  it('is at most a thousand characters, without the secrets that were sent', async () => {
    const answer: Answer = (response, got) =>
      response
        .writeHead(500)
        .end(`${SECRET}, bare ${SECRET.slice(6)}, ${got.headers.authorization} ${'x'.repeat(2000)}`)
    const { sent } = await send(answer, { extraHeaders: [['Authorization', 'Bearer 8d1f0b7c2e']] })
    expect(sent.answer).toMatch(/^whsec_\*\*\*, bare \*\*\*, \*\*\* x{900,}$/)
    expect(sent.answer.length).toBeLessThanOrEqual(1000)
  })
})
