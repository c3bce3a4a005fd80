/**
 * One sync: reads new charges, then those that may have changed. The order of the pages never proves that nothing is
 * missing, because they shift while they are read. That the service's own number of charges agrees proves it, or a walk over
 * all pages that has read even more: then that number is old.
 */

import type { Client } from '#api/client.ts'
import type { PacedCalls } from '#api/pace.ts'
import { endsList } from '#api/paging.ts'
import type { Payment, PaymentListResponse } from '#contract/generated/types.ts'
import { MAX_LIMIT, MAX_PAGE } from '#contract/limits.ts'
import { parseLossless } from '#lib/json.ts'
import { LATE_PAYMENT_MS, ListOrder, type Order } from '../list-order.ts'
import { ifKnown } from '../source.ts'
import { texts } from '../texts.ts'
import type { ArchiveWriter, Progress, ReadCharge, Unsettled } from './writer.ts'

export interface SyncOptions {
  client: Pick<Client, 'payment' | 'payments'>
  calls: PacedCalls
  writer: ArchiveWriter
  /** The time of day in milliseconds. */
  now(): number
  onProgress(text: string): void
  /** The last page that the service shows. */
  lastPage?: number
}

export class SyncRun {
  /** How many charges are new in the archive, and how many have a new state. */
  added = 0
  changed = 0
  /** How many archived charges the service no longer knows. */
  gone = 0
  readonly #options: SyncOptions
  readonly #order = new ListOrder()
  readonly #lastPage: number
  readonly #doubted = new Set<string>()
  #calls = 0
  /** The most charges on a page so far: the service's pages may be shorter than requested. */
  #rows = 0
  #nextPage: number | null = null
  /** Whether this run has read all pages, from the first to the last one. */
  #walked = false
  /** The page with which the list ended when this run read it. */
  #endPage: number | null = null
  /** Whether the number of charges was compared with the service's; from then on new charges are added to both. */
  #compared = false

  constructor(options: SyncOptions) {
    this.#options = options
    this.#lastPage = options.lastPage ?? MAX_PAGE
  }

  /** How the service lists its charges, as far as this run has seen them. */
  get order(): Order {
    return this.#order.order
  }

  /** Reads all that is needed, and returns the state of the archive. After an interruption the next run continues. */
  async run(): Promise<Progress> {
    const { writer, now } = this.#options
    const begun = writer.begin(new Date(now()).toISOString())
    this.#nextPage = begun.nextPage
    if (begun.nextPage !== null) {
      // The newest charges first, because the interrupted walk may still take long.
      if (begun.nextPage > 1) await this.#readNewest()
      await this.#walk(begun.nextPage)
    }
    // The numbers of an earlier run prove nothing.
    if (begun.nextPage === null || !this.#isWhole()) await this.#readMissing(begun)
    this.#compared = true
    await this.#readUnsettled(begun.syncedAt)
    return writer.finish()
  }

  /** Whether the archive has as many charges as the service, except those that can't be read. */
  #isWhole(): boolean {
    const { count, total, surplus } = this.#options.writer.progress()
    return count - total === surplus
  }

