/** "Edit and send" on the page of a delivery: a changed copy, as a test event. */

import { describe, expect, it } from 'vitest'
import { send, signed } from '../support/listener.ts'
import { runCommand, testHost } from '../support/run.ts'
import { openTarget, SECRET } from '../webhooks/target.ts'
import { inspecting } from './browsing.ts'

/** With what an editor or a JSON library could lose: line feeds at both ends, tabs, digits that a double loses. */
const REAL =
  '\n{"id":"evt_real","type":"payment.approved",\n\t"data":{"amount":10.50,"n":9007199254740993,"d":"é🥐"}}\n'

/** Every digit as it was. */
const SENT =
  '{"id":"evt_real","type":"payment.approved","data":{"amount":10.50,"n":9007199254740993,"d":"é🥐"}}'

async function opened(body: string | Buffer = REAL) {
  const host = testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET } })
  const listening = await inspecting(host)
  await send(listening.url, signed({ delivery: 'dlv_a', body }))
  const page = await listening.browsing.get('/deliveries/1/edit')
  return { ...listening, host, page, text: textIn(page.html) }
}

/** What a browser has in the text field: the first line feed is dropped. */
function textIn(html: string): string {
  const [, inner = ''] = /<textarea[^>]*>([^<]*)<\/textarea>/.exec(html) ?? []
  const names: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'" }
  return inner.replace(/^\n/, '').replace(/&(#?\w+);/g, (_whole, name) => names[name]!)
}

/** As a browser sends it. */
const typed = (text: string) => text.replaceAll('\n', '\r\n')

describe('a copy that is sent', () => {
  it('unchanged has the same members but for its ids, is signed, and is no attempt of the delivery', async () => {
    const target = await openTarget(response => response.writeHead(200).end('<b>thanks</b>'))
    const { browsing, text, host, page } = await opened()
    expect(page.text).toContain('never as the real event')
    const sent = await browsing.post('/deliveries/1/edit', { to: target.url, body: typed(text) })
    const [{ body, headers }] = target.got as [(typeof target.got)[0]]
    const { id } = JSON.parse(body.toString())
    expect(id).toMatch(/^pixctl_test_evt_/)
    expect(body.toString()).toBe(SENT.replace('evt_real', id))
    expect(headers['x-service-delivery']).toMatch(/^pixctl_test_dlv_/)
    expect(sent.text).toMatch(/Done 127\.0\.0\.1:\d+ answered 200 in/)
    expect(sent.text).toContain('<b>thanks</b>')
    for (const each of [id, String(headers['x-service-delivery'])]) expect(sent.text).toContain(each)
    const shown = await runCommand(['webhook', 'show', 'dlv_a', '--json'], { host })
    expect(JSON.parse(shown.stdout).attempts).toEqual([])
  })

  it('changed is sent with the change, and the page keeps it until one starts again', async () => {
    const target = await openTarget(422, 204)
    const { browsing, text } = await opened()
    const body = typed(text.replace('10.50', '20.00'))
    const sent = await browsing.post('/deliveries/1/edit', { to: target.url, body })
    const { id } = JSON.parse(target.got[0]!.body.toString())
    expect(target.got[0]!.body.toString()).toBe(SENT.replace('evt_real', id).replace('10.50', '20.00'))
    expect(sent.text).toMatch(/Note 127\.0\.0\.1:\d+ answered 422/)
    expect(textIn(sent.html)).toContain('20.00')
    const again = await browsing.get('/deliveries/1/edit?original=1')
    expect(textIn(again.html)).toBe(text)
    await browsing.post('/deliveries/1/edit', { to: target.url, body })
    expect(JSON.parse(target.got[1]!.body.toString()).id).not.toBe(id)
  })

  it('may be as long as a delivery', async () => {
    const long = JSON.stringify({ type: 'payment.approved', data: '"<é'.repeat(150_000) })
    const target = await openTarget(204)
    const { browsing, text } = await opened(long)
    const { text: says } = await browsing.post('/deliveries/1/edit', { to: target.url, body: text })
    expect(says).toContain('answered 204')
    expect(target.got[0]!.body.length).toBeGreaterThan(Buffer.byteLength(long))
  })
})

describe('nothing is sent', () => {
  // test/webhooks/edited-event.test.ts has what else is refused.
  it('of a body without a type, and what was typed stays', async () => {
    const target = await openTarget(200)
    const { browsing } = await opened()
    const body = '{"a":"<script>"}'
    const answer = await browsing.post('/deliveries/1/edit', { to: target.url, body })
    expect([answer.status, target.got]).toEqual([422, []])
    expect(answer.text).toMatch(/The body has no event type/)
    expect(textIn(answer.html)).toBe(body)
  })

  it('to another machine, before that address is confirmed, and the change is kept meanwhile', async () => {
    const { browsing, text } = await opened()
    const body = typed(text.replace('10.50', '20.00'))
    for (const confirmed of ['', 'https://other.example/']) {
      const asked = await browsing.post('/deliveries/1/edit', { to: 'shop.example/hooks', confirmed, body })
      expect(asked.status).toBe(422)
      expect(asked.text).toContain('will be signed and sent as a test to shop.example')
      expect(asked.html).toContain('name="confirmed" value="https://shop.example/hooks"')
      expect(asked.html).toContain('20.00')
      expect(asked.html).not.toContain('\\u000d')
    }
    expect(textIn((await browsing.get('/deliveries/1/edit')).html)).toContain('20.00')
  })

  it.each([
    ['no UTF-8', Buffer.from('{"type":"é"}', 'latin1')],
    ['CR', '{"type":"a",\r\n"b":1}'],
    ['a bidi character', '{"type":"a","d":"\u202e"}'],
  ])('of a body that an editor would change: with %s', async (_name, body) => {
    const { browsing, page } = await opened(body)
    expect([page.status, page.text]).toEqual([422, expect.stringContaining('webhook trigger --from')])
    expect((await browsing.get('/deliveries/1')).html).not.toContain('/deliveries/1/edit')
  })
})
