/** Each page of the dashboard: axe-core finds nothing, in light and dark, and nothing is cut off on a phone. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser, RULES_OF_LOOKS, sidewaysOverflow, violations } from '../support/browser.ts'
import { type Dashboard, openDashboard, row, startReceiver } from './visit.ts'

/** No place to break a line, right-to-left, markup, and letters of several bytes. */
const LONG = `${'W'.repeat(40)}<img src=x onerror=alert(1)>\u202eçãé`

/** A store with something of everything, in its longest form. */
async function furnish({ operator, window }: Dashboard): Promise<string[]> {
  const receiver = await startReceiver(count => (count % 3 === 0 ? 500 : 204))
  const url = `${receiver.url}${'long-path-'.repeat(20)}`
  const pixctl = async (...args: string[]) => {
    const { code, stdout, stderr } = await operator.pixctl([...args, '--json'])
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  const { id: endpoint } = await pixctl('sandbox', 'webhook', 'add', url)
  await pixctl('sandbox', 'seed', '8')
  await pixctl('sandbox', 'deposit', '99999.99')
  await pixctl('sandbox', 'fault', 'add', '--on', 'list', '--status', '503')
  const { id: charge } = await pixctl('charge', 'create', '--amount', '999.99', '--description', LONG)
  const { id: pending } = await pixctl('charge', 'create', '--amount', '1', '--description', LONG)
  await pixctl('sandbox', 'pay', charge)
  await receiver.event('payment.approved')
  await window.goto(new URL(`/stores/main/webhooks/${endpoint}`, window.url()).href)
  await row(window, 'delivered').first().waitFor()
  const delivery = await row(window, 'payment.approved').getByRole('link').first().getAttribute('href')
  return [
    '',
    ...['charges', 'charges?search=nothing', 'charges/new', `charges/${charge}`, `charges/${pending}`],
    ...[`pay/${charge}`, `pay/${pending}`, 'wallet', 'keys', 'webhooks', `webhooks/${endpoint}`],
    ...['websocket', 'faults', 'charges/nothing'],
    delivery!.replace('/stores/main/', ''),
  ]
}

describeInBrowser('each page', windows => {
  test('is accessible in light and dark, and fits on a phone', async () => {
    const dashboard = await openDashboard(windows)
    const paths = await furnish(dashboard)
    const page = dashboard.window
    const found: string[] = []
    for (const path of paths) {
      await page.goto(`${dashboard.sandbox.dashboardUrl}/stores/main/${path}`)
      found.push(...(await wrongWith(page)).map(each => `${path}: ${each}`))
    }
    expect(found).toEqual([])
  }, 60_000)

  test('is accessible in a new store', async () => {
    const dashboard = await openDashboard(windows)
    const page = dashboard.window
    const found: string[] = []
    for (const path of ['', 'charges', 'wallet', 'keys', 'webhooks', 'websocket', 'faults']) {
      await page.goto(`${dashboard.sandbox.dashboardUrl}/stores/main/${path}`)
      found.push(...(await wrongWith(page)).map(each => `${path}: ${each}`))
    }
    const stranger = await (await windows()).open(dashboard.sandbox.dashboardUrl)
    found.push(...(await wrongWith(stranger)).map(each => `login: ${each}`))
    expect(found).toEqual([])
  })
})

/** Light in a wide window, dark on a phone: both layouts and both sets of colours. */
async function wrongWith(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 800 })
  const found = await violations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  const overflow = await sidewaysOverflow(page)
  if (overflow > 0) found.push(`${overflow} pixels are out of sight`)
  return [...found, ...(await violations(page, RULES_OF_LOOKS)).map(each => `dark: ${each}`)]
}
