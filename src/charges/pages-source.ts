/** Charges from the service's pages. No more pages are read than needed (docs/decisions/rest.md#list-order). */

import { type Page, pages, waitText } from '#api/paging.ts'
import type { Context } from '#cli/context/context.ts'
import { type ChargeFilter, matchesFilter, type Span, timeOf } from '#contract/charge-filter.ts'
import type { Payment, PaymentListResponse } from '#contract/generated/types.ts'
import { MAX_LIMIT, MAX_PAGE } from '#contract/limits.ts'
import { mayLoseDigits, parseLossless } from '#lib/json.ts'
import { formatLocalTime } from '#lib/local-time.ts'
import { isBeyond, ListOrder } from './list-order.ts'
import { ListReading } from './list-reading.ts'
import type { Period } from './periods.ts'
import type { ChargeSource } from './source.ts'
import { type PeriodTotals, Statement } from './statement.ts'
import { texts } from './texts.ts'
import { addCharge, noSums, type Sums } from './totals.ts'

/** The charges of a page that no earlier page had. */
interface Portion {
  /** With every digit of their numbers. */
  charges: readonly Payment[]
  /** Whether this is the last page. */
  isLast: boolean
}

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
  readonly #context: Context
  readonly #callsPerMinute: number | undefined
  readonly #order = new ListOrder()
  readonly #reading = new ListReading()
  /** How many charges match; null if there is no filter. */
  #found: number | null = null
  /** Why the walk ended before the last page. */
  #stopped: 'enough' | 'beyond' | null = null
  #span: Span = {}

  /** @param callsPerMinute Infinity for no limit */
  constructor(context: Context, callsPerMinute?: number) {
    this.#context = context
    this.#callsPerMinute = callsPerMinute
  }

  async *find(filter: ChargeFilter, most: number): AsyncGenerator<readonly Payment[]> {
    const options = { created: filter.created, mayStop: Number.isFinite(most) }
    let found = 0
    for await (const { charges, isLast } of this.#walk(options)) {
      const matches = charges.filter(charge => matchesFilter(filter, charge))
      const taken = matches.slice(0, most - found)
      found += taken.length
      this.#found = found
      if (taken.length > 0) yield taken
      if (found === most && (!isLast || matches.length > taken.length)) {
        this.#stopped = 'enough'
        return
      }
    }
  }

  async totals(filter: ChargeFilter): Promise<Map<string, Sums>> {
    const totals = new Map<string, Sums>()
    let found = 0
    for await (const { charges } of this.#walk({ created: filter.created, remembered: ALL_IDS })) {
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
  async statement(periods: readonly Period[]): Promise<PeriodTotals[]> {
    const statement = new Statement(periods)
    for await (const { charges } of this.#walk({ remembered: ALL_IDS })) {
      for (const charge of charges) statement.add(charge)
    }
    if (statement.undated > 0) {
      this.#context.out.warn(() => texts.undated(statement.undated))
    }
    return statement.totals
  }

  about(): object | null {
    const { firstTotal, rows, total } = this.#reading
    const isSearched = this.#stopped === 'beyond' || (this.#stopped === null && rows >= total)
    return firstTotal === null ? null : { more: !isSearched }
  }

  get isComplete(): boolean {
    return this.#stopped !== null || this.#reading.isComplete
  }

  origin(): object {
    return {}
  }

  conclude(): void {
    const { out } = this.#context
    const { read } = this.#reading
    const found = this.#found ?? read
    if (this.#stopped === 'enough') {
      out.say(() => texts.shownOf(found, this.#searched()))
    } else if (this.#stopped === 'beyond') {
      out.say(() => `${texts.matched(found)}; ${this.#searched()}: ${this.#rest()}`)
    } else {
      this.#reading.checkComplete()
      if (!out.human) return
      if (this.#found === null) out.note(texts.allRead(read))
      else out.note(found === read ? texts.countOf(read) : texts.foundOf(found, read))
    }
  }

  interrupted(): void {
    if (this.#reading.read > 0)
      this.#context.out.say(() => texts.soFar(texts.matched(this.#found ?? 0), this.#searched()))
  }

  async *#walk({ created = {}, mayStop = false, remembered }: WalkOptions): AsyncGenerator<Portion> {
    const { out, host } = this.#context
    const { clock, signal } = host
    this.#span = created
    const isOpen = created.from === undefined && created.before === undefined
    const options = {
      client: await this.#context.client(),
      callsPerMinute: this.#callsPerMinute,
      limit: MAX_LIMIT,
      clock,
      signal,
      // A page that was requested but isn't needed would still count for the rate limit.
      ahead: !mayStop && isOpen,
      slower: [texts.slower],
      onWait: (ms: number, asked: boolean) => out.status(`${this.#progress()}, ${waitText(ms, asked)}`),
      ...(remembered === undefined ? {} : { remembered }),
    }
    for await (const page of pages(options)) {
      const portion = this.#take(page)
      yield portion
      out.status(this.#progress())
      if (!portion.isLast && isBeyond(this.#order.order, page.data.data, this.#span)) {
        this.#stopped = 'beyond'
        break
      }
    }
    out.clearStatus()
  }

  #take(page: Page): Portion {
    const charges = newCharges(page)
    for (const { createdAt } of charges) this.#order.add(timeOf(createdAt))
    this.#reading.add(page)
    const { rows, total } = this.#reading
    return { charges, isLast: rows >= total }
  }

  #progress(): string {
    const { read, total } = this.#reading
    const found = this.#found ?? 0
    return texts.progress(read, total, found < read ? found : 0)
  }

  #searched(): string {
    return texts.searched(this.#order.order, this.#reading.read, this.#reading.total)
  }

  #rest(): string {
    const { from = 0, before = 0 } = this.#span
    const isNewestFirst = this.#order.order === 'newest first'
    const ms = isNewestFirst ? from : before
    const time = formatLocalTime(ms)
    return isNewestFirst ? texts.restOlder(time) : texts.restNewer(time)
  }
}

/** The charges of a page. Numbers that a double can't hold keep all their digits. */
export function chargesOf({ data, text }: Pick<Page, 'data' | 'text'>): Payment[] {
  return mayLoseDigits(text) ? (parseLossless(text) as PaymentListResponse).data : data.data
}

/** The charges that were on no page before. */
function newCharges(page: Page): Payment[] {
  const charges = chargesOf(page)
  return page.newItems.map(index => charges[index]!)
}
