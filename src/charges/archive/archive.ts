/** Reads the archive of a store's charges, without the service: search, totals, one charge, and what is in it. */

import { type ChargeFilter, matchesFilter } from '#contract/charge-filter.ts'
import type { Payment } from '#contract/generated/types.ts'
import type { Centavos } from '#contract/money.ts'
import { transaction } from '#lib/sqlite/database-file.ts'
import { endOfPrefix } from '#lib/sqlite/statements.ts'
import { noSums, type Sums } from '../totals.ts'
import { isIndexed, queryOf } from './filter.ts'
import { explained, explaining, type OpenArchive, openArchive, rowOf } from './schema.ts'
import { ArchiveWriter } from './writer.ts'

/** How complete an archive is, and how old. */
export interface Coverage {
  /** The start of the last finished sync, ISO 8601: later changes may be missing. Null if no sync has finished. */
  syncedAt: string | null
  /** Whether it contains every charge that the service had. */
  complete: boolean
  /** How many charges it contains. */
  archived: number
  /** How many charges the store has, by the latest answer of the service. */
  total: number
}

export interface InexactSums extends Sums {
  /** How many charges have an amount that isn't whole centavos. The sums don't include these amounts. */
  inexact: number
}

/** How many charges a search reads at once, if it has to read every one: some milliseconds. */
const SLICE = 1000

const OF_STORE = 'store = (SELECT id FROM stores WHERE base_url = ?)'

export class Archive {
  readonly #open: OpenArchive

  private constructor(open: OpenArchive) {
    this.#open = open
  }

  /**
   * Opens the archive of a profile, and creates it if it doesn't exist. Throws Failure (fault) if it can't be used.
   *
   * @param baseUrl in the form of plainAddress: each address has its own charges
   */
  static async open(dataDir: string, profile: string, baseUrl: string): Promise<Archive> {
    return new Archive(await openArchive(dataDir, profile, baseUrl))
  }

