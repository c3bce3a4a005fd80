/** Tests in a real browser: Chromium, driven by playwright-core. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { launchBrowser, missingBrowser } from '../../tools/chromium.ts'
import { describeNeeding } from './needs.ts'

/** How the console reports an answer of 400 or more. */
const STATUS = /^Failed to load resource: the server responded with a status of/

/** How long to wait for what a page should show. */
const TIMEOUT_MS = 20_000

/** A person's browser: windows that share cookies, and share none with those of another context. */
export interface Windows {
  /** Opens an address in a new window. */
  open(url: string): Promise<Page>
  /**
   * What went wrong in any of the windows: errors in the console (a violation of the Content-Security-Policy is one),
   * exceptions, requests to other origins, answers of 400 or more to requests of a page. A test that expects one
   * removes it with `splice`.
   */
  problems: string[]
}

export interface Person extends BrowserContextOptions {
  /** Origins that may be asked besides those of the addresses that are opened. */
  origins?: readonly string[]
}

/** Gives each test what it asks for: a new context, which ends with the test; a test fails if it had problems. */
export type NewWindows = (person?: Person) => Promise<Windows>

/** Tests in one browser, which they share; skipped where there is none, unless PIXCTL_REQUIRE_BROWSER=1. */
export function describeInBrowser(name: string, body: (windows: NewWindows) => void): void {
  describeNeeding({ missing: missingBrowser, requiredBy: 'PIXCTL_REQUIRE_BROWSER' }, name, () => {
    let browser: Browser
    beforeAll(async () => {
      browser = await launchBrowser()
    })
    afterAll(() => browser.close())
    body(person => newWindows(browser, person))
  })
}

async function newWindows(browser: Browser, { origins = [], ...options }: Person = {}): Promise<Windows> {
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  const allowed = new Set(origins)
  const problems: string[] = []
  context.on('console', message => {
    const isError = message.type() === 'error' && !STATUS.test(message.text())
    if (isError) problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('response', response => {
    if (response.status() < 400 || isOfPage(response)) return
    problems.push(`answer: ${response.status()} ${response.url()}`)
  })
  context.on('weberror', error => problems.push(`exception: ${error.error().message}`))
  context.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && !allowed.has(origin)) problems.push(`request: ${request.url()}`)
  })
  onTestFinished(async () => {
    await context.close()
    expect(problems).toEqual([])
  })
  const open = async (url: string) => {
    allowed.add(new URL(url).origin)
    const page = await context.newPage()
    await page.goto(url)
    return page
  }
  return { open, problems }
}

/** Of a page itself, its test sees what it says. One that isn't there is live too: it asks for itself after a change. */
function isOfPage(response: Response): boolean {
  const request = response.request()
  return request.isNavigationRequest() || (response.status() === 404 && 'pixctl-live' in request.headers())
}

/** The rules of WCAG 2.2 A and AA, and what axe-core holds to be good practice. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Those that colours and sizes decide: for a page that was scanned in another look. */
export const RULES_OF_LOOKS = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
]

/** What axe-core finds wrong with the page as it is: `rule: selector of the element: why`. */
export async function violations(page: Page, rules: readonly string[] = RULES): Promise<string[]> {
  // Loading it takes as long as many a scan.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(readFileSync(AXE, 'utf8'))
  return page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => id + ': ' + target.join(' ') + ': ' + failureSummary)))`,
  )
}

/** How many pixels of the page are out of sight to the right, or of an element. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate('document.scrollingElement.scrollWidth - innerWidth')
}
