/** The servers beside the service: the realtime channel, the proxy and a shared inbox. */

import { connect } from 'node:net'
import { networkSettings } from '../../../cli/context/addresses.ts'
import { CredentialsError } from '../../../credentials/errors.ts'
import { Failure } from '../../../shared/failure.ts'
import { originOf } from '../../../shared/plain-address.ts'
import { type Examination, type Finding, findingOf, found } from '../finding.ts'
import { texts } from '../texts.ts'
import type { ServiceChecks } from './service.ts'

/** How long PostgreSQL may be away, in milliseconds. */
const INBOX_MS = 3_000

/** Whether the realtime channel accepts the token. The connection is closed at once, and no place is saved. */
export async function lookAtRealtime(
  { context, signal }: Examination,
  service: Pick<ServiceChecks, 'answers'>,
): Promise<Finding> {
  const { host, realtime, profile, debug } = context
  if (!host.env.PIXCTL_REALTIME_URL && profile().settings.realtimeUrl === undefined) {
    return found('skip', texts.noRealtime)
  }
  let channel: { url: string; token: string }
  try {
    channel = await realtime.required()
  } catch (error) {
    const isAbsent = error instanceof CredentialsError && error.problem === 'no_secret'
    return findingOf(error, isAbsent ? 'skip' : 'fail')
  }
  const { openTail } = await import('../../../realtime/tail.ts')
  const { promise, resolve, reject } = Promise.withResolvers<Finding>()
  const { host: name } = new URL(channel.url)
  const tail = openTail({
    ...channel,
    ...networkSettings(host.env),
    after: undefined,
    once: true,
    clock: host.clock,
    random: Math.random,
    signal,
    onReady: () => resolve(found('ok', () => texts.tokenAccepted(name))),
    onStatus: () => {},
    onDebug: debug,
  })
  tail.next().catch(reject)
  try {
    return await promise
  } catch (error) {
    const { baseUrl } = context.addresses()
    const isAway = error instanceof Failure && error.category === 'network'
    if (!isAway || baseUrl === undefined || new URL(baseUrl).host !== name) throw error
    // The check of the base URL says what is wrong.
    if (await service.answers()) throw error
    return found('skip', texts.noAnswer)
  } finally {
    await tail.return?.()
  }
}

/** Which proxy is used for which address, and whether something listens there. Its password isn't shown. */
export async function lookAtProxy({ context, signal }: Examination): Promise<Finding> {
  const settings = networkSettings(context.host.env)
  if (!settings.httpsProxy) return found('skip', texts.noProxy)
  const { proxyFor } = await import('../../../realtime/proxy.ts')
  const proxy = new URL(settings.httpsProxy)
  const used = addressesOf(context)
    .map(each => new URL(each.replace(/^https:/, 'wss:')))
    .filter(url => proxyFor(url, settings) !== null)
    .map(({ host }) => host)
  const hosts = [...new Set(used)].join(', ')
  const place = proxy.host
  try {
    await reach(proxy, signal)
  } catch (error) {
    signal.throwIfAborted()
    const { code, message } = error as NodeJS.ErrnoException
    const status = used.length > 0 ? 'fail' : 'warn'
    return found(status, () => texts.proxyAway(place, code ?? message), texts.checkProxy)
  }
  return found('ok', () => (used.length > 0 ? texts.proxyUsed(place, hosts) : texts.proxyUnused(place)))
}

function addressesOf({ addresses, host, profile }: Examination['context']): string[] {
  const { baseUrl } = addresses()
  const realtimeUrl = host.env.PIXCTL_REALTIME_URL || profile().settings.realtimeUrl
  return [baseUrl, realtimeUrl].filter(each => each !== undefined && originOf(each) !== undefined) as string[]
}

function reach({ hostname, port, protocol }: URL, signal: AbortSignal): Promise<void> {
  const socket = connect({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
    signal,
  })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
  })
}

/** Whether a shared inbox can be used by this user, if there is one. */
export async function lookAtInbox({ context, limitMs, signal }: Examination): Promise<Finding> {
  const shared = await context.sharedInbox()
  if (!shared) return found('skip', texts.inboxHere)
  const { checkInbox, nameOfInbox } = await import('../../../store/inbox/open.ts')
  let hasWarned = false
  const patienceMs = Math.min(INBOX_MS, limitMs)
  const watched: typeof shared = {
    ...shared,
    warn: text => {
      hasWarned = true
      shared.warn(text)
    },
  }
  const name = await nameOfInbox({ dataDir: '', profile: '', shared })
  try {
    const version = await checkInbox(watched, { signal, patienceMs })
    const detail = () => texts.inbox(`${name}`, version)
    return hasWarned ? found('warn', () => texts.withWarning(detail())) : found('ok', detail)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return findingOf(error)
  }
}
