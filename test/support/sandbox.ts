/** `sandbox start` in this process, on a host that is handed in. */

import { onTestFinished } from 'vitest'
import { Stopped } from '../../src/shared/failure.ts'
import type { Run } from './pixctl.ts'
import { runCommand, type testHost } from './run.ts'

/** The line it prints. */
interface SandboxLine {
  baseUrl: string
  realtimeUrl: string
  dashboardUrl: string
  apiKey: string
  wsToken: string
}

export interface StartedSandbox extends SandboxLine {
  /** Ends it as Ctrl-C does, or as SIGTERM. */
  stop(by?: 'interrupted' | 'terminated'): Promise<Run>
}

/** Starts it on free ports; it serves, and its profile stands, once this resolves. It ends with the test. */
export async function startSandboxOn(
  host: ReturnType<typeof testHost>,
  ...args: string[]
): Promise<StartedSandbox> {
  const sandbox = await keepSandboxOn(host, ...args)
  onTestFinished(async () => void (await sandbox.stop()))
  return sandbox
}

/** The same, until it is stopped. */
export async function keepSandboxOn(
  host: ReturnType<typeof testHost>,
  ...args: string[]
): Promise<StartedSandbox> {
  const controller = new AbortController()
  const signal = AbortSignal.any([host.signal, controller.signal])
  const { promise, resolve } = Promise.withResolvers<SandboxLine>()
  const run = runCommand(['sandbox', 'start', '--port', '0', '--json', ...args], {
    host: { ...host, signal },
    onOutput: text => {
      if (/^\{.*\n$/.test(text)) resolve(JSON.parse(text))
    },
  })
  const ended = run.then(({ code, stderr }) => Promise.reject(new Error(`it ended with ${code}: ${stderr}`)))
  const stop = (by: 'interrupted' | 'terminated' = 'interrupted') => {
    controller.abort(new Stopped(by))
    return run
  }
  return { ...(await Promise.race([promise, ended])), stop }
}
