/** Charges from the archive that `charges sync` makes: without the service, its key or a network. */

import { type ChargeFilter, isFiltering } from '#contract/charge-filter.ts'
import type { ChargesArchive } from '#contract/generated/output.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure } from '#lib/failure.ts'
import { inLanguage } from '#lib/language.ts'
import { formatLocal } from '#lib/local-time.ts'
import type { ProgressNotes } from '#lib/notes.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import type { Archive } from './archive/archive.ts'
import { type PaidCharge, paidCharge } from './ofx.ts'
import type { Bounds, Period } from './periods.ts'
import type { About, ChargeSource, Origin } from './source.ts'
import { texts } from './texts.ts'
import { addCreated, addSums, noPeriodTotals, noSums, type PeriodTotals, type Sums } from './totals.ts'

/** How many charges are printed at once. */
const PORTION = 100

export interface ArchiveReader {
  archiveIfAny(): Promise<Archive | null>
  /** The names of the profile and the service. */
  target(): { profile: string; host: string }
  signal: AbortSignal
  out: ProgressNotes & { json: boolean }
}

/** Opens the archive at its current state. Throws Failure (usage) if there was no sync yet. */
export async function openOffline(
  reader: ArchiveReader,
): Promise<{ archive: Archive; coverage: ChargesArchive }> {
  const { profile, host } = reader.target()
  const archive = await reader.archiveIfAny()
  archive?.beginSnapshot()
  const coverage = archive?.coverage() ?? null
  if (archive && coverage) return { archive, coverage }
  throw new Failure('usage', () => texts.noArchive(profile, host), {
    next: suggest('charges sync', { say: texts.toMakeArchive }),
  })
}

/** Says on stderr how complete the archive is. With --json only if the data don't contain that. */
export function tellCoverage(out: ArchiveReader['out'], coverage: ChargesArchive, isInData: boolean): void {
  if (!out.json) out.note(coverageStep(coverage))
  else if (!isInData) out.say(inLanguage('en', () => coverageStep(coverage)))
}

function coverageStep({ syncedAt, complete, count, total }: ChargesArchive): Step {
  if (syncedAt === null) return suggest('charges sync', { say: texts.firstSyncOpen(count, total) })
  const asOf = texts.asOf(formatLocal(syncedAt))
  if (complete) return asOf
  return count < total ? texts.archiveHas(asOf, count, total) : texts.mayMiss(asOf)
}

export class ArchiveSource implements ChargeSource {
  readonly #reader: ArchiveReader
  readonly #archive: Archive
  readonly #coverage: ChargesArchive
  readonly #page: number
  /** The charges per page, if a page was requested without a filter. */
  #pageSize: number | null = null
  /** How many charges match; null if nothing was searched yet. */
  #found: number | null = null
  /** Whether there are more matches than requested; true too until it is known. */
  #hasMore = false
  /** Whether the coverage is in the output. */
  #isInData = false

  private constructor(reader: ArchiveReader, archive: Archive, coverage: ChargesArchive, page: number) {
    this.#reader = reader
    this.#archive = archive
    this.#coverage = coverage
    this.#page = page
  }

  /** @param page which page of matches {@link find} gives, from 1 on */
  static async open(reader: ArchiveReader, page = 1): Promise<ArchiveSource> {
    const { archive, coverage } = await openOffline(reader)
    return new ArchiveSource(reader, archive, coverage, page)
  }

  async *find(filter: ChargeFilter, most: number): AsyncGenerator<readonly Payment[]> {
    if (!isFiltering(filter) && Number.isFinite(most)) this.#pageSize = most
    this.#found = 0
    this.#hasMore = true
    let left = most
    // Without a limit there is only one page.
    let skip = this.#page === 1 ? 0 : (this.#page - 1) * most
    let portion: Payment[] = []
    for (const json of this.#archive.search(filter)) {
      if (skip-- > 0) continue
      if (left-- === 0) break
      portion.push(this.#archive.read(json))
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
    const totals = this.#archive.totals(filter)
    this.#found = [...totals.values()].reduce((sum, { count }) => sum + count, 0)
    return totals
  }

  async statement(periods: readonly Period[]): Promise<PeriodTotals[]> {
    this.#warnOfUndated()
    const statement: PeriodTotals[] = []
    for (const { from, before } of periods) {
      const totals = noPeriodTotals()
      const created = this.#archive.totals({ created: { from, before } })
      for (const [status, { count }] of created) addCreated(totals, status, count)
      const paid = this.#archive.totals({ statuses: new Set(['PAID']), paid: { from, before } })
      addSums(totals.paid, paid.get('PAID') ?? noSums())
      statement.push(totals)
    }
    return statement
  }

  async paid(span: Bounds): Promise<PaidCharge[]> {
    const { complete, count, total } = this.#coverage
    if (!complete) {
      throw new Failure('service', () => texts.noStatement(count, total), {
        next: suggest('charges sync', { say: texts.toComplete }),
      })
    }
    this.#warnOfUndated()
    const found = this.#archive.search({ statuses: new Set(['PAID']), paid: span })
    return Array.from(found, json => paidCharge(this.#archive.read(json)))
  }

  #warnOfUndated(): void {
    const undated = this.#archive.countUndated()
    if (undated > 0) this.#reader.out.warn(() => texts.undated(undated))
  }

  about(): About {
    const [page, limit] = [this.#page, this.#pageSize]
    if (limit === null) return { more: this.#hasMore, ...this.origin() }
    return { pagination: { page, limit, total: this.#coverage.count }, ...this.origin() }
  }

  get isComplete(): boolean {
    return this.#coverage.complete
  }

  origin(): Origin {
    this.#isInData = true
    return { archive: this.#coverage }
  }

  conclude(): void {
    const { out } = this.#reader
    const found = this.#found ?? 0
    if (this.#pageSize !== null) {
      if (out.human) out.note(texts.page(this.#page, this.#pageSize, found, this.#coverage.count))
    } else if (this.#hasMore) out.say(() => texts.shownOfMore(found))
    else if (out.human && this.#found !== null) out.note(texts.countOf(found))
    tellCoverage(this.#reader.out, this.#coverage, this.#isInData)
  }

  /** Nothing here waits, so this gives a signal the chance to arrive. */
  async #pause(): Promise<void> {
    await new Promise(resolve => setImmediate(resolve))
    this.#reader.signal.throwIfAborted()
  }
}
