/**
 * Compares the journal of creations and the inbox with the service's list of charges: with the archive if there is one,
 * otherwise with no more of the service's pages than matter (docs/decisions/command-line.md#reconcile).
 */

import { pages } from '#api/paging.ts'
import { MAX_LIMIT, MAX_PAGE, PAYMENT_ID } from '#contract/limits.ts'
import type { Inbox } from '#inbox/inbox.ts'
import { formatLocal } from '#lib/local-time.ts'
import { plainAddress } from '#lib/plain-address.ts'
import type { Archive } from '../archive/archive.ts'
import { type ReportedCalls, reportedCalls, type Syncer, syncArchive } from '../archive/run-sync.ts'
import type { Journal } from '../creations/journal.ts'
import { ListOrder, settledBefore } from '../list-order.ts'
import { ifKnown } from '../source.ts'
import { sumDays } from '../totals.ts'
import {
  type Charges,
  type Compared,
  compare,
  type DetailWords,
  type Listed,
  type ListedCharge,
  type LocalRecords,
} from './compare.ts'
import { texts } from './texts.ts'

/** What a comparison needs; null where a profile has nothing yet. */
export interface Reconciler extends Syncer {
  archiveIfAny(): Promise<Archive | null>
  inboxIfAny(): Promise<Inbox | null>
  journalIfAny(): Promise<Journal | null>
}

export interface ReconcileOptions {
  /** Older records are left out. Milliseconds since the epoch; -Infinity for all. */
  sinceMs: number
  /** Infinity for no limit. */
  callsPerMinute: number | undefined
  /** The address of the realtime channel, if the profile has one. */
  realtimeUrl: string | undefined
  /** What the last `--forward-to` said; null if there was none. */
  forwardTo: readonly string[] | null
  words: DetailWords
}

export async function reconcile(reconciler: Reconciler, options: ReconcileOptions) {
  // First of all: without an API key nothing can be compared.
  const owner = await reconciler.owner()
  const [inbox, journal] = await Promise.all([reconciler.inboxIfAny(), reconciler.journalIfAny()])
  const local: LocalRecords = {
    firstArrival: async () => inbox?.reading.firstArrival() ?? null,
    approvals: () => inbox?.reading.approvals() ?? [],
    unresolved: () => journal?.unresolved() ?? [],
    made: () => journal?.charges(owner) ?? [],
    reachedAt: () => reachedBy(inbox, options.realtimeUrl),
  }
  const { sinceMs, forwardTo } = options
  const how = { sinceMs, forwardTo, baseUrl: owner.baseUrl, ...options.words }
  return new Comparison(reconciler, options, (charges, listed) => compare(charges, listed, local, how)).run()
}

async function reachedBy(inbox: Inbox | null, url: string | undefined): Promise<string | null> {
  if (inbox === null || url === undefined || !URL.canParse(url)) return null
  return (await inbox.cursors.of(plainAddress(url)))?.reachedAt ?? null
}

class Comparison {
  readonly #charges = new Map<string, ListedCharge>()
  readonly #reconciler: Reconciler
  readonly #options: ReconcileOptions
  readonly #reported: ReportedCalls
  readonly #compare: (charges: Charges, listed: Listed) => Promise<Compared>

  constructor(
    reconciler: Reconciler,
    options: ReconcileOptions,
    compareWith: (charges: Charges, listed: Listed) => Promise<Compared>,
  ) {
    this.#reconciler = reconciler
    this.#options = options
    this.#compare = compareWith
    this.#reported = reportedCalls(reconciler, options.callsPerMinute)
  }