  writer(keyFingerprint: string): ArchiveWriter {
    return new ArchiveWriter(this.#open, keyFingerprint)
  }

  /** Starts a read transaction: later reads ignore a sync that runs at the same time. */
  beginSnapshot(): void {
    explaining(this.#open, () => this.#open.database.exec('BEGIN'))
  }

  /** How complete it is; null if no sync has saved anything yet. */
  coverage(): Coverage | null {
    const query = `SELECT synced_at AS syncedAt, archived, total,
        synced_at IS NOT NULL AND surplus >= 0 AND archived - total = surplus AS complete
      FROM stores WHERE base_url = ? AND (synced_at IS NOT NULL OR archived > 0)`
    const row = rowOf(this.#open, query, this.#open.baseUrl)
    return row ? ({ ...row, complete: row.complete === 1 } as unknown as Coverage) : null
  }

  /**
   * The matching charges, as the JSON that the service sent, newest first. Null after each slice of a search that has to
   * read every charge, so that the caller can do something else.
   */
  *search(filter: ChargeFilter): Generator<string | null> {
    try {
      const isScan = filter.search !== undefined && !isIndexed(filter.search)
      // Ordered by its own row number, the index gives the newest first.
      const order = `ORDER BY ${filter.search === undefined || isScan ? 'charges.place' : 'texts.rowid'} DESC`
      let read = 0
      for (const { json } of this.#rows('bodies.json', filter, 'bodies', order)) {
        if (!isScan || matchesFilter(filter, JSON.parse(String(json)) as Payment)) yield String(json)
        if (isScan && ++read % SLICE === 0) yield null
      }
    } catch (error) {
      throw explained(this.#open.file, error)
    }
  }

  /**
   * Lets another connection copy every charge, without objects in between: a million would make V8 enlarge its heap.
   *
   * @returns the file, which that connection attaches as `archive`; and a query for the next charges in the order of
   * `place`, whose values are the base URL, the last place, and how many. Amounts are in reais, `net_centavos` and `paid`
   * (milliseconds) are null if the service sent something else, `fresh` is 1 if the current or latest sync has read it.
   */
  get source(): { file: string; baseUrl: string; query: string } {
    const reais = (column: string, name: string) =>
      `coalesce(charges.${column} / 100.0, json_extract(json, '$.${name}')) AS ${column}`
    const query = `
      SELECT place, charges.id, status, ${reais('amount', 'amount')}, ${reais('net', 'netAmount')}, net AS net_centavos,
        CASE WHEN paid IS NOT NULL THEN json_extract(json, '$.paidAt') END AS paid_at, paid,
        charges.round = stores.round AS fresh
      FROM archive.stores AS stores CROSS JOIN archive.charges AS charges ON +charges.store = stores.id
        CROSS JOIN archive.bodies AS bodies USING (place)
      WHERE base_url = ? AND place > ? ORDER BY place LIMIT ?`
    return { file: this.#open.file, baseUrl: this.#open.baseUrl, query }
  }

  /** Returns the totals of the matching charges, by status. It yields null as {@link search} does. */
  *totals(filter: ChargeFilter): Generator<null, Map<string, InexactSums>> {
    if (filter.search !== undefined && !isIndexed(filter.search)) {
      try {
        return yield* this.#totalsOfScan(filter)
      } catch (error) {
        throw explained(this.#open.file, error)
      }
    }
    return explaining(this.#open, () => {
      const sums = `charges.status, count(*) AS count, total(charges.amount) AS amount,
        total(charges.fee) AS fee, total(charges.net) AS netAmount,
        count(*) - count(charges.amount + charges.fee + charges.net) AS inexact`
      const rows = [...this.#rows(sums, filter, 'sums', 'GROUP BY charges.status')]
      return new Map(
        rows.map(({ status, ...rest }) => [String(status), marked(rest as unknown as InexactSums)]),
      )
    })
  }

  /** How many charges are PAID without a time of payment. */
  countUndated(): number {
    const query = `SELECT count(*) AS count FROM charges INDEXED BY charges_undated
      WHERE ${OF_STORE} AND status = 'PAID' AND paid IS NULL`
    return Number(rowOf(this.#open, query, this.#open.baseUrl)?.count)
  }

  /** How many charges that were paid in a span, in milliseconds since the epoch, were paid late: see isPaidLate. */
  countLate(from: number, before: number): number {
    const query = `SELECT count(*) AS count FROM charges INDEXED BY charges_by_paid
      WHERE ${OF_STORE} AND status = 'PAID' AND paid >= ? AND paid < ? AND paid > expires`
    return Number(rowOf(this.#open, query, this.#open.baseUrl, from, before)?.count)
  }

  /** The charge of an id, as JSON. */
  get(id: string): string | null {
    const query = `SELECT json FROM charges JOIN bodies USING (place) WHERE id = ? AND ${OF_STORE}`
    const row = rowOf(this.#open, query, id, this.#open.baseUrl)
    return row ? String(row.json) : null
  }

  /** A charge from its JSON, with a function that reads JSON. Failure (fault) if the file is damaged there. */
  read(json: string, parse: (text: string) => unknown): Payment {
    return explaining(this.#open, () => parse(json) as Payment)
  }

  /** The ids that begin with a text, at most `most`. */
  idsWith(prefix: string, most: number): string[] {
    return explaining(this.#open, () => {
      const query = `SELECT id FROM charges WHERE id >= ? AND id < ? AND +${OF_STORE} ORDER BY id LIMIT ?`
      const values = [prefix, endOfPrefix(prefix), this.#open.baseUrl, most]
      return this.#open
        .prepare(query)
        .all(...values)
        .map(({ id }) => String(id))
    })
  }

  /** Removes the charges of the base URL. True if there were any. */
  forget(): boolean {
    return explaining(this.#open, () =>
      transaction(this.#open.database, () => {
        const row = this.#open.prepare('SELECT id FROM stores WHERE base_url = ?').get(this.#open.baseUrl)
        if (!row) return false
        const places = 'SELECT place FROM charges WHERE store = ?'
        const rows = [`texts WHERE rowid IN (${places})`, `bodies WHERE place IN (${places})`]
        for (const each of [...rows, 'charges WHERE store = ?', 'stores WHERE id = ?']) {
          this.#open.prepare(`DELETE FROM ${each}`).run(row.id!)
        }
        return true
      }),
    )
  }

  close(): void {
    this.#open.database.close()
  }

  #rows(columns: string, filter: ChargeFilter, wanted: 'bodies' | 'sums', end: string) {
    // Read before, so that SQLite plans the query with a number.
    const store =
      this.#open.prepare('SELECT id FROM stores WHERE base_url = ?').get(this.#open.baseUrl)?.id ?? -1
    const { text, values } = queryOf(filter, Number(store), wanted)
    return this.#open.database.prepare(`SELECT ${columns} ${text} ${end}`).iterate(...values)
  }

  *#totalsOfScan({ search, ...filter }: ChargeFilter): Generator<null, Map<string, InexactSums>> {
    const totals = new Map<string, InexactSums>()
    let read = 0
    const columns = 'bodies.json, charges.status, charges.amount, charges.fee, charges.net AS netAmount'
    for (const { json, status, ...amounts } of this.#rows(columns, filter, 'bodies', '')) {
      if (++read % SLICE === 0) yield null
      if (!matchesFilter({ search }, JSON.parse(String(json)) as Payment)) continue
      const sums = totals.get(String(status)) ?? { ...noSums(), inexact: 0 }
      sums.count++
      if (Object.values(amounts).includes(null)) sums.inexact++
      // As in SQL: beyond the safe integers a sum is only marked, not refused.
      for (const name of ['amount', 'fee', 'netAmount'] as const) {
        sums[name] = (sums[name] + Number(amounts[name] ?? 0)) as Centavos
      }
      totals.set(String(status), sums)
    }
    return new Map([...totals].map(([status, sums]) => [status, marked(sums)]))
  }
}

/** Beyond the safe integers a sum is not exact. */
function marked(sums: InexactSums): InexactSums {
  const isExact = [sums.amount, sums.fee, sums.netAmount].every(Number.isSafeInteger)
  return isExact ? sums : { ...sums, inexact: Math.max(1, sums.inexact) }
}
