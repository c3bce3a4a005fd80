/** What can be wrong with how a page looks. */

import type { Page } from 'playwright-core'
import { RULES_OF_LOOKS, sidewaysOverflow, violations } from '../support/browser.ts'

/**
 * Opens a path, light in a wide window, then dark on a phone: both layouts and both sets of colours. Gives what axe-core
 * finds, and how much is out of sight.
 */
export async function wrongWith(page: Page, path: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(new URL(path, page.url()).href)
  const found = await violations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  const overflow = await sidewaysOverflow(page)
  if (overflow > 0) found.push(`${overflow} pixels are out of sight`)
  found.push(...(await violations(page, RULES_OF_LOOKS)).map(each => `dark: ${each}`))
  return found.map(each => `${path}: ${each}`)
}