  async run() {
    const listed = (await this.#fromArchive()) ?? (await this.#fromPages())
    this.#reconciler.out.clearStatus()
    const compared = await this.#compare(this.#charges, listed)
    const days = sumDays(this.#charges, this.#options.sinceMs)
    return { listed, count: this.#charges.size, compared, days }
  }

  /** Null if there is no archive, or if it can't prove what the service lists. */
  async #fromArchive(): Promise<Listed | null> {
    const archive = await this.#reconciler.archiveIfAny()
    if (!archive?.coverage()) return null
    const asOfMs = this.#reconciler.clock.now()
    const { sinceMs } = this.#options
    const { end } = await syncArchive(this.#reconciler, this.#reported, asOfMs)
    const { count, total, surplus } = end
    const hasAll = count === total && surplus === 0
    // Charges that the pages can't show are missing. They may be of any time.
    const hasAllItCan = count < total && count - total === surplus
    if (!hasAll && (!hasAllItCan || sinceMs > Number.NEGATIVE_INFINITY)) return null
    for (const { charge, isFresh } of archive.all()) this.#put(charge, isFresh)
    const listed = { complete: hasAll, total, asOfMs }
    const most = Math.min(MAX_PAGE, Math.ceil(total / MAX_LIMIT))
    if (!(await this.#prove(listed, most))) return null
    this.#reconciler.out.note(texts.withArchive())
    return listed
  }

  async #fromPages(): Promise<Listed> {
    const { clock, signal, out } = this.#reconciler
    const client = await this.#reconciler.client()
    this.#charges.clear()
    const asOfMs = clock.now()
    const { sinceMs } = this.#options
    const order = new ListOrder()
    const span = { from: settledBefore(sinceMs) }
    let [rows, total, complete] = [0, 0, false]
    let mayStop = sinceMs > Number.NEGATIVE_INFINITY
    // A page that was requested but isn't needed would still count for the rate limit.
    const options = { client, calls: this.#reported.calls, clock, signal, ahead: !mayStop }
    for await (const { data, newItems, isEnd, isWhole } of pages(options)) {
      for (const charge of data.data) this.#put(charge, true)
      for (const index of newItems) order.add(data.data[index]!)
      rows += data.data.length
      // The service's own number may be old.
      total = Math.max(data.pagination.total, rows)
      complete = isWhole
      this.#reported.onProgress(texts.readOf(rows, total))
      if (!mayStop || isEnd || !order.isBeyond(data.data, span)) continue
      const left = Math.max(1, Math.ceil((total - rows) / data.data.length))
      const listed = { complete: true, total, asOfMs }
      if (await this.#prove(listed, left)) {
        out.note(texts.olderNeedEvent(rows, total, formatLocal(new Date(span.from).toISOString())))
        return listed
      }
      mayStop = false
    }
    return { complete, total, asOfMs }
  }

  /** Keeps only what is compared, because there may be a million charges. */
  #put(
    { id, status, amount, netAmount, paidAt }: Omit<ListedCharge, 'isFresh'> & { id: string },
    isFresh: boolean,
  ) {
    this.#charges.set(id, { status, amount, netAmount, paidAt, isFresh })
  }

  /**
   * Compares what was read. If something differs about charges that were not read in this run, it reads them by
   * their ids. False if that would be more than `most`.
   */
  async #prove(listed: Listed, most: number): Promise<boolean> {
    const ids = this.#unproven(await this.#compare(this.#charges, listed))
    if (ids.length > most) return false
    const client = await this.#reconciler.client()
    const { calls, onProgress } = this.#reported
    for (const [index, id] of ids.entries()) {
      onProgress(texts.singleRead(index, ids.length))
      const ask = () => client.payment(id)
      const read = PAYMENT_ID.test(id) ? await ifKnown(calls.call(ask, texts.listReadBefore)) : null
      if (read) this.#put(read.data, true)
      else this.#charges.delete(id)
    }
    return true
  }

  /**
   * The charges about which something differs and that were not read in this run. Those without an approved event are not
   * among them: a charge that is PAID stays PAID.
   */
  #unproven({ differences }: Compared): string[] {
    const ids = differences.flatMap(({ kind, paymentId }) =>
      kind === 'missed_event' || paymentId === null || this.#charges.get(paymentId)?.isFresh ? [] : paymentId,
    )
    return [...new Set(ids)]
  }
}
