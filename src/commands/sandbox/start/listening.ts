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

/** Failure (usage) if other machines would reach it without --allow-remote, or both sides have the same port. */
export function listeningOf(flags: ListeningFlags): Listening {
  for (const name of ['host', 'dashboard-host'] as const) checkHost(name, flags)
  const { host, port, 'dashboard-host': dashboardHost, 'dashboard-port': dashboardPort } = flags
  const allowRemote = flags['allow-remote']
  if (port !== 0 && port === dashboardPort) {
    throw new Failure('usage', () => texts.portOfApi(port), { next: texts.chooseOther })
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
  return error.side === 'dashboard'
    ? listenFailure(
        error,
        { host: dashboardHost, port: error.port ?? dashboardPort },
        '--dashboard-port',
        '--dashboard-host',
      )
    : listenFailure(error, { host, port: error.port ?? port }, '--port', '--host')
}

function checkHost(name: 'host' | 'dashboard-host', flags: ListeningFlags): void {
  const host = flags[name]
  // One colon is a port; an IPv6 address has more.
  if (host === '' || /[\s/[\]@]|^[^:]*:\d*$/.test(host)) {
    throw new Failure('usage', () => texts.badHost(`--${name}`, JSON.stringify(host)), {
      next: () => texts.hostExample(`--${name}`),
    })
  }
  if (isLoopback(host) || flags['allow-remote']) return
  throw new Failure('usage', () => texts.wouldLetOthers(`--${name}`, host), { next: texts.ifWanted })
}
