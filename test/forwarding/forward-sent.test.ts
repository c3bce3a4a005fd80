import { describe, expect, it } from 'vitest'
import { openInbox } from '../inbox/arriving.ts'
import { FakeClock } from '../support/clock.ts'
import { openTarget, sentHeaders, sign, signedAt } from '../webhooks/target.ts'
import { BODY, forwarding, forwardTo, headersOf, NOW, put } from './forward-loop-setup.ts'

describe('what the target gets', () => {
  it('is the same bytes, and the same headers in the same order', async () => {
    const { target, attempts } = await forwarding([204], 1)
    await attempts(1)
    const [got] = target.got
    expect(got).toMatchObject({ method: 'POST', url: '/hooks?store=1', body: BODY })
    expect(sentHeaders(got!)).toEqual(headersOf('dlv_1', sign(String(NOW), BODY)))
  })

  it.each([
    ['no text', Buffer.from([0, 0xff, 0xfe, 0x0a])],
    ['empty', Buffer.alloc(0)],
    ['a MiB', Buffer.alloc(1024 * 1024, 'x')],
  ])('is the same bytes if they are %s', async (_name, body) => {
    const target = await openTarget(204)
    const inbox = await openInbox()
    put(inbox, 1, { body })
    await (await forwardTo(target.url, inbox)).attempts(1)
    expect(target.got[0]?.body.equals(body)).toBe(true)
    expect(target.got[0]?.headers['content-length']).toBe(String(body.length))
  })

  it('has the headers of a delivery beyond ASCII and empty, as they came', async () => {
    const target = await openTarget(204)
    const inbox = await openInbox()
    const headers = ['User-Agent', 'café', 'content-type', '']
    put(inbox, 1, { headers: headers.join('\n') })
    await (await forwardTo(target.url, inbox)).attempts(1)
    expect(sentHeaders(target.got[0]!).slice(0, 4)).toEqual(headers)
  })

  it('has no other header that came, none that is too long, and each once', async () => {
    // Node refuses a request with so many headers, and would have refused this one until the end of time.
    const target = await openTarget(204)
    const inbox = await openInbox()
    const others = Array.from({ length: 200 }, (_, n) => [`X-Other-${n}`, 'x'.repeat(80)]).flat()
    const unsigned = [
      'Content-Encoding',
      'gzip',
      'X-Forwarded-For',
      '10.0.0.1',
      'X-HTTP-Method-Override',
      'DELETE',
    ]
    const headers = [
      ...others,
      ...unsigned,
      ...['Content-Type', 'application/json', 'User-Agent', 'x'.repeat(1025)],
      ...['X-Service-Event', 'e'.repeat(1024), 'x-service-event', 'second', 'X-Service-Anything', 'x'],
      ...[
        'X-Service-Delivery',
        'dlv_1',
        'X-Service-Signature',
        `${sign(String(NOW), BODY)},x=${'0'.repeat(1024)}`,
      ],
    ]
    put(inbox, 1, { headers: headers.join('\n') })
    await (await forwardTo(target.url, inbox)).attempts(1)
    expect(sentHeaders(target.got[0]!)).toEqual([
      ...['Content-Type', 'application/json', 'X-Service-Event', 'e'.repeat(1024)],
      ...['X-Service-Delivery', 'dlv_1', 'X-Service-Signature', sign(String(NOW), BODY)],
    ])
  })

  const NEW = 'a new one'
  it.each([
    ['signed now', sign(String(NOW), BODY), 0, 'the first'],
    ['signed a minute ago', sign(String(NOW), BODY), 60_000, 'the first'],
    ['signed longer ago', sign(String(NOW), BODY), 60_001, NEW],
    ['signed a minute ago in milliseconds', sign(`${NOW}000`, BODY), 60_000, 'the first'],
    ['signed longer ago in ISO 8601', sign('2026-03-10T12:00:00Z', BODY), 61_000, NEW],
    ['signed in the future', sign(String(NOW + 61), BODY), 0, NEW],
    ['with a signature that can not be read', 'sha256=abc', 0, NEW],
  ])('has a signature that verifies now: %s', async (_name, signature, ageMs, which) => {
    const target = await openTarget(204)
    const inbox = await openInbox()
    const clockAhead = new FakeClock(NOW * 1000 + ageMs)
    const headers = headersOf('dlv_1', signature)
    put(inbox, 1, { headers: headers.join('\n') })
    await (await forwardTo(target.url, inbox, { clock: clockAhead })).attempts(1)
    const [got] = target.got
    if (which === NEW) expect(signedAt(got!)).toBe(Math.floor(NOW + ageMs / 1000))
    else expect(got?.headers['x-service-signature']).toBe(signature)
    // Everything else is as it came.
    expect(sentHeaders(got!).slice(0, -2)).toEqual(headers.slice(0, -2))
    expect(sentHeaders(got!)).toHaveLength(headers.length)
  })

  it.each([
    ['another secret, if the target knows only its own', true, NEW],
    ['another secret, if the target may know it', false, 'the first'],
  ])('is signed with %s', async (_name, isOnlySecret, which) => {
    const target = await openTarget(204)
    const inbox = await openInbox()
    const signature = sign(String(NOW), BODY)
    put(inbox, 1, { headers: headersOf('dlv_1', signature).join('\n') })
    const setting = { secret: 'whsec_of_the_target', isOnlySecret }
    await (await forwardTo(target.url, inbox, setting)).attempts(1)
    const got = target.got[0]!.headers['x-service-signature']
    if (which === NEW) expect(got).toBe(sign(String(NOW), BODY, 'whsec_of_the_target'))
    else expect(got).toBe(signature)
  })

  it.each([
    ['if none came', 'User-Agent\n1'],
    [
      'if two came',
      `User-Agent\n1\nX-Service-Signature\n${sign(String(NOW), BODY)}\nx-service-signature\nt=1`,
    ],
    ['if there are no headers at all', ''],
  ])('has one signature %s', async (_name, headers) => {
    const target = await openTarget(204)
    const inbox = await openInbox()
    put(inbox, 1, { headers })
    await (await forwardTo(target.url, inbox)).attempts(1)
    expect(signedAt(target.got[0]!)).toBe(NOW)
    expect(sentHeaders(target.got[0]!)).toHaveLength(headers === '' ? 2 : 4)
  })

  it('has the headers asked for, in place of those it has of that name', async () => {
    const { target, attempts } = await forwarding([204], 1, {
      extraHeaders: [
        ['Authorization', 'Bearer abc'],
        ['Content-Type', 'text/plain'],
      ],
    })
    await attempts(1)
    expect(sentHeaders(target.got[0]!).slice(-4)).toEqual([
      ...['Authorization', 'Bearer abc', 'Content-Type', 'text/plain'],
    ])
    expect(sentHeaders(target.got[0]!).filter(each => each.toLowerCase() === 'content-type')).toHaveLength(1)
  })
})
