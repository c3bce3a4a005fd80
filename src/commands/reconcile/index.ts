import { string } from '@oclif/core/flags'
import type { DetailWords, Listed } from '#charges/reconcile/compare.ts'
import { reconcile } from '#charges/reconcile/reconcile.ts'
import { texts as chargeTexts } from '#charges/texts.ts'
import { BaseCommand } from '#cli/base-command.ts'
import type { Context } from '#cli/context/context.ts'
import { exampleYesterday } from '#cli/flags/arguments.ts'
import { rateLimitFlag } from '#cli/flags/charges.ts'
import { inboxFlag, realtimeUrlFlag } from '#cli/flags/flags.ts'
import { hint } from '#cli/output/hints.ts'
import { MAX_LIMIT, MAX_PAGE } from '#contract/limits.ts'
import { lastRoutes } from '#forwarding/last-target.ts'
import { type Route, routeText } from '#forwarding/routes.ts'
import { Failure } from '#lib/failure.ts'
import { emptySpan, parseSince, SPAN_WORDS } from '#lib/input/times.ts'
import { english, localized } from '#lib/language.ts'
import { formatLocal } from '#lib/local-time.ts'
import { suggest } from '#lib/suggestion.ts'
import { checkTimeZone } from '#lib/time-zone.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'
import { printReconciliation } from './differences.ts'
import { texts } from './texts.ts'

export default class Reconcile extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override examples = [
    '<%= config.bin %> reconcile',
    `<%= config.bin %> reconcile --since ${exampleYesterday()}`,
    "<%= config.bin %> reconcile --json | jq -r '.differences[] | .kind'",
  ]
  static override outputs = ['reconcile'] as const
  static override flags = {
    since: string({ description: texts.since(SPAN_WORDS), helpValue: 'TIME' }),
    'rate-limit': rateLimitFlag(),
    inbox: inboxFlag,
    'realtime-url': realtimeUrlFlag,
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(Reconcile)
    checkTimeZone()
    await print(this.context(flags), flags)
  }
}

/** Prints the payments of each day and the differences. Failure (not_as_expected) if there are differences. */
async function print(
  context: Context,
  { since, ...flags }: { since: string | undefined; 'rate-limit': number | undefined },
): Promise<void> {
  const { out, clock } = context
  const { profile } = context.profile()
  const sinceMs = since === undefined ? Number.NEGATIVE_INFINITY : parseSince(since, '--since', clock.now())
  if (sinceMs > clock.now()) throw emptySpan('--since', `${since}`, texts.now, true)
  const last = lastRoutes({ dataDir: context.folders.data, profile }, '--forward-to')
  const { listed, count, compared, days } = await reconcile(context, {
    sinceMs,
    callsPerMinute: flags['rate-limit'],
    realtimeUrl: context.realtime.address(),
    forwardTo: last?.routes.map(namedRoute) ?? null,
    words: detailWords(context),
  })
  const { differences, firstArrival } = compared
  await printReconciliation(out, listed.complete && differences.length === 0, days, differences)
  const isMissed = differences.some(({ kind }) => kind === 'missed_event')
  if (out.human && isMissed) out.note(texts.onlyNoticeMissing())
  out.note(firstArrival === null ? texts.inboxEmpty() : texts.inboxBegins(formatLocal(firstArrival)))
  throwResult(context, listed, count, differences.length)
}

/** A query may hold a token, and without it the address is another one: the reader fills it in. */
function namedRoute({ types, url }: Route): string {
  return routeText({ types, url: new URL(url).search === '' ? url : '…' })
}

/** For people in their language; for scripts in English, with the service's own times and amounts. */
function detailWords({ out, host }: Context): DetailWords {
  const command: DetailWords['command'] = step => hint(step, host)
  return out.human
    ? { time: formatLocal, say: localized, amount: humanAmount, command }
    : { time: iso => iso, say: english, amount: decimalAmount, command }
}

/** Throws the error if something differs or the list is not complete. */
function throwResult({ out }: Context, { complete, total }: Listed, charges: number, differences: number) {
  const incomplete = complete ? null : () => chargeTexts.pagesContained(total, charges)
  if (differences > 0) {
    if (incomplete) out.warn(() => texts.mayBeMore(incomplete()))
    throw new Failure('not_as_expected', () => texts.differences(differences), {
      next: suggest('reconcile', { say: texts.toSeeMeaning, flags: { help: true }, profile: 'none' }),
    })
  }
  if (incomplete) {
    throw new Failure('service', () => texts.notAllCompared(incomplete()), {
      next: total > MAX_PAGE * MAX_LIMIT ? () => texts.mostListed(MAX_PAGE * MAX_LIMIT) : texts.runAgain,
    })
  }
  out.note(texts.agrees(charges))
}
