/** Where `sandbox start` listens: only on this machine, unless the caller allows more. */

import type { Output } from '#cli/output/output.ts'
import { listenFailure } from '#lib/connections.ts'
import { Failure } from '#lib/failure.ts'
import { isLoopback } from '#lib/plain-address.ts'
import type { SandboxOptions } from '#sandbox/index.ts'
import { texts } from './texts.ts'

export const LOOPBACK = '127.0.0.1'

export type Listening = Required<Pick<SandboxOptions, 'host' | 'port' | 'dashboardHost' | 'allowRemote'>> &
  Pick<SandboxOptions, 'dashboardPort'>

interface ListeningFlags {
  host: string
  port: number
  'dashboard-host': string
  'dashboard-port': number | undefined
  'allow-remote': boolean
}

/** Failure (usage) if other machines would reach it without --allow-remote. */
export function listeningOf(flags: ListeningFlags): Listening {
  const { host, port, 'dashboard-host': dashboardHost, 'dashboard-port': dashboardPort } = flags
  const allowRemote = flags['allow-remote']
  for (const name of ['host', 'dashboard-host'] as const) {
    if (isLoopback(flags[name]) || allowRemote) continue
    throw new Failure('usage', () => texts.wouldLetOthers(`--${name}`, flags[name]), { next: texts.ifWanted })
  }
  return { host, port, dashboardHost, allowRemote, ...(dashboardPort === undefined ? {} : { dashboardPort }) }
}

/** A host that opens the sandbox is said on stderr, whatever the format is. */
export function warnOfRemote(out: Output, { host, dashboardHost }: Listening): void {
  if (!isLoopback(host)) out.warn(() => texts.remoteApi(host))
  if (!isLoopback(dashboardHost)) out.warn(() => texts.remoteDashboard(dashboardHost))
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
