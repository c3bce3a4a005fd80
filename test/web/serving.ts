/** A demo site that serves, and a browser that is logged in to it. */

import { onTestFinished } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { listen } from '#web/server.ts'
import type { NewWindows, Person } from '../support/browser.ts'
import { demoData, demoSite } from './demo.tsx'

/** A demo site that serves, on a port (any free one by default). */
export async function serving(port = 0, data = demoData(), clock = systemClock) {
  const watchers = new Set<() => void>()
  const server = await listen('127.0.0.1', port)
  const site = demoSite({
    data,
    port: server.port,
    clock,
    onFault: () => {},
    watch: fn => {
      watchers.add(fn)
      return () => watchers.delete(fn)
    },
  })
  server.serve(site.app, () => {})
  let closed: Promise<void> | undefined
  const close = () => {
    site.close()
    closed ??= server.close()
    return closed
  }
  onTestFinished(close)
  const origin = `http://127.0.0.1:${server.port}`
  const changed = () => {
    for (const tell of watchers) tell()
  }
  return {
    site,
    data,
    origin,
    port: server.port,
    changed,
    close,
    loginUrl: () => origin + site.newLoginPath(),
  }
}

export type Serving = Awaited<ReturnType<typeof serving>>

/** A page of a browser that is logged in, with its script. */
export async function loggedIn(windows: NewWindows, at: Serving, path = '/', person: Person = {}) {
  const { open, problems } = await windows(person)
  const page = await open(at.loginUrl())
  await page.locator('h1', { hasText: 'Charges' }).waitFor()
  await page.waitForLoadState()
  if (path !== '/') await page.goto(at.origin + path)
  return { page, open, problems }
}
