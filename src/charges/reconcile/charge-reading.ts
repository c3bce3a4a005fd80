/**
 * Reads the charges to compare into the book: from the archive if there is one, otherwise from the service's pages, and
 * no more pages than matter (docs/decisions/command-line.md#reconcile).
 */

import { setImmediate } from 'node:timers/promises'
import { pages } from '#api/paging.ts'
import type { Payment } from '#contract/generated/types.ts'
import { MAX_LIMIT, MAX_PAGE, PAYMENT_ID } from '#contract/limits.ts'
import { Failure } from '#lib/failure.ts'
import { formatLocal } from '#lib/local-time.ts'
import type { Archive } from '../archive/archive.ts'
import { type ReportedCalls, reportedCalls, syncArchive } from '../archive/sync.ts'
import { ListOrder, settledBefore } from '../list-order.ts'
import type { ChargeBook } from './charge-book.ts'
import type { Compared, Listed } from './compare.ts'
import type { Reconciler } from './reconcile.ts'
import { texts } from './texts.ts'

export interface ReadingOptions {
  /** Infinity for no limit. */
  callsPerMinute: number | undefined
  sinceMs: number
  timeoutMs: number
}

export class ChargeReading {
  readonly #reconciler: Reconciler
  readonly #book: ChargeBook
  readonly #options: ReadingOptions
  readonly #reported: ReportedCalls
  /** Compares what is in the book. */
  readonly #compare: (listed: Listed) => Promise<Compared>
  /** The comparison of all that was read; null if something was read after it. */
  #compared: Compared | null = null

  constructor(
    reconciler: Reconciler,
    book: ChargeBook,
    compare: (listed: Listed) => Promise<Compared>,
    options: ReadingOptions,
  ) {
    this.#reconciler = reconciler
    this.#book = book
    this.#compare = compare
    this.#options = options
    this.#reported = reportedCalls(reconciler, options.callsPerMinute)
  }

  async read(): Promise<{ listed: Listed; compared: Compared }> {
    const listed = (await this.#fromArchive()) ?? (await this.#fromPages())
    this.#reconciler.out.clearStatus()
    return { listed, compared: this.#compared ?? (await this.#compare(listed)) }
  }

  /** Null if there is no archive, or if it can't prove what the service lists. */
  async #fromArchive(): Promise<Listed | null> {
    const archive = await this.#reconciler.archiveIfAny()
    const before = archive?.coverage()
    if (!archive || !before) return null
    const asOfMs = this.#reconciler.clock.now()
    const { timeoutMs, sinceMs } = this.#options
    const { end } = await syncArchive(this.#reconciler, this.#reported, { timeoutMs, asOfMs })
    const { archived, total, surplus } = end
    const hasAll = archived === total && surplus === 0
    // Charges that the pages can't show are missing. They may be of any time.
    const hasAllItCan = archived < total && archived - total === surplus
    if (!hasAll && (!hasAllItCan || sinceMs > Number.NEGATIVE_INFINITY)) return null
    await this.#copy(archive)
    const listed = { complete: hasAll, total, asOfMs }
    const most = Math.min(MAX_PAGE, Math.ceil(total / MAX_LIMIT))
    if (!(await this.#prove(listed, most))) return null
    const age = before.syncedAt === null ? texts.firstSync() : texts.lastSync(formatLocal(before.syncedAt))
    this.#reconciler.out.note(texts.withArchive(age))
    return listed
  }

  async #copy({ source }: Archive): Promise<void> {
    const { signal } = this.#reconciler
    for (const count of this.#book.copy(source)) {
      this.#reported.onProgress(texts.archiveRead(count))
      await setImmediate(undefined, { signal })
    }
  }

  async #fromPages(): Promise<Listed> {
    const { clock, signal, out } = this.#reconciler
    const client = await this.#reconciler.client()
    this.#book.clear()
    this.#compared = null
    const asOfMs = clock.now()
    const { sinceMs } = this.#options
    const order = new ListOrder()
    const span = { from: settledBefore(sinceMs) }
    let [rows, total, firstTotal] = [0, 0, -1]
    let mayStop = sinceMs > Number.NEGATIVE_INFINITY
    // A page that was requested but isn't needed would still count for the rate limit.
    const options = { client, calls: this.#reported.calls, clock, signal, ahead: !mayStop }
    for await (const { data, newItems } of pages(options)) {
      for (const charge of data.data) this.#book.put(charge.id, charge, true)
      for (const index of newItems) order.add(data.data[index]!)
      rows += data.data.length
      total = data.pagination.total
      if (firstTotal < 0) firstTotal = total
      this.#reported.onProgress(texts.readOf(rows, total))
      if (!mayStop || rows >= total || !order.isBeyond(data.data, span)) continue
      const left = Math.ceil((total - rows) / data.data.length)
      const listed = { complete: true, total, asOfMs }
      if (await this.#prove(listed, left)) {
        out.note(texts.olderNeedEvent(rows, total, formatLocal(new Date(span.from).toISOString())))
        return listed
      }
      mayStop = false
      this.#compared = null
    }
    const { count } = this.#book
    return { complete: rows >= total && count >= Math.min(firstTotal, total), total, asOfMs }
  }

  /**
   * Compares what is in the book. If something differs about charges that were not read in this run, it reads them by
   * their ids. False if that would be more than `most`.
   */
  async #prove(listed: Listed, most: number): Promise<boolean> {
    const compared = await this.#compare(listed)
    const ids = this.#book.unproven(most + 1)
    if (ids.length > most) return false
    if (ids.length === 0) this.#compared = compared
    for (const [index, id] of ids.entries()) {
      this.#reported.onProgress(texts.singleRead(index, ids.length))
      const charge = PAYMENT_ID.test(id) ? await this.#readOne(id) : null
      if (charge) this.#book.put(id, charge, true)
      else this.#book.drop(id)
    }
    return true
  }

  async #readOne(id: string): Promise<Payment | null> {
    const client = await this.#reconciler.client()
    try {
      const { data } = await this.#reported.calls.call(() => client.payment(id), texts.listReadBefore)
      return data
    } catch (error) {
      if (error instanceof Failure && error.category === 'not_found') return null
      throw error
    }
  }
}
