/** `state prune`: drops what is old in the inbox and in the journal. */

import type { Context } from '../../../cli/context/context.ts'
import { durationText } from '../../../cli/flags/flags.ts'
import { confirm } from '../../../cli/host/prompt.ts'
import { presentObject } from '../../../cli/output/present.ts'
import { Failure } from '../../../shared/failure.ts'
import { formatLocal } from '../../../shared/local-time.ts'
import { suggest } from '../../../shared/suggestion.ts'
import type { Inbox } from '../../../store/inbox/inbox.ts'
import { LEAST_KEPT_MS, pruneLimit } from '../../../store/inbox/prune-limit.ts'
import { AT_ANY_TIME } from '../../../store/inbox/shown.ts'
import { formatJson } from '../../../terminal/json.ts'

export interface PruneOptions {
  keepMs: number
  places?: boolean | undefined
  yes?: boolean | undefined
  'no-input'?: boolean | undefined
}

const WORDS = { watched: 'watching', processed: 'forwarding' } as const

interface Dropped {
  deliveries: number
  shown: number
  creations: number
}

export async function prune(context: Context, options: PruneOptions): Promise<void> {
  const { keepMs } = options
  if (keepMs < LEAST_KEPT_MS) throw tooShort()
  const { out, host } = context
  const before = host.clock.now() - keepMs
  const [inbox, journal] = [await context.inboxIfAny(), await context.journalIfAny()]
  const dropped: Dropped = { deliveries: 0, shown: 0, creations: 0 }
  if (inbox || journal) await confirmPrune(context, before, options)
  try {
    if (inbox && options.places) await dropPlaces(context, inbox, before)
    const limit = inbox ? await tellLimit(context, inbox, before, keepMs) : before
    for await (const { deliveries, shown } of inbox?.prune(limit) ?? []) {
      Object.assign(dropped, { deliveries, shown })
      report(context, dropped)
    }
    for await (const creations of journal?.prune(before) ?? []) {
      dropped.creations = creations
      report(context, dropped)
    }
  } catch (error) {
    out.clearStatus()
    if (host.signal.aborted) out.say(`${wordsOf(dropped)} so far; the next run drops the rest`)
    throw error
  }
  out.clearStatus()
  await show(context, before, dropped)
}

function report({ out, host }: Context, dropped: Dropped): void {
  host.signal.throwIfAborted()
  out.status(wordsOf(dropped))
}

async function show({ out, profile }: Context, before: number, dropped: Dropped): Promise<void> {
  const result = { profile: profile().profile, before: new Date(before).toISOString(), ...dropped }
  if (out.json) return out.data(formatJson(result))
  await presentObject(out, Object.entries(result), () => [
    { label: 'Older than', value: formatLocal(result.before) },
    { label: 'Deliveries dropped', value: String(dropped.deliveries) },
    { label: 'Shown ids dropped', value: String(dropped.shown) },
    { label: 'Creations dropped', value: String(dropped.creations) },
  ])
}

async function confirmPrune(
  { host, profile }: Context,
  before: number,
  options: PruneOptions,
): Promise<void> {
  if (options.yes) return
  const { profile: name } = profile()
  const time = formatLocal(new Date(before).toISOString())
  const asked = !options['no-input'] && host.stdin.isTTY && host.stderr.isTTY === true
  if (asked && (await confirm(host, `Drop what is done and older than ${time}, of the profile "${name}"?`)))
    return
  throw new Failure('usage', 'nothing was dropped', {
    next: "what is dropped can't be restored: add --yes if you want that",
  })
}

/** Drops the places whose last event is older, unless a tail may be using them. */
async function dropPlaces({ out }: Context, inbox: Inbox, before: number): Promise<void> {
  const hold = await inbox.hold('cursor', 'alone')
  if (!hold) return out.warn('events tail is running: its places stay')
  try {
    for (;;) {
      const oldest = await inbox.shown.oldestPlace()
      if (oldest === null || Date.parse(oldest.reachedAt) >= before) return
      await inbox.shown.forget(oldest.stream, oldest.place)
      out.note(`the place of ${WORDS[oldest.place]} at ${oldest.stream} is dropped`)
    }
  } finally {
    await hold.release()
  }
}

/** The time up to which the inbox is pruned. Says so if a saved place makes that earlier than asked for. */
async function tellLimit(
  { out, host }: Context,
  inbox: Inbox,
  before: number,
  keepMs: number,
): Promise<number> {
  const oldest = await inbox.shown.oldestPlace()
  const limit = pruneLimit(before, host.clock.now(), oldest)
  if (oldest !== null && limit < before) {
    const [from, reached] = [limit, Date.parse(oldest.reachedAt)].map(ms =>
      formatLocal(new Date(ms).toISOString()),
    )
    const command = oldest.place === 'processed' ? 'events tail --forward-to' : 'events tail'
    const isAnyTime = oldest.reachedAt === AT_ANY_TIME
    const kept = isAnyTime ? 'all events are kept' : `events from ${from} on are kept`
    const where = isAnyTime ? 'after the sequence that --after gave' : `from ${reached}`
    out.say(
      suggest('state prune', {
        say: `${kept}: ${command} would continue at ${oldest.stream} ${where}. Run that first; or, to begin with current events there`,
        flags: { keep: durationText(keepMs), places: true, yes: true },
      }),
    )
  }
  return limit
}

function wordsOf({ deliveries, shown, creations }: Dropped): string {
  return `${deliveries} deliveries, ${shown} shown ids and ${creations} creations dropped`
}

function tooShort(): Failure {
  return new Failure(
    'usage',
    '--keep takes at least 2d: the service sends a delivery again for about 81 minutes, and what it sends again must be known',
    { next: 'for example: --keep 30d' },
  )
}
