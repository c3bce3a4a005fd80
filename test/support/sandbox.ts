/** `sandbox start` in this process, on a host that is handed in. */

import { onTestFinished } from 'vitest'
import type { Host } from '../../src/cli/host/host.ts'
import { readConfig } from '../../src/credentials/profiles.ts'
import { Failure } from '../../src/shared/failure.ts'
import type { Run } from './pixctl.ts'
import { runCommand, type testHost } from './run.ts'

export interface StartedSandbox {
  baseUrl: string
  dashboardUrl: string
  /** Ends it as Ctrl-C does. */
  stop(): Promise<Run>
}

/** Starts it on free ports; it serves, and its profile stands, once this resolves. */
export async function startSandboxOn(
  host: ReturnType<typeof testHost>,
  ...args: string[]
): Promise<StartedSandbox> {
  const before = addresses(host)
  const controller = new AbortController()
  const run = runCommand(['sandbox', 'start', '--port', '0', '--json', ...args], {
    host: { ...host, signal: controller.signal },
  })
  const stop = () => {
    controller.abort(new Failure('interrupted', 'interrupted'))
    return run
  }
  onTestFinished(async () => void (await stop()))
  for (;;) {
    const ended = await Promise.race([run, new Promise<null>(resolve => setTimeout(resolve, 5, null))])
    if (ended) throw new Error(`it ended with ${ended.code}: ${ended.stderr}`)
    const started = addresses(host).find(each => !before.some(({ baseUrl }) => baseUrl === each.baseUrl))
    if (started) return { ...started, stop }
  }
}

function addresses({ env }: Pick<Host, 'env'>): { baseUrl: string; dashboardUrl: string }[] {
  return [...readConfig(env.PIXCTL_CONFIG_DIR!).profiles.values()].flatMap(
    ({ baseUrl = '', dashboardUrl }) => (dashboardUrl === undefined ? [] : [{ baseUrl, dashboardUrl }]),
  )
}
