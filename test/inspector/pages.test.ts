/** The inspector of a listener, over HTTP. */

import { describe, expect, it } from 'vitest'
import { openInbox, take } from '../inbox/arriving.ts'
import { send, signed } from '../support/listener.ts'
import { runCommand, testHost } from '../support/run.ts'
import { openTarget, SECRET } from '../webhooks/target.ts'
import { inspecting, linksIn } from './browsing.ts'

const machine = () => testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET } })
/** What every hostile text has: if it is in a page as it is, it became markup. */
const MARKUP = '<script>alert(1)</script>'

describe('the list', () => {
  it('shows events and refused deliveries together, the newest first', async () => {
    const { url, browsing } = await inspecting(machine())
    const first = signed({ delivery: 'dlv_1', id: 'evt_1', type: 'payment.created' })
    await send(url, first)
    await send(url, { ...first, headers: { ...first.headers, 'X-Service-Signature': undefined } })
    await expect
      .poll(async () => (await browsing.get('/')).text)
      .toMatch(/rejected 401 no signature .* accepted/)
    const refused = await browsing.get('/?verdict=rejected')
    expect([linksIn(refused, 'refused').length, linksIn(refused, 'deliveries').length]).toEqual([1, 0])
    const accepted = await browsing.get('/?verdict=accepted')
    expect(linksIn(accepted, 'deliveries')).toEqual(['/deliveries/1'])
    // The words of the commands.
    expect(accepted.html).toMatch(/<option value="rejected">rejected<.*<option value="none">none</)
  })

  it('has an event once, which says how often and how it came', async () => {
    const host = machine()
    const { url, browsing } = await inspecting(host)
    const inbox = await openInbox(host.env.PIXCTL_DATA_DIR)
    const tailed = { channel: 'realtime', delivery: 'realtime_evt_1', forward: false } as const
    await take(inbox, { ...tailed, eventId: 'evt_1' })
    expect((await browsing.get('/deliveries/1')).text).not.toContain('Arrivals')
    for (const delivery of ['dlv_1', 'dlv_2']) await send(url, signed({ delivery, id: 'evt_1' }))
    const list = await browsing.get('/')
    expect(linksIn(list, 'deliveries')).toEqual(['/deliveries/1'])
    expect(list.text).toContain('came 3 times')
    expect((await browsing.get('/deliveries/1')).text).toMatch(
      /Arrivals Received over the realtime channel .* realtime_evt_1 Received over the webhook .* dlv_1 .* dlv_2/,
    )
  })

  it('without a delivery says which address to register, and how to send a test', async () => {
    const { url, browsing } = await inspecting(machine())
    const { text } = await browsing.get('/')
    expect(text).toContain(`No delivery yet`)
    expect(text).toContain(`pixctl webhook trigger payment.approved --to ${url}`)
    expect((await browsing.get('/?search=nothing')).text).toContain('Nothing matches these filters')
  })

  it('has pages, on which each delivery is once, also while more arrive', async () => {
    const { url, browsing } = await inspecting(machine())
    const sent = Array.from({ length: 60 }, (_, n) => signed({ delivery: `dlv_p${n}`, id: `evt_p${n}` }))
    for (const each of sent) await send(url, each)
    const first = await browsing.get('/')
    const next = /href="(\/\?after=[^"]+)"/.exec(first.html)![1]!
    await send(url, signed())
    const second = await browsing.get(next)
    const paths = [first, second].flatMap(page => linksIn(page, 'deliveries'))
    expect(paths).toHaveLength(60)
    expect(new Set(paths).size).toBe(60)
  })

  it('finds by text, type and state', async () => {
    const target = await openTarget(500)
    const { url, browsing } = await inspecting(machine(), ['--forward-to', target.url])
    await send(url, signed({ type: 'payment.created', data: { description: 'Açaí' } }))
    await send(url, signed({ type: 'payment.expired' }))
    const count = async (query: string) => linksIn(await browsing.get(`/${query}`), 'deliveries').length
    expect(await count('?search=acai')).toBe(1)
    expect(await count('?forward=pending')).toBe(2)
    expect(await count('?time=1h')).toBe(2)
    expect(await count('?verdict=nonsense&time=x&after=y')).toBe(2)
  })
})

