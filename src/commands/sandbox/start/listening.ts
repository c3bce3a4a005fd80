/** Where `sandbox start` listens: only on this machine, unless the caller allows more. */

import type { Output } from '#cli/output/output.ts'
import { listenFailure } from '#lib/connections.ts'
import { Failure } from '#lib/failure.ts'
import { isLoopback } from '#lib/plain-address.ts'
import type { SandboxOptions } from '#sandbox/index.ts'
import { texts } from './texts.ts'

export const LOOPBACK = '127.0.0.1'

export type Listening = Required<
  Pick<SandboxOptions, 'host' | 'port' | 'dashboardHost' | 'dashboardPort' | 'allowRemote'>
>

/** Failure (usage) if other machines would reach it without --allow-remote; a warning, whatever the format is, if they do. */
export function checkRemote(out: Output, { host, dashboardHost, allowRemote }: Listening): void {
  const hosts = [
    ['--host', host, texts.remoteApi],
    ['--dashboard-host', dashboardHost, texts.remoteDashboard],
  ] as const
  for (const [flag, host, warning] of hosts) {
    if (isLoopback(host)) continue
    if (!allowRemote) {
      throw new Failure('usage', () => texts.wouldLetOthers(flag, host), { next: texts.ifWanted })
    }
    out.warn(() => warning(host))
  }
}

/** The failure for an error of the start that comes from an address. Other errors stay. */
export function startFailure(
  error: NodeJS.ErrnoException & { side?: 'dashboard'; port?: number },
  { host, port, dashboardHost, dashboardPort = port }: Listening,
): unknown {
  if (error.side !== 'dashboard') return listenFailure(error, { host, port }, '--port', '--host')
  const dashboard = { host: dashboardHost, port: error.port ?? dashboardPort }
  return listenFailure(error, dashboard, '--dashboard-port', '--dashboard-host')
}
