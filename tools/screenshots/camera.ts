/** Takes pictures of pages: light at three widths, and dark where asked. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { withFewColours } from './png.ts'

/** Width and height of the window: a phone, a tablet, a desk. */
export const WINDOWS = [
  [360, 740],
  [800, 900],
  [1440, 900],
] as const

export interface Picture {
  /** Of the file: `name-360.png`. */
  name: string
  title: string
  /** With its query. */
  path: string
  /** Also dark, at the last width. */
  dark?: boolean
  /** The one width to take it at, in place of all. */
  width?: number
  /** What to do on the page first. */
  prepare?(page: Page): Promise<void>
}

interface Session {
  origin: string
  /** The address that logs in. */
  login: string
  pages: readonly Picture[]
  folder: string
  /** Of the browser. */
  locale: string
  /** At the end of each file's name. */
  suffix?: string
}

export async function take(
  browser: Browser,
  { origin, login, pages, folder, locale, suffix = '' }: Session,
): Promise<void> {
  const context = await browser.newContext({ locale, timezoneId: 'America/Sao_Paulo' })
  const page = await context.newPage()
  await page.goto(login)
  await page.locator('#live[data-state=live]').waitFor()
  for (const { name, path, dark, width: only, prepare } of pages) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(new URL(path, origin).href)
    await prepare?.(page)
    for (const [width, height] of WINDOWS) {
      if (only !== undefined && width !== only) continue
      await page.setViewportSize({ width, height })
      // What the script does depends on the size.
      await page.reload()
      await shoot(page, join(folder, `${name}-${width}${suffix}`))
    }
    if (!dark) continue
    await page.emulateMedia({ colorScheme: 'dark' })
    await shoot(page, join(folder, `${name}-${WINDOWS.at(-1)![0]}-dark`))
  }
  await context.close()
}

async function shoot(page: Page, file: string): Promise<void> {
  await page.locator('#live[data-state=live]').waitFor()
  const taken = await page.screenshot({ caret: 'hide', animations: 'disabled' })
  writeFileSync(`${file}.png`, withFewColours(taken))
}
