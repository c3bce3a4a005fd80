/** The servers beside the service: a proxy, the realtime channel and a shared inbox. */

import type { Context } from '#cli/context/context.ts'
import { CredentialsError } from '#credentials/errors.ts'
import { Failure, failureOf } from '#lib/failure.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { originOf } from '#lib/plain-address.ts'
import { suggest } from '#lib/suggestion.ts'
import { texts as realtimeTexts } from '#realtime/texts.ts'
import { type Examination, type Finding, findingOf, found } from '../finding.ts'
import { texts } from '../texts.ts'

/** How long PostgreSQL may be away, in milliseconds. */
const INBOX_MS = 3_000

/** Whether the realtime channel accepts the token. The connection is closed at once, and no place is saved. */
export async function lookAtRealtime({ context, signal }: Examination): Promise<Finding> {
  const { host, realtime, debug } = context
  if (realtime.address() === undefined) {
    return found('skip', texts.noRealtime, suggest('setup', { say: texts.toSetUp }))
  }
  let channel: { url: string; token: string }
  try {
    channel = await realtime.required()
  } catch (error) {
    const isAbsent = error instanceof CredentialsError && error.problem === 'no_secret'
    return findingOf(error, isAbsent ? 'skip' : 'fail')
  }
  const { openTail } = await import('#realtime/batches.ts')
  const { promise, resolve, reject } = Promise.withResolvers<Finding>()
  const { host: name } = new URL(channel.url)
  const over = new AbortController()
  const tail = openTail({
    ...channel,
    ...networkSettings(host.env),
    after: undefined,
    once: true,
    clock: host.clock,
    random: Math.random,
    signal: AbortSignal.any([signal, over.signal]),
    onReady: () => resolve(found('ok', () => texts.tokenAccepted(name))),
    onUnreadable: message => {
      const compare = suggest('reconcile', { say: realtimeTexts.mayBeMissed })
      resolve(found('warn', () => realtimeTexts.unreadable(message), compare))
    },
    onStatus: () => {},
    onDebug: debug,
  })
  tail.next().catch(reject)
  try {
    return await promise
  } finally {
    over.abort()
  }
}

/** Whether a shared inbox can be used by this user, if there is one. */
export async function lookAtInbox({ context, limitMs, signal }: Examination): Promise<Finding> {
  const shared = await context.sharedInbox()
  if (!shared) return found('skip', texts.inboxHere)
  const { checkInbox, nameOfInbox } = await import('#inbox/open.ts')
  const timeoutMs = Math.min(INBOX_MS, limitMs)
  const name = await nameOfInbox({ dataDir: '', profile: '', shared })
  const version = await checkInbox(shared, { signal, timeoutMs }).catch(failureOf)
  if (version instanceof Failure) return findingOf(version)
  return found('ok', () => texts.inbox(`${name}`, version))
}

/**
 * Which proxy of HTTPS_PROXY is used for which address; its password isn't shown. The checks of those addresses say
 * whether it answers.
 */
export async function lookAtProxy(context: Context): Promise<Finding> {
  const { host, addresses, realtime } = context
  const settings = networkSettings(host.env)
  const { httpsProxy } = settings
  if (!httpsProxy) return found('skip', texts.noProxy)
  const { proxyFor } = await import('#realtime/proxy.ts')
  const used = [addresses().baseUrl, realtime.address()]
    .flatMap(address => (address !== undefined && originOf(address) !== undefined ? new URL(address) : []))
    .filter(url => proxyFor(url, settings) !== null)
  const proxy = new URL(httpsProxy).host
  if (used.length === 0) return found('ok', () => texts.proxyUnused(proxy))
  const hosts = [...new Set(used.map(url => url.host))].join(', ')
  return found('ok', () => texts.proxyUsed(proxy, hosts))
}