describe('a refused delivery', () => {
  /** Its page, once it is kept. */
  async function pageOf({ browsing }: Awaited<ReturnType<typeof inspecting>>) {
    await expect.poll(async () => (await browsing.get('/refused/1')).status).toBe(200)
    return browsing.get('/refused/1')
  }

  it('has the diagnosis of webhook verify with each cause, also of one that was too large for the listener', async () => {
    const listening = await inspecting(machine())
    const bare = SECRET.replace('whsec_', '')
    const { body, headers } = signed({ secret: bare, data: { description: 'x'.repeat(9_000) } })
    await send(listening.url, { headers, body: Buffer.concat([body, Buffer.from('\n')]) })
    const { text } = await pageOf(listening)
    expect(text).toContain("Rejected: the signature doesn't match. ")
    expect(text).toMatch(/sends the bytes as they are\. +\( *trailing_newline +in webhook verify\)/)
    expect(text).toMatch(/whole secret, whsec_ included\. +\( *secret_prefix +in webhook verify\)/)
  })

  it('by another secret says which one it was checked with', async () => {
    const listening = await inspecting(machine())
    await send(listening.url, signed({ secret: 'whsec_another_secret' }))
    const { text, html } = await pageOf(listening)
    expect(text).toContain(`checked with the signing secret of PIXCTL_WEBHOOK_SECRET, …${SECRET.slice(-4)}.`)
    expect(text).toContain('compare its last four characters')
    expect(html).not.toContain(SECRET.slice(6))
  })

  it('can hold anything, which is never markup', async () => {
    const listening = await inspecting(machine())
    const headers = {
      'X-Service-Event': MARKUP,
      'X-Other': `"onload="${MARKUP}`,
      'X-Service-Delivery': MARKUP,
    }
    await send(listening.url, signed({ headers, body: `{"a":"${MARKUP}\u202e"}`, secret: 'whsec_other' }))
    await pageOf(listening)
    for (const path of ['/refused/1', '/']) {
      const { html } = await listening.browsing.get(path)
      expect(html).not.toContain(MARKUP)
      expect(html).toContain('&lt;script&gt;')
      expect(html).not.toContain('\u202e')
    }
    const body = await listening.browsing.get('/refused/1/body')
    expect(body.headers.get('content-disposition')).toBe('attachment; filename="refused-1.body"')
    expect(body.headers.get('content-type')).toBe('application/octet-stream')
    expect(body.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('a saved delivery', () => {
  it('shows its body to the byte, its headers and its attempts', async () => {
    const target = await openTarget((response, _got) => response.writeHead(422).end(`no: ${MARKUP}`), 200)
    const listening = await inspecting(machine(), ['--forward-to', target.url])
    const { browsing, url } = listening
    await send(url, signed({ delivery: 'dlv_a', data: { description: 'x' } }))
    await target.requests(2)
    await expect.poll(async () => (await browsing.get('/deliveries/1')).text).toMatch(/on attempt 2/)
    const { text, html } = await browsing.get('/deliveries/1')
    expect(text).toMatch(
      /Accepted and forwarded: http:\/\/127\.0\.0\.1:\d+\/hooks answered 200 on attempt 2\./,
    )
    expect(text).toMatch(/2\. Forwarded to http:\/\/127\.0\.0\.1:\d+\/hooks 200/)
    expect(text).toMatch(/1\. Forwarded to http:\/\/127\.0\.0\.1:\d+\/hooks 422/)
    expect(html).not.toContain(MARKUP)
    await browsing.post('/deliveries/1/replay', { to: '127.0.0.1:1' })
    expect((await browsing.get('/deliveries/1')).text).toMatch(
      /answered 200 on attempt 2\. Later it was sent again: http:\/\/127\.0\.0\.1:1\/ gave no answer on attempt 3\./,
    )
  })

  it('with a large body shows its start, with other bytes what is text, and gives all of it as a file', async () => {
    const { browsing, url } = await inspecting(machine())
    const body = `{"a":"${'x'.repeat(900_000)}"}`
    await send(url, signed({ body }))
    await send(url, signed({ body: Buffer.from([0xff, 0xfe, 0x00, 0x41]) }))
    const large = await browsing.get('/deliveries/1')
    expect(large.html.length).toBeLessThan(100_000)
    expect(large.text).toContain('The first 32768 are shown')
    expect((await browsing.get('/deliveries/1/body')).html).toBe(body)
    const { html, text } = await browsing.get('/deliveries/2')
    expect(text).toContain('bytes that are not UTF-8')
    expect(html).toContain('\ufffd\ufffd\\u0000A')
  })

  it('is at no other address', async () => {
    const { browsing, url } = await inspecting(machine())
    await send(url, signed())
    for (const path of ['/deliveries/2', '/deliveries/1e3', '/refused/1', '/refused/..%2f1', '/nothing']) {
      expect([path, (await browsing.get(path)).status]).toEqual([path, 404])
    }
  })
})

describe('live updates', () => {
  it('say that something has arrived, and end with the listener', async () => {
    const { browsing, url, stop } = await inspecting(machine())
    const { body } = await browsing.live()
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    await send(url, signed())
    let seen = ''
    while (!seen.includes('event: changed')) seen += (await reader.read()).value
    expect((await stop()).code).toBe(130)
    // Its end, or that the connection was cut: nothing keeps it open.
    await reader.closed.catch(() => {})
  })

  it('come for what another process does', async () => {
    const target = await openTarget(200)
    const host = machine()
    const { browsing, url } = await inspecting(host)
    await send(url, signed({ delivery: 'dlv_a' }))
    await runCommand(['webhook', 'replay', 'dlv_a', '--to', target.url], { host })
    await expect.poll(async () => (await browsing.get('/deliveries/1')).text).toMatch(/1\. Replayed to/)
  })
})

describe('without the login', () => {
  it('there is nothing to see', async () => {
    const { browsing, url } = await inspecting(machine())
    await send(url, signed({ delivery: 'dlv_secret' }))
    for (const path of ['/', '/deliveries/1', '/deliveries/1/body', '/live']) {
      const answer = await fetch(browsing.origin + path)
      expect(answer.status).toBe(401)
      expect(await answer.text()).not.toContain('dlv_secret')
    }
  })
})
