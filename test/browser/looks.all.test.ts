/** Each page of the dashboard: axe-core finds nothing, in light and dark, and nothing is cut off on a phone. */

import { expect, test } from 'vitest'
import { describeInBrowser } from '../support/browser.ts'
import { furnish } from './furnish.ts'
import { wrongWith } from './looks.ts'
import { openDashboard } from './visit.ts'

describeInBrowser('each page', windows => {
  test('is accessible in light and dark, and fits on a phone', async () => {
    const dashboard = await openDashboard(windows)
    const paths = await furnish(dashboard)
    const page = dashboard.window
    const found: string[] = []
    for (const path of paths) {
      found.push(...(await wrongWith(page, `/stores/main/${path}`)))
    }
    expect(found).toEqual([])
  })

  test('is accessible in a new store', async () => {
    const dashboard = await openDashboard(windows)
    const page = dashboard.window
    const found: string[] = []
    for (const path of ['', 'charges', 'wallet', 'keys', 'webhooks', 'websocket', 'faults']) {
      found.push(...(await wrongWith(page, `/stores/main/${path}`)))
    }
    const stranger = await (await windows()).open(dashboard.sandbox.dashboardUrl)
    found.push(...(await wrongWith(stranger, '/stores/main')))
    expect(found).toEqual([])
  })
})
