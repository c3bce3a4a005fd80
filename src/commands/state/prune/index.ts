import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import type { Context } from '#cli/context/context.ts'
import { duration, inboxFlag } from '#cli/flags/flags.ts'
import { confirm } from '#cli/host/prompt.ts'
import { printObject } from '#cli/output/present.ts'
import type { Inbox } from '#inbox/inbox.ts'
import { AT_ANY_TIME, LEAST_KEPT_MS } from '#inbox/model.ts'
import { Failure } from '#lib/failure.ts'
import { durationText } from '#lib/input/durations.ts'
import { formatLocal, formatLocalTime } from '#lib/local-time.ts'
import { suggest } from '#lib/suggestion.ts'
import { type Dropped, texts } from '../texts.ts'

export default class StatePrune extends BaseCommand {
  static override outputs = ['state-prune'] as const
  static override summary = texts.pruneSummary()
  static override description = texts.pruneDescription()
  static override examples = [
    '<%= config.bin %> state prune --keep 90d',
    '<%= config.bin %> state prune --keep 30d --yes --json',
  ]
  static override flags = {
    keep: duration({
      description: texts.keep(),
      helpValue: 'DURATION',
      required: true,
    }),
    cursors: boolean({
      description: texts.cursors(),
    }),
    yes: boolean({ description: texts.yes() }),
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(StatePrune)
    await prune(this.context(flags), { keepMs: flags.keep, ...flags })
  }
}

interface PruneOptions {
  keepMs: number
  cursors?: boolean | undefined
  yes?: boolean | undefined
  'no-input'?: boolean | undefined
}

async function prune(context: Context, options: PruneOptions): Promise<void> {
  const { keepMs } = options
  if (keepMs < LEAST_KEPT_MS) throw new Failure('usage', texts.tooShort, { next: texts.keepExample })
  const { out, host } = context
  const before = host.clock.now() - keepMs
  const [inbox, journal] = [await context.inboxIfAny(), await context.journalIfAny()]
  const dropped: Dropped = { events: 0, creations: 0 }
  if (inbox || journal) await confirmPrune(context, before, options)
  try {
    if (inbox && options.cursors) await dropCursors(context, inbox, before)
    if (inbox) await tellLimit(context, inbox, before, keepMs)
    for await (const events of inbox?.prune(before) ?? []) {
      dropped.events = events
      report(context, dropped)
    }
    for await (const creations of journal?.prune(before) ?? []) {
      dropped.creations = creations
      report(context, dropped)
    }
  } catch (error) {
    out.clearStatus()
    if (host.signal.aborted) out.say(() => texts.soFar(texts.dropped(dropped)))
    throw error
  }
  out.clearStatus()
  await show(context, before, dropped)
}

function report({ out, host }: Context, dropped: Dropped): void {
  host.signal.throwIfAborted()
  out.status(texts.dropped(dropped))
}

async function show({ out, profile }: Context, before: number, dropped: Dropped): Promise<void> {
  const olderThan = new Date(before).toISOString()
  await printObject<'state-prune'>(out, { profile: profile().profile, olderThan, ...dropped }, () => [
    { label: texts.olderThan(), value: formatLocal(olderThan) },
    { label: texts.eventsDropped(), value: String(dropped.events) },
    { label: texts.creationsDropped(), value: String(dropped.creations) },
  ])
}

async function confirmPrune(
  { host, profile }: Context,
  before: number,
  options: PruneOptions,
): Promise<void> {
  if (options.yes) return
  const { profile: name } = profile()
  const time = formatLocalTime(before)
  const asked = !options['no-input'] && host.stdin.isTTY && host.stderr.isTTY === true
  if (asked && (await confirm(host, texts.confirm(time, name)))) return
  throw new Failure('usage', texts.nothingDropped, { next: texts.addYes })
}

/** Drops the cursors whose last event is older, unless a tail may be using them. */
async function dropCursors({ out }: Context, inbox: Inbox, before: number): Promise<void> {
  const lease = await inbox.queue.lease('cursor', 'alone')
  if (!lease) return out.warn(() => texts.cursorsStay())
  try {
    for (;;) {
      const oldest = await inbox.cursors.oldest()
      if (oldest === null || Date.parse(oldest.reachedAt) >= before) return
      await inbox.cursors.forget(oldest.stream)
      out.note(texts.cursorDropped(oldest.stream))
    }
  } finally {
    await lease.release()
  }
}

/** Says if the inbox keeps more than asked for, because of a saved cursor. */
async function tellLimit({ out }: Context, inbox: Inbox, before: number, keepMs: number): Promise<void> {
  const oldest = await inbox.cursors.oldest()
  if (oldest === null || Date.parse(oldest.reachedAt) - LEAST_KEPT_MS >= before) return
  const [from, reached] = [await inbox.pruneLimit(before), Date.parse(oldest.reachedAt)].map(formatLocalTime)
  const times = oldest.reachedAt === AT_ANY_TIME ? null : { from: `${from}`, reached: `${reached}` }
  out.say(
    suggest('state prune', {
      say: texts.wouldContinue(oldest.stream, times),
      flags: { keep: durationText(keepMs), cursors: true, yes: true },
    }),
  )
}
