/** What people do in the inspector of `webhook listen`, in a real browser. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser, type NewWindows, sidewaysOverflow } from '../support/browser.ts'
import { send, signed } from '../support/listener.ts'
import { startListening } from '../support/listening.ts'
import { runCommand, testHost } from '../support/run.ts'
import { openTarget, SECRET } from '../webhooks/target.ts'
import { wrongWith } from './looks.ts'
import { button, follow, heading, link, live, shows, tabTo } from './visit.ts'

/** A listener, and a person who is logged in to its inspector. */
async function openInspector(windows: NewWindows, args: string[] = []) {
  const host = testHost({ env: { PIXCTL_WEBHOOK_SECRET: SECRET } })
  const { url, says } = await startListening(host, ['--inspect', '0', ...args])
  const [, loginUrl] = await says(/^inspect at (.*)$/m)
  const own = await windows()
  const window = await own.open(loginUrl!)
  await heading(window, 'Deliveries')
  await live(window)
  return { ...own, host, url, window }
}

const rows = (page: Page) => page.getByRole('list', { name: /Deliveries/ }).getByRole('listitem')

describeInBrowser('the inspector', windows => {
  test('shows a refused delivery as it comes, and why it was refused', async () => {
    const { host, url, window } = await openInspector(windows)
    await shows(window, 'No delivery yet')
    const { body, headers } = signed({ data: { amount: 10.5 } })
    // As a proxy that parses JSON passes it on.
    const pretty = Buffer.from(JSON.stringify(JSON.parse(body.toString()), null, 2))
    await send(url, { body: pretty, headers })
    await rows(window).first().waitFor()
    await link(window, /^Rejected/).click()
    await rows(window).getByRole('link').click()
    const why = window.getByRole('region', { name: 'Why it was rejected' })
    await why.getByText("the signature doesn't match").waitFor()
    await why.getByText('The JSON was parsed and written again after signing').waitFor()
    // The same as the command says of the same bytes.
    const verify = await runCommand(
      ['webhook', 'verify', '--signature', String(headers['X-Service-Signature']), '--json'],
      { host: testHost({ env: { ...host.env, PIXCTL_WEBHOOK_SECRET: SECRET }, input: pretty }) },
    )
    const { hints } = JSON.parse(verify.stdout)
    expect(hints).toEqual(['reserialized_json'])
    for (const hint of hints) await why.getByText(hint).waitFor()
  })

  test('shows the attempts to forward, and replays with the keyboard alone', async () => {
    const target = await openTarget(503, 200)
    const { url, window, host } = await openInspector(windows)
    const delivery = signed({ delivery: 'dlv_a' })
    await send(url, delivery)
    await send(url, signed({ type: 'payment.created' }))
    await expect.poll(() => rows(window).count()).toBe(2)
    const { keyboard } = window
    await keyboard.press('/')
    await keyboard.type('dlv_a')
    await keyboard.press('Enter')
    await expect.poll(() => rows(window).count()).toBe(1)
    await live(window)
    await keyboard.press('j')
    await keyboard.press('Enter')
    await heading(window, /payment\.approved/)
    await window.getByLabel('Send it to').fill(target.url)
    await follow(window, () => keyboard.press('Enter'))
    await shows(window, /answered 503/)
    // The address is kept, so the key alone is enough.
    await follow(window, () => keyboard.press('r'))
    await shows(window, /answered 200 in/)
    expect(target.got.map(({ body }) => body)).toEqual([delivery.body, delivery.body])
    expect(await window.locator('.timeline > li').count()).toBe(3)
    const shown = await runCommand(['webhook', 'show', 'dlv_a', '--json'], { host })
    const { attempts } = JSON.parse(shown.stdout) as { attempts: { status: number }[] }
    expect(attempts.map(({ status }) => status)).toEqual([503, 200])
  })

  test('sends a changed copy of a delivery as a test in two clicks, with every digit, and shows the answer', async () => {
    const target = await openTarget(response => response.writeHead(422).end('<i>no such order</i>'), 204)
    const { url, window } = await openInspector(windows)
    const body = '{"type":"payment.approved","id":"evt_1","data":{"amount":10.50,"d":"é🥐"}}'
    await send(url, signed({ delivery: 'dlv_a', body }))
    await rows(window).first().getByRole('link').click()
    await heading(window, /payment\.approved/)
    await window.getByLabel('Send it to').fill(target.url)
    await follow(window, () => window.keyboard.press('Enter'))
    await shows(window, /answered 422/)

    await follow(window, () => link(window, 'Edit and send').click())
    await follow(window, () => button(window, 'Send the test').click())
    await shows(window, /answered 204/)
    const answer = window.locator('#answer')
    await answer.getByText('204', { exact: true }).waitFor()
    const [, sent] = target.got as [(typeof target.got)[0], (typeof target.got)[0]]
    const { id } = JSON.parse(sent.body.toString())
    expect(sent.body.toString()).toBe(body.replace('evt_1', id))
    await answer.getByText(id).waitFor()

    // With the keyboard, and a change in the middle.
    await window
      .getByLabel('Body')
      .fill((await window.getByLabel('Body').inputValue()).replace('10.50', '20.00'))
    await tabTo(window, /Send the test/)
    await follow(window, () => window.keyboard.press('Enter'))
    await shows(window, /answered 204/)
    expect(target.got[2]!.body.toString().replace(/pixctl_test_evt_\w+/, 'evt_1')).toBe(
      body.replace('10.50', '20.00'),
    )
    expect(await wrongWith(window, '/deliveries/1/edit')).toEqual([])
  })

  test('opens another row with the key of its button, and never sends what is open in its place', async () => {
    const { url, window } = await openInspector(windows)
    await send(url, signed({ type: 'payment.created' }))
    await send(url, signed({ type: 'payment.approved' }))
    await expect.poll(() => rows(window).count()).toBe(2)
    await rows(window).first().getByRole('link').click()
    await heading(window, /payment\.approved/)
    await window.keyboard.press('j')
    await window.keyboard.press('r')
    await heading(window, /payment\.created/)
    expect(await window.locator('.timeline > li').count()).toBe(1)
  })

  test('is accessible in light and dark, fits on a phone, and shows what is hostile as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>\u202e</script><script>alert(2)</script>'
    const long = `${'W'.repeat(300)}${hostile}`
    const target = new URL('p'.repeat(200), (await openTarget(204)).url).href
    const { url, window } = await openInspector(windows, ['--forward-to', target])
    const found = await wrongWith(window, '/')
    // Without the bidi character it can be edited.
    const description = long.replace('\u202e', '')
    await send(url, signed({ type: `payment.${'x'.repeat(90)}`, data: { description } }))
    await send(url, signed({ body: long, headers: { 'X-Long': 'y'.repeat(2_000) } }))
    await send(url, signed({ secret: 'whsec_another', data: { description: long } }))
    await expect.poll(() => rows(window).count()).toBe(3)
    const paths = await window
      .locator('[data-row]')
      .evaluateAll(links =>
        links.map(each => (each as unknown as { getAttribute(name: string): string }).getAttribute('href')),
      )
    for (const path of ['/', '/?search=nothing', ...paths, '/deliveries/1/edit', '/deliveries/99']) {
      found.push(...(await wrongWith(window, path)))
    }
    expect(found).toEqual([])
    expect(await sidewaysOverflow(window)).toBeLessThanOrEqual(0)
  })
})
