/** Sending a delivery again from its page. */

import { describe, expect, it } from 'vitest'
import { send, signed } from '../support/listener.ts'
import { runCommand, testHost } from '../support/run.ts'
import { openTarget, SECRET } from '../webhooks/target.ts'
import { inspecting } from './browsing.ts'

const machine = () => testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET } })

/** A listener with one delivery, whose page is open. */
async function opened(args: string[] = []) {
  const host = machine()
  const listening = await inspecting(host, args)
  const delivery = signed({ delivery: 'dlv_a' })
  await send(listening.url, delivery)
  const { text, html } = await listening.browsing.get('/deliveries/1')
  return { ...listening, host, delivery, text, html }
}

describe('a replay', () => {
  it('sends the same bytes with a new signature, shows the answer, and keeps the attempt', async () => {
    const target = await openTarget(200)
    const { browsing, delivery, host } = await opened()
    const { text } = await browsing.post('/deliveries/1/replay', { to: target.url })
    expect(text).toMatch(/Done 127\.0\.0\.1:\d+ answered 200 in \d+ m?s\./)
    expect(text).toMatch(/1\. Replayed to http:\/\/127\.0\.0\.1:\d+\/hooks 200/)
    const { html } = await browsing.get('/deliveries/1')
    expect(html).toContain(`name="to" value="${target.url}"`)
    expect(target.got).toHaveLength(1)
    expect(target.got[0]!.body).toEqual(delivery.body)
    expect(target.got[0]!.headers['x-service-delivery']).toBe('dlv_a')
    const shown = await runCommand(['webhook', 'show', 'dlv_a', '--json'], { host })
    expect(JSON.parse(shown.stdout).attempts).toMatchObject([{ status: 200, replay: true }])
  })

  it('goes by default to the target of its type, also after another type was sent elsewhere', async () => {
    const [paid, rest, other] = [await openTarget(200), await openTarget(200), await openTarget(200)]
    const routes = ['--forward-to', `payment.approved=${paid.url}`, '--forward-to', rest.url]
    const { url, browsing, html } = await opened(routes)
    expect(html).toContain(`name="to" value="${paid.url}"`)
    await browsing.post('/deliveries/1/replay', { to: other.url })
    await send(url, signed({ delivery: 'dlv_b', type: 'payment.created' }))
    expect((await browsing.get('/deliveries/1')).html).toContain(`name="to" value="${other.url}"`)
    expect((await browsing.get('/deliveries/2')).html).toContain(`name="to" value="${rest.url}"`)
  })

  it('that is not accepted shows the answer and what to do', async () => {
    const target = await openTarget(response => response.writeHead(422).end('no such order'))
    const { browsing } = await opened()
    const { text } = await browsing.post('/deliveries/1/replay', { to: target.url })
    expect(text).toMatch(/Not done 127\.0\.0\.1:\d+ answered 422 to dlv_a/)
    expect(text).toContain('no such order')
  })

  it.each([
    ['', /Where should it be sent\?/],
    ['http://example.com/', /would send the event and its signature unencrypted/],
  ])('to %j is refused', async (to, reason) => {
    const { browsing } = await opened()
    const { status, text } = await browsing.post('/deliveries/1/replay', { to })
    expect(status).toBe(422)
    expect(text).toMatch(reason)
  })

  it('to another machine needs a confirmation of that address', async () => {
    const { browsing, host } = await opened()
    for (const confirmed of ['', 'https://other.example/']) {
      const asked = await browsing.post('/deliveries/1/replay', { to: 'shop.example/hooks', confirmed })
      expect(asked.status).toBe(422)
      expect(asked.text).toContain('will be signed and sent to shop.example')
      expect(asked.html).toContain('name="confirmed" value="https://shop.example/hooks"')
    }
    const shown = await runCommand(['webhook', 'show', 'dlv_a', '--json'], { host })
    expect(JSON.parse(shown.stdout).attempts).toEqual([])
  })

  it.each([
    ['without the token of the form', { csrf: '' }, {}, 403],
    ['without a login', {}, { cookie: '' }, 401],
  ])('%s is refused', async (_name, fields, headers, status) => {
    const target = await openTarget(200)
    const { browsing } = await opened()
    const answer = await browsing.send('/deliveries/1/replay', { to: target.url, ...fields }, headers)
    expect(answer.status).toBe(status)
    expect(target.got).toEqual([])
  })
})
