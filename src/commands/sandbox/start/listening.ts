/** Where `sandbox start` listens: only on this machine, unless the caller allows more. */

import type { Output } from '../../../cli/output/output.ts'
import { Failure } from '../../../shared/failure.ts'
import { isLoopback } from '../../../shared/plain-address.ts'
import type { Step } from '../../../shared/suggestion.ts'

export const LOOPBACK = '127.0.0.1'

export interface Listening {
  host: string
  port: number
  dashboardHost: string
  /** By default the one after `port` if it is free, otherwise any. */
  dashboardPort?: number
}

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
  if (port !== 0 && port === dashboardPort) {
    throw new Failure('usage', `--dashboard-port ${port} is the port of the API`, {
      next: 'choose another one, or leave it out',
    })
  }
  return { host, port, dashboardHost, ...(dashboardPort === undefined ? {} : { dashboardPort }) }
}

/** A host that opens the sandbox is said on stderr, whatever the format is. */
export function warnOfRemote(out: Output, { host, dashboardHost }: Listening): void {
  if (!isLoopback(host)) {
    out.warn(`other machines can reach the API and the realtime channel at ${host}, without encryption`)
  }
  if (!isLoopback(dashboardHost)) {
    out.warn(`other machines can reach the dashboard at ${dashboardHost}, without encryption`)
  }
}

/** The error for a start that failed because of an address, or null if it failed for another reason. */
export function listeningFailure(
  error: unknown,
  listening: Listening,
  known: string | undefined,
): Failure | null {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  // Names that can't be found have no port in the error.
  const isDashboard = port !== undefined && port === listening.dashboardPort
  const flag = isDashboard ? '--dashboard-port' : '--port'
  switch (code) {
    case 'EADDRINUSE':
      return new Failure('usage', `port ${port} is in use`, { next: nextPort(flag, port, known) })
    case 'EACCES':
      return new Failure('usage', `port ${port} is not open to this user`, {
        next: `choose one above 1023 with ${flag}`,
      })
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Failure('usage', `this machine can't listen on ${refusedHost(error, listening)}`, {
        next: 'give --host and --dashboard-host an address of this machine, such as 127.0.0.1 or 0.0.0.0',
      })
    default:
      return null
  }
}

function nextPort(flag: string, port: number | undefined, known: string | undefined): Step[] {
  const isKnown = known !== undefined && new URL(known).port === String(port)
  const running = isKnown ? [`a sandbox may run there already, at ${known}`] : []
  return [...running, `choose another port with ${flag}, or any with ${flag} 0`]
}

function refusedHost(error: unknown, { host, dashboardHost }: Listening): string {
  const { address, hostname } = error as { address?: string; hostname?: string }
  return address ?? hostname ?? [...new Set([host, dashboardHost])].join(' or ')
}

function checkHost(name: 'host' | 'dashboard-host', flags: ListeningFlags): void {
  const host = flags[name]
  // One colon is a port; an IPv6 address has more.
  if (host === '' || /[\s/[\]@]|^[^:]*:\d*$/.test(host)) {
    throw new Failure(
      'usage',
      `--${name} takes an address or a name without a port, not ${JSON.stringify(host)}`,
      {
        next: `for example: --${name} 0.0.0.0 --allow-remote`,
      },
    )
  }
  if (isLoopback(host) || flags['allow-remote']) return
  throw new Failure('usage', `--${name} ${host} would let other machines use the sandbox`, {
    next: 'if that is what you want, add --allow-remote: everything is sent without encryption',
  })
}
