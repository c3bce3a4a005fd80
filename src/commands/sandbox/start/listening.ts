/** Where `sandbox start` listens: only on this machine, unless the caller allows more. */

import type { Output } from '#cli/output/output.ts'
import { Failure } from '#lib/failure.ts'
import { isLoopback } from '#lib/plain-address.ts'
import type { Step } from '#lib/suggestion.ts'
import type { SandboxOptions } from '#sandbox/index.ts'
import { texts } from './texts.ts'

export const LOOPBACK = '127.0.0.1'

export type Listening = Required<Pick<SandboxOptions, 'host' | 'port' | 'dashboardHost'>> &
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
  if (port !== 0 && port === dashboardPort) {
    throw new Failure('usage', () => texts.portOfApi(port), { next: texts.chooseOther })
  }
  return { host, port, dashboardHost, ...(dashboardPort === undefined ? {} : { dashboardPort }) }
}

/** A host that opens the sandbox is said on stderr, whatever the format is. */
export function warnOfRemote(out: Output, { host, dashboardHost }: Listening): void {
  if (!isLoopback(host)) out.warn(() => texts.remoteApi(host))
  if (!isLoopback(dashboardHost)) out.warn(() => texts.remoteDashboard(dashboardHost))
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
      return new Failure('usage', () => texts.portInUse(port), { next: nextPort(flag, port, known) })
    case 'EACCES':
      return new Failure('usage', () => texts.portNotOpen(port), { next: () => texts.above1023(flag) })
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Failure('usage', () => texts.cannotListen(refusedHosts(error, listening)), {
        next: texts.addressOfMachine,
      })
    default:
      return null
  }
}

function nextPort(flag: string, port: number | undefined, known: string | undefined): Step[] {
  const isKnown = known !== undefined && new URL(known).port === String(port)
  const running = isKnown ? [() => texts.mayRunThere(known)] : []
  return [...running, () => texts.otherPort(flag)]
}

function refusedHosts(error: unknown, { host, dashboardHost }: Listening): string[] {
  const { address, hostname } = error as { address?: string; hostname?: string }
  const refused = address ?? hostname
  return refused === undefined ? [...new Set([host, dashboardHost])] : [refused]
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
