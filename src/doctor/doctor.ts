/** `doctor`: checks everything that pixctl works with. Nothing is changed, and each check but that of the state has a time limit. */

import type { Context } from '#cli/context/context.ts'
import type { Clock } from '#lib/clock.ts'
import { lookAtFolders } from './checks/folders.ts'
import { lookAtKeychain, lookAtNode, lookAtState, lookAtTimeZone } from './checks/machine.ts'
import { lookAtInbox, lookAtProxy, lookAtRealtime } from './checks/other-servers.ts'
import { lookAtProfile, ServiceChecks } from './checks/service.ts'
import { lookAtWebhooks } from './checks/webhooks.ts'
import { type Check, type Checked, type Examination, type Finding, findingOf, found } from './finding.ts'
import { texts } from './texts.ts'

/** How long one answer may take, in milliseconds; less with a shorter --timeout. */
const LIMIT_MS = 10_000
/** A check ends this long after the limit of its answer, which says more; code must be loaded first. */
const GRACE_MS = 700

/** @param timeoutMs of --timeout */
export async function runChecks(context: Context, timeoutMs: number): Promise<Checked[]> {
  const { host, out } = context
  const limitMs = Math.min(LIMIT_MS, timeoutMs)
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, host.signal])
  const checks = checksOf({ context, limitMs, signal })
  const waiting = new Set(checks.map(({ label }) => label))
  const show = () => out.status(texts.checking([...waiting].map(label => label()).join(', ')))
  const examine = async (check: Check) => {
    const finding = await bounded(check, limitMs, host)
    waiting.delete(check.label)
    if (waiting.size > 0) show()
    return { ...check, ...finding }
  }
  let started = host.clock.monotonic()
  try {
    show()
    // First, because nothing else happens while SQLite reads: an answer would seem late.
    const state = await examine(checks.find(({ name }) => name === 'state')!)
    started = host.clock.monotonic()
    return await Promise.all(checks.map(check => (check.name === state.name ? state : examine(check))))
  } finally {
    over.abort()
    out.clearStatus()
    // What still waits for a name server would block the exit.
    if (host.clock.monotonic() - started >= limitMs) host.onEnd?.(() => true)
  }
}

function checksOf(examination: Examination): Check[] {
  const { context } = examination
  const service = new ServiceChecks(examination)
  const check = (name: keyof typeof texts.labels, look: Check['look']) => ({
    name,
    label: texts.labels[name],
    look,
  })
  return [
    check('node', () => lookAtNode(context)),
    check('time_zone', () => lookAtTimeZone(context)),
    check('config_folder', () => lookAtFolders(context, 'config')),
    check('data_folder', () => lookAtFolders(context, 'data')),
    check('cache_folder', () => lookAtFolders(context, 'cache')),
    check('state', () => lookAtState(context)),
    check('keychain', () => lookAtKeychain(context)),
    check('profile', () => lookAtProfile(context)),
    check('proxy', () => lookAtProxy(context)),
    check('base_url', () => service.baseUrl()),
    check('clock', () => service.clock()),
    check('api_key', () => service.apiKey()),
    check('realtime', () => lookAtRealtime(examination)),
    check('inbox', () => lookAtInbox(examination)),
    check('webhooks', () => lookAtWebhooks(examination)),
  ]
}

/** The finding of a check, at the latest when the time is over. Throws only the signal's reason. */
async function bounded(
  { look }: Check,
  limitMs: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<Finding> {
  const answered = new AbortController()
  const looked = async () => look()
  try {
    return await Promise.race([
      looked().catch(error => {
        signal.throwIfAborted()
        return findingOf(error)
      }),
      clock
        .sleep(limitMs + GRACE_MS, AbortSignal.any([answered.signal, signal]))
        .then(() => found('fail', () => texts.tooLong(limitMs / 1000), texts.tryAgain)),
    ])
  } finally {
    answered.abort()
  }
}
