/** Charges from the service's pages. No more pages are read than needed (docs/decisions/rest.md#list-order). */

import { waitText } from '#api/pace.ts'
import { type Page, pages } from '#api/paging.ts'
import { type ChargeFilter, isFiltering, matchesFilter, type Span } from '#contract/charge-filter.ts'
import type { Payment } from '#contract/generated/types.ts'
import { MAX_LIMIT, MAX_PAGE } from '#contract/limits.ts'
import { Failure } from '#lib/failure.ts'
import { chargesOf } from './exact-charges.ts'
import { ListOrder } from './list-order.ts'
import { type PaidCharge, paidCharge } from './ofx.ts'
import type { Bounds, Period } from './periods.ts'
import type { About, ChargeSource, Origin, Reader } from './source.ts'
import { texts } from './texts.ts'
import { addCharge, noSums, type PeriodTotals, Statement, type Sums } from './totals.ts'

interface WalkOptions {
  /** The walk may end when no later page can have a charge that was created in this span. */
  created?: Span | undefined
  /** Whether the caller may stop before the last page. */
  mayStop?: boolean
  /** How many ids are remembered. */
  remembered?: number
}

/** A total must not count a charge twice, no matter how far it moves. The pages show at most this many charges. */
const ALL_IDS = MAX_PAGE * MAX_LIMIT

export class PagesSource implements ChargeSource {
  readonly #reader: Reader
  readonly #callsPerMinute: number | undefined
  readonly #order = new ListOrder()
  /** How many different charges were read. */
  #read = 0
  #lastPage = 0
  #isAtEnd = false
  #isWhole = false
  /** How many charges were asked for; null with a filter. */
  #limit: number | null = null
  /** How many charges the service said last that it had. */
  #total = 0
  /** How many charges match; null if there is no filter. */
  #found: number | null = null
  /** Why the walk ended before the last page. */
  #stopped: 'enough' | 'beyond' | null = null

  /** @param callsPerMinute Infinity for no limit */
  constructor(reader: Reader, callsPerMinute?: number) {
    this.#reader = reader
    this.#callsPerMinute = callsPerMinute
  }

  async *find(filter: ChargeFilter, most: number): AsyncGenerator<readonly Payment[]> {
    const options = { created: filter.created, mayStop: Number.isFinite(most) }
    if (!isFiltering(filter)) this.#limit = most
    let found = 0
    for await (const charges of this.#walk(options)) {
      const matches = charges.filter(charge => matchesFilter(filter, charge))
      const wanted = matches.slice(0, most - found)
      found += wanted.length
      this.#found = found
      if (wanted.length > 0) yield wanted
      const mayFindMore = matches.length > wanted.length || (!this.#isAtEnd && this.#read < this.#total)
      if (found < most || !mayFindMore) continue
      this.#stopped = 'enough'
      return
    }
  }

  async totals(filter: ChargeFilter): Promise<Map<string, Sums>> {
    const totals = new Map<string, Sums>()
    let found = 0
    for await (const charges of this.#walk({ created: filter.created, remembered: ALL_IDS })) {
      for (const charge of charges) {
        if (!matchesFilter(filter, charge)) continue
        const sums = totals.get(charge.status) ?? noSums()
        addCharge(sums, charge)
        totals.set(charge.status, sums)
        found++
      }
      this.#found = found
    }
    return totals
  }

  /** Any charge may have been paid late, so all of them are read. */
  statement(periods: readonly Period[]): Promise<PeriodTotals[]> {
    return this.#add(new Statement(periods))
  }

  /** In memory: the pages show no more than {@link ALL_IDS} charges, in no order of payment. */
  async paid(span: Bounds): Promise<PaidCharge[]> {
    const found: PaidCharge[] = []
    await this.#add(new Statement([{ name: '', ...span }], charge => found.push(paidCharge(charge))))
    if (!this.#isWhole) throw this.#missing()
    return found
  }

  async #add(statement: Statement): Promise<PeriodTotals[]> {
    for await (const charges of this.#walk({ remembered: ALL_IDS })) {
      for (const charge of charges) statement.add(charge)
    }
    const { undated, totals } = statement
    if (undated > 0) this.#reader.out.warn(() => texts.undated(undated))
    return totals
  }

  about(): About {
    const isSearched = this.#stopped === 'beyond' || (this.#stopped === null && this.#isWhole)
    if (this.#limit === null) return { more: !isSearched }
    return { pagination: { page: 1, limit: this.#limit, total: this.#total } }
  }

  get isComplete(): boolean {
    return this.#stopped !== null || this.#isWhole
  }

  origin(): Origin {
    return {}
  }

  conclude(): void {
    const { out } = this.#reader
    const read = this.#read
    const found = this.#found ?? read
    if (this.#stopped === 'enough') {
      out.say(() => texts.shownOfMore(found))
    } else if (this.#stopped === 'beyond') {
      const { order } = this.#order
      out.say(() => texts.noMore(texts.matched(found), texts.searched(order, read, this.#shownTotal)))
    } else {
      if (!this.#isWhole) throw this.#missing()
      if (!out.human) return
      if (this.#found === null) out.note(texts.allRead(read))
      else out.note(found === read ? texts.countOf(read) : texts.foundOf(found, read))
    }
  }

  #missing(): Failure {
    const [total, read] = [this.#shownTotal, this.#read]
    if (this.#lastPage < MAX_PAGE) {
      return new Failure('service', () => texts.pagesContained(total, read), { next: texts.runAgain })
    }
    return new Failure('service', () => texts.pagesShowOnly(total, MAX_PAGE, read), {
      next: texts.outOfReach,
    })
  }

  /** The charges of each page that no earlier page had, with every digit of their numbers. */
  async *#walk({ created = {}, mayStop = false, remembered }: WalkOptions): AsyncGenerator<Payment[]> {
    const { out, clock, signal } = this.#reader
    const isOpen = created.from === undefined && created.before === undefined
    const options = {
      client: await this.#reader.client(),
      callsPerMinute: this.#callsPerMinute,
      clock,
      signal,
      // A page that was requested but isn't needed would still count for the rate limit.
      ahead: !mayStop && isOpen,
      slower: [texts.slower],
      onWait: (ms: number, asked: boolean) => out.status(`${this.#progress()}, ${waitText(ms, asked)}`),
      ...(remembered === undefined ? {} : { remembered }),
    }
    for await (const page of pages(options)) {
      yield this.#record(page)
      out.status(this.#progress())
      if (!page.isEnd && this.#order.isBeyond(page.data.data, created)) {
        this.#stopped = 'beyond'
        break
      }
    }
    out.clearStatus()
  }

  /** Counts a page, and gives the charges that no earlier page had. */
  #record(page: Page): Payment[] {
    const { data, newItems, number, isEnd, isWhole } = page
    this.#read += newItems.length
    this.#lastPage = number
    this.#isAtEnd = isEnd
    this.#isWhole = isWhole
    this.#total = data.pagination.total
    const charges = chargesOf(page)
    const found = newItems.map(index => charges[index]!)
    for (const charge of found) this.#order.add(charge)
    return found
  }

  /** The service's own number may be old. */
  get #shownTotal(): number {
    return Math.max(this.#total, this.#read)
  }

  #progress(): string {
    const found = this.#found ?? 0
    return texts.progress(this.#read, this.#shownTotal, found < this.#read ? found : 0)
  }
}
