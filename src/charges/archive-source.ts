/** Charges from the archive that `charges sync` makes: without the service, its key or a network. */

import type { Context } from '#cli/context/context.ts'
import type { ChargeFilter } from '#contract/charge-filter.ts'
import type { Payment } from '#contract/generated/types.ts'
import { parseLossless } from '#lib/json.ts'
import type { Archive, Coverage } from './archive/archive.ts'
import { openOffline, tellCoverage } from './archive/coverage.ts'
import { pageText } from './list-words.ts'
import type { Period } from './periods.ts'
import type { ChargeSource } from './source.ts'
import { noPeriodTotals, type PeriodTotals } from './statement.ts'
import { texts } from './texts.ts'
import { addCharge, addSums, noSums, type Sums } from './totals.ts'

/** How many charges are printed at once. */
const PORTION = 100

export class ArchiveSource implements ChargeSource {
  readonly #context: Context
  readonly #archive: Archive
  readonly #coverage: Coverage
  readonly #page: number
  /** The charges per page, if a page was requested without a filter. */
  #pageSize: number | null = null
  /** How many charges match; null if nothing was searched yet. */
  #found: number | null = null
  /** Whether there are more matches than requested; true too until it is known. */
  #hasMore = false
  /** Whether the coverage is in the output. */
  #isInData = false

  private constructor(context: Context, archive: Archive, coverage: Coverage, page: number) {
    this.#context = context
    this.#archive = archive
    this.#coverage = coverage
    this.#page = page
  }

  /** @param page which page of matches {@link find} gives, from 1 on */
  static async open(context: Context, page = 1): Promise<ArchiveSource> {
    const { archive, coverage } = await openOffline(context)
    return new ArchiveSource(context, archive, coverage, page)
  }

  async *find(filter: ChargeFilter, most: number): AsyncGenerator<readonly Payment[]> {
    const isFiltered = Object.values(filter).some(part => part !== undefined)
    if (!isFiltered && Number.isFinite(most)) this.#pageSize = most
    this.#found = 0
    this.#hasMore = true
    let left = most
    let skip = this.#page === 1 ? 0 : (this.#page - 1) * most
    let portion: Payment[] = []
    for (const json of this.#archive.searchInSlices(filter)) {
      if (json === null) {
        await this.#pause()
        continue
      }
      if (skip-- > 0) continue
      if (left-- === 0) break
      portion.push(this.#archive.read(json, parseLossless))
      if (portion.length < PORTION) continue
      this.#found += portion.length
      yield portion
      portion = []
      await this.#pause()
    }
    this.#found += portion.length
    this.#hasMore = left < 0
    if (portion.length > 0) yield portion
  }

  async totals(filter: ChargeFilter): Promise<ReadonlyMap<string, Sums>> {
    const totals = this.#checked(await this.#totalsInSlices(filter), filter)
    this.#found = [...totals.values()].reduce((sum, { count }) => sum + count, 0)
    return totals
  }

  async statement(periods: readonly Period[]): Promise<PeriodTotals[]> {
    const undated = this.#archive.countUndated()
    if (undated > 0) {
      this.#context.out.warn(() => texts.undated(undated))
    }
    return periods.map(({ from, before }) => {
      const totals = noPeriodTotals()
      for (const [status, { count }] of this.#archive.totals({ created: { from, before } })) {
        totals.created += count
        if (status === 'EXPIRED') totals.expired += count
        if (status === 'FAILED') totals.failed += count
      }
      const filter = { statuses: new Set(['PAID' as const]), paid: { from, before } }
      const paid = this.#checked(this.#archive.totals(filter), filter)
      addSums(totals.paid, paid.get('PAID') ?? noSums())
      return totals
    })
  }

  about(): object {
    const [page, limit] = [this.#page, this.#pageSize]
    const about = { pagination: { page, limit, total: this.#coverage.archived } }
    return { ...(limit === null ? { more: this.#hasMore } : about), ...this.origin() }
  }

  get isComplete(): boolean {
    return this.#coverage.complete
  }

  origin(): object {
    this.#isInData = true
    return { archive: this.#coverage }
  }

  conclude(): void {
    const { out } = this.#context
    const found = this.#found ?? 0
    if (this.#pageSize !== null) {
      if (out.human) out.note(pageText(this.#page, this.#pageSize, found, this.#coverage.archived))
    } else if (this.#hasMore) out.say(() => texts.shown(found))
    else if (out.human && this.#found !== null) out.note(texts.countOf(found))
    tellCoverage(out, this.#coverage, this.#isInData)
  }

  interrupted(): void {
    tellCoverage(this.#context.out, this.#coverage, this.#isInData)
  }

  async #totalsInSlices(filter: ChargeFilter): Promise<ReturnType<Archive['totals']>> {
    const slices = this.#archive.totalsInSlices(filter)
    try {
      let slice = slices.next()
      for (; !slice.done; slice = slices.next()) await this.#pause()
      return slice.value
    } finally {
      // If it was interrupted: the archive must not be closed while it is being read.
      slices.return(new Map())
    }
  }

  /** Nothing here waits, so this gives a signal the chance to arrive. */
  async #pause(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve))
    this.#context.host.signal.throwIfAborted()
  }

  /** Failure (service) if an amount is not whole centavos, or a sum is too large, as online. */
  #checked(totals: ReturnType<Archive['totals']>, filter: ChargeFilter): ReadonlyMap<string, Sums> {
    for (const { inexact } of totals.values()) {
      if (inexact === 0) continue
      const sums = noSums()
      for (const json of this.#archive.search(filter))
        addCharge(sums, this.#archive.read(json, parseLossless))
    }
    return totals
  }
}
