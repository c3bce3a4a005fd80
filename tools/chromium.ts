/** Chromium without a window, driven by playwright-core. */

import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'

const CHROMIUM = process.env.PIXCTL_TEST_CHROMIUM ?? '/usr/bin/chromium'
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-proxy-server',
  // Whatever a page asks for, nothing leaves this machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** Why there is no browser here; null if there is one. */
export const missingBrowser = existsSync(CHROMIUM)
  ? null
  : `no browser at ${CHROMIUM}; install chromium, or name another with PIXCTL_TEST_CHROMIUM`

/** Starts it; playwright-core gives it a new profile folder and --no-sandbox, which root needs. */
export async function launchBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
}