  async #readMissing({ syncedAt }: Progress): Promise<void> {
    const { writer } = this.#options
    if ((await this.#readNewest()) || (await this.#readLast())) return
    // The last page is in the archive, and charges after it can't be read.
    const isBeyond = syncedAt !== null && this.order === 'oldest first' && this.#isCapped()
    if (!this.#walked && !isBeyond) {
      await this.#walk(1)
      if (this.#isWhole() || (await this.#readNewest())) return
    }
    const { count, total } = writer.progress()
    const read = writer.readInSync()
    const hasReadAll = !isBeyond && (read === total || (read > total && this.#endPage !== null))
    if (hasReadAll || (this.#isCapped() && count < total)) writer.setSurplus(count - total)
  }

  /** Whether the service has more charges than its pages can show. */
  #isCapped(): boolean {
    return this.#options.writer.progress().total > this.#lastPage * Math.max(1, this.#rows)
  }

  /** Reads all pages, beginning with `from`. */
  async #walk(from: number): Promise<void> {
    let page = from
    while (!(await this.#readPage(page, 'walk')).isLast) page++
    this.#walked = from === 1
  }

  /**
   * Reads the first pages, until one has nothing new or the walk over all pages comes next. If something was new, it
   * reads them again, because charges may have been created in the meantime. True if nothing is missing.
   */
  async #readNewest(): Promise<boolean> {
    const end = this.#nextPage ?? Number.POSITIVE_INFINITY
    for (;;) {
      let found = 0
      for (let page = 1; page < end; page++) {
        const { added, isLast, isAllNew } = await this.#readPage(page)
        found += added
        // The number of charges may be old: new ones may follow, or be at the other end.
        const maySay = page === this.#endPage || !(isAllNew || this.order === 'oldest first')
        if (maySay && this.#isWhole()) return true
        if (added === 0 || isLast) break
      }
      if (found === 0) return false
    }
  }

  /** If the oldest are listed first: reads the last pages, then backwards, until one has nothing new. */
  async #readLast(): Promise<boolean> {
    if (this.order === 'newest first' || this.#endPage === 1) return false
    const { total } = this.#options.writer.progress()
    const first = Math.max(2, Math.min(this.#lastPage, Math.ceil(total / Math.max(1, this.#rows))))
    let { added, isLast } = await this.#readPage(first)
    for (let page = first + 1; !isLast; page++) isLast = (await this.#readPage(page)).isLast
    for (let page = first - 1; page > 1 && added > 0 && !this.#isWhole(); page--)
      added = (await this.#readPage(page)).added
    return this.#isWhole()
  }

  /** Reads open charges, and those that may have been paid late since the last sync, with as few calls as possible. */
  async #readUnsettled(lastSync: string | null): Promise<void> {
    const { writer, now, onProgress } = this.#options
    const since = (lastSync === null ? now() : Date.parse(lastSync)) - LATE_PAYMENT_MS
    const { count } = writer.progress()
    const unsettled = writer.unsettled(since)
    const pages = worthReading(unsettled, this.order, count, this.#rows, this.#lastPage)
    for (const page of pages) await this.#readPage(page)
    const alone = pages.length === 0 ? unsettled : writer.unsettled(since)
    const left = [...new Set([...this.#doubted, ...alone.map(({ id }) => id)])]
    for (const [index, id] of left.entries()) {
      onProgress(texts.openRead(index, left.length))
      await this.#readOne(id)
    }
  }

  async #readPage(
    number: number,
    as?: 'walk',
  ): Promise<{ added: number; isLast: boolean; isAllNew: boolean }> {
    const { client, writer, onProgress } = this.#options
    const { data, text } = await this.#call(() => client.payments(number, MAX_LIMIT))
    const charges = data.data
    this.#rows = Math.max(this.#rows, charges.length)
    // Pages are read in any sequence, so only the charges of one page are compared.
    this.#order.skip()
    for (const charge of charges) this.#order.add(charge)
    const before = writer.progress()
    const { total } = data.pagination
    const isEnd = endsList(data, MAX_LIMIT, (number - 1) * this.#rows + charges.length)
    const isLast = isEnd || number === this.#lastPage
    if (isEnd) this.#endPage = number
    if (as === 'walk') this.#nextPage = isLast ? null : number + 1
    const { data: whole } = parseLossless(text) as PaymentListResponse
    const page = whole.map(charge => ({ charge, json: JSON.stringify(charge) }))
    const saved = writer.savePage(page, this.#compared ? null : total, this.#nextPage)
    this.added += saved.added
    this.changed += saved.changed
    for (const id of saved.doubted) this.#doubted.add(id)
    const count = before.count + saved.added
    onProgress(texts.archivedOf(count, Math.max(count, total)))
    return { added: saved.added, isLast, isAllNew: saved.added === charges.length }
  }

  async #readOne(id: string): Promise<void> {
    const { client, writer } = this.#options
    const read = await ifKnown(this.#call(() => client.payment(id)))
    if (read === null) {
      writer.skip(id)
      this.gone++
    } else if (writer.saveOne(withoutPicture(read.text)).changed) this.changed++
  }

  #call<T>(ask: () => Promise<T>): Promise<T> {
    return this.#options.calls.call(ask, this.#calls++ === 0 ? null : texts.readIsArchived)
  }
}

/** A charge that was read by its id, without the image: the image would take six times as much space as the rest. */
function withoutPicture(text: string): ReadCharge {
  const { data } = parseLossless(text) as { data: Payment }
  const { qrCode: _, ...charge } = data
  return { charge, json: JSON.stringify(charge) }
}

/**
 * The pages with two or more of the charges, from their estimated places in the list: one call then reads several. A
 * charge that isn't found there, because pages shift, is read by its id. So is the only one of these charges on a page.
 *
 * @param archived how many charges the archive has; a page has `rows` of them
 */
function worthReading(
  charges: readonly Unsettled[],
  order: Order,
  archived: number,
  rows: number,
  lastPage: number,
): number[] {
  // Otherwise they may be anywhere.
  if (rows === 0 || order === 'unknown' || order === 'none') return []
  const counts = new Map<number, number>()
  for (const { rank } of charges) {
    const place = order === 'newest first' ? rank : archived - 1 - rank
    const page = Math.floor(place / rows) + 1
    if (page <= lastPage) counts.set(page, (counts.get(page) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([page]) => page)
    .sort((a, b) => a - b)
}
