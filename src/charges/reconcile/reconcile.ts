/** `reconcile`: compares the journal of creations and the inbox with the service's list of charges. */

import type { Context } from '#cli/context/context.ts'
import { hint } from '#cli/output/hints.ts'
import { MAX_LIMIT, MAX_PAGE } from '#contract/limits.ts'
import { Failure } from '#lib/failure.ts'
import { parseSince, warnIfAfterToday } from '#lib/input/times.ts'
import { english, said } from '#lib/language.ts'
import { formatLocal } from '#lib/local-time.ts'
import { suggest } from '#lib/suggestion.ts'
import { decimalAmount, humanAmount } from '#terminal/amount.ts'
import { printReconciliation } from '../../commands/reconcile/view.ts'
import { ChargeBook } from './charge-book.ts'
import { ChargeReading } from './charge-reading.ts'
import { type CompareOptions, compare, type Listed, type LocalRecords, sumDays } from './compare.ts'
import { texts } from './texts.ts'

/** How long to wait for the event of a new payment, in milliseconds, before it counts as missed. */
const ON_ITS_WAY_MS = 3_000

export interface ReconcileOptions {
  since: string | undefined
  /** Infinity for no limit. */
  callsPerMinute: number | undefined
  /** How long to wait for another process that syncs the archive. */
  timeoutMs: number
}

/** Prints the payments of each day and the differences. Failure (not_as_expected) if there are differences. */
export async function reconcile(context: Context, options: ReconcileOptions): Promise<void> {
  const book = await ChargeBook.open()
  try {
    await reconcileWith(book, context, options)
  } finally {
    book.close()
  }
}

async function reconcileWith(
  book: ChargeBook,
  context: Context,
  { since, ...reading }: ReconcileOptions,
): Promise<void> {
  const { host, out } = context
  const { clock, signal } = host
  const sinceMs = since === undefined ? Number.NEGATIVE_INFINITY : parseSince(since, '--since', clock.now())
  warnIfAfterToday(out, '--since', since, clock.now())
  await context.hasState()
  // First of all: without an API key nothing can be compared.
  const owner = await context.owner()
  const local = await localRecords(context)
  const options: CompareOptions = {
    sinceMs,
    baseUrl: owner.baseUrl,
    signal,
    time: iso => (out.human ? formatLocal(iso) : iso),
    say: text => (out.human ? said(text) : english(text)),
    command: step => hint(step, host.argv),
    amount: reais => (out.human ? humanAmount(reais) : decimalAmount(reais)),
  }
  const compareWith = (listed: Listed) => compare(book, listed, local, options)
  const read = await new ChargeReading(context, book, compareWith, { sinceMs, ...reading }).read()
  const { listed } = read
  let { compared } = read
  if (compared.lastMissedMs > listed.asOfMs - ON_ITS_WAY_MS) {
    out.status(texts.waitingForEvents())
    await clock.sleep(ON_ITS_WAY_MS, signal)
    compared = await compareWith(listed)
    out.clearStatus()
  }
  const days = sumDays(book, sinceMs)
  const count = book.differenceCount
  await printReconciliation(out, listed.complete && count === 0, days, book.differences())
  if (out.human && compared.lastMissedMs > Number.NEGATIVE_INFINITY) out.note(texts.onlyNoticeMissing())
  noteInboxStart(context, compared.firstArrival)
  throwResult(context, listed, book.count, count)
}

async function localRecords(context: Context): Promise<LocalRecords> {
  const owner = await context.owner()
  const [inbox, journal] = await Promise.all([context.inboxIfAny(), context.journalIfAny()])
  return {
    firstArrival: async () => inbox?.reading.firstArrival() ?? null,
    approvals: () => inbox?.reading.approvals() ?? [],
    unresolved: () => journal?.unresolved() ?? [],
    made: () => journal?.charges(owner) ?? [],
  }
}

function noteInboxStart({ out }: Context, firstArrival: string | null): void {
  if (firstArrival === null) out.note(texts.inboxEmpty())
  else out.note(texts.inboxBegins(formatLocal(firstArrival)))
}

/** Throws the error if something differs or the list is not complete. */
function throwResult(
  { out }: Context,
  { complete, total }: Listed,
  charges: number,
  differences: number,
): void {
  const incomplete = complete ? null : () => texts.incomplete(total, charges)
  if (differences > 0) {
    if (incomplete) out.warn(() => texts.mayBeMore(incomplete()))
    throw new Failure('not_as_expected', () => texts.differences(differences), {
      next: suggest('reconcile', {
        say: texts.toSeeMeaning,
        flags: { help: true },
        profile: 'none',
      }),
    })
  }
  if (incomplete) {
    throw new Failure('service', () => texts.notAllCompared(incomplete()), {
      next: total > MAX_PAGE * MAX_LIMIT ? () => texts.mostListed(MAX_PAGE * MAX_LIMIT) : texts.runAgain,
    })
  }
  out.note(texts.agrees(charges))
}
