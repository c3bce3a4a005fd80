/** People in front of the sandbox's dashboard. */

import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Received, Receiver } from '../sandbox/receiver.ts'
import type { NewWindows, Person, Windows } from '../support/browser.ts'
import { LocalMachine } from '../support/local.ts'
import { operatorOf, type StartedSandbox, startSandboxOn } from '../support/sandbox.ts'

export interface Dashboard extends Windows {
  machine: LocalMachine
  sandbox: StartedSandbox
  /** The first window, logged in, on the overview. */
  window: Page
  operator: ReturnType<typeof operatorOf>
  /** Opens a page of the store `main` in a new window, as `charges`. */
  visit(path?: string): Promise<Page>
}

/** Starts a sandbox in this process, and logs a person in to its dashboard by the address that it prints. */
export async function openDashboard(
  windows: NewWindows,
  { args = [], person }: { args?: string[]; person?: Person } = {},
): Promise<Dashboard> {
  const machine = new LocalMachine()
  onTestFinished(() => machine[Symbol.dispose]())
  const sandbox = await startSandboxOn(machine.host(), ...args)
  const own = await windows(person)
  const window = await own.open(sandbox.loginUrl)
  await window.waitForURL(/\/stores\/main$/)
  const visit = (path = '') => own.open(`${sandbox.dashboardUrl}/stores/main/${path}`)
  return { ...own, machine, sandbox, window, operator: operatorOf(machine), visit }
}

/** Waits until the page has this heading, and its script runs: a key that is pressed before that does nothing. */
export async function heading(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.waitForLoadState()
}

/**
 * Does what leads to another page, and waits for that one. An open page is live, so it may show what was done before it is
 * left.
 */
export async function follow(page: Page, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act()])
}

export const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const row = (page: Page, has: string) => page.getByRole('row').filter({ hasText: has })

/** Waits until the page shows a text, and all of it is there. */
export async function shows(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor()
  await page.waitForLoadState()
}

/** Closes the windows of a person; what was logged until then, such as that a server is gone, is no problem. */
export async function leave(page: Page, problems: string[]): Promise<void> {
  await page.context().close()
  problems.splice(0)
}

/** Waits until the page says that it is live: whatever changes from now on shows. */
export async function live(page: Page): Promise<void> {
  await page.locator('#live[data-state=live]').waitFor()
}

/** Resolves with the delivery of an event to a receiver, once it has come. */
export async function deliveryOf({ received }: Receiver, type: string): Promise<Received> {
  const isIt = ({ body }: Received) => JSON.parse(String(body)).type === type
  return (await received.until(all => all.some(isIt))).find(isIt)!
}

/** What a screen reader calls the element with the focus, roughly. */
const FOCUSED = `(element => {
  const copy = (element.labels?.[0] ?? element).cloneNode(true)
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove()
  return (element.getAttribute('aria-label') ?? copy.textContent).trim()
})(document.activeElement)`

/** Presses Tab until the element with this name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const focused: string = await page.evaluate(FOCUSED)
    if (name.test(focused)) return
    passed.push(focused)
  }
  throw new Error(`Tab doesn't reach ${name}: ${passed.join(' | ')}`)
}
