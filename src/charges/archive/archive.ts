/** Reads the archive of a store's charges, without the service: search, totals, one charge, and what is in it. */

import { type ChargeFilter, searchTextOf } from '#contract/charge-filter.ts'
import type { ChargesArchive } from '#contract/generated/output.ts'
import type { Payment } from '#contract/generated/types.ts'
import { parseLossless } from '#lib/json.ts'
import { transaction } from '#lib/sqlite/database-file.ts'
import { endOfPrefix } from '#lib/sqlite/statements.ts'
import { addCharge, noSums, type Sums } from '../totals.ts'
import { isIndexed, queryOf } from './filter.ts'
import { type OpenArchive, openArchive } from './schema.ts'
import { ArchiveWriter } from './writer.ts'

type ArchivedCharge = Pick<Payment, 'id' | 'status' | 'amount' | 'netAmount' | 'paidAt'>
type ChargeRow = [string, Payment['status'], number, number, string | null, fresh: number]

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
    this.#open.database.exec('BEGIN')
  }

  /** How complete it is; null if no sync has saved anything yet. */
  coverage(): ChargesArchive | null {
    const query = `SELECT synced_at AS syncedAt, archived AS count, total,
        synced_at IS NOT NULL AND surplus >= 0 AND archived - total = surplus AS complete
      FROM stores WHERE base_url = ? AND (synced_at IS NOT NULL OR archived > 0)`
    const row = this.#open.prepare(query).get(this.#open.baseUrl)
    return row ? ({ ...row, complete: row.complete === 1 } as unknown as ChargesArchive) : null
  }

  /** The matching charges, as the JSON that the service sent, newest first. */
  *search(filter: ChargeFilter): Generator<string> {
    // Ordered by its own row number, the index gives the newest first.
    const isIndexSearch = filter.search !== undefined && isIndexed(filter.search)
    const order = `ORDER BY ${isIndexSearch ? 'texts.rowid' : 'charges.place'} DESC`
    for (const { json } of this.#rows('bodies.json', filter, 'bodies', order)) yield String(json)
  }

  /** Every charge in the order of creation, and whether the current or latest sync has read it. */
  *all(): Generator<{ charge: ArchivedCharge; isFresh: boolean }> {
    const query = `SELECT charges.id, status, json ->> 'amount', json ->> 'netAmount', json ->> 'paidAt',
        charges.round = stores.round
      FROM stores CROSS JOIN charges ON +charges.store = stores.id CROSS JOIN bodies USING (place)
      WHERE base_url = ? ORDER BY place`
    const statement = this.#open.database.prepare(query)
    // A row that is an object leaves a hidden class in V8's old space, and V8 enlarges its heap for hundreds of thousands.
    statement.setReturnArrays(true)
    const rows = statement.iterate(this.#open.baseUrl) as unknown
    for (const [id, status, amount, netAmount, paidAt, fresh] of rows as Iterable<ChargeRow>) {
      yield { charge: { id, status, amount, netAmount, paidAt }, isFresh: fresh === 1 }
    }
  }

  get file(): string {
    return this.#open.file
  }

  /** The totals of the matching charges, by status. Failure (service) if an amount is not whole centavos. */
  totals(filter: ChargeFilter): Map<string, Sums> {
    const sums = `charges.status, count(*) AS count, total(charges.amount) AS amount,
      total(charges.fee) AS fee, total(charges.net) AS netAmount,
      count(*) - count(charges.amount + charges.fee + charges.net) AS inexact`
    const rows = [...this.#rows(sums, filter, 'sums', 'GROUP BY charges.status')]
    // Names the charge.
    if (rows.some(({ inexact }) => inexact !== 0)) {
      for (const json of this.search(filter)) addCharge(noSums(), this.read(json))
    }
    return new Map(rows.map(({ status, inexact: _, ...rest }) => [String(status), rest as unknown as Sums]))
  }

  /** How many charges are PAID without a time of payment. */
  countUndated(): number {
    const query = `SELECT count(*) AS count FROM charges INDEXED BY charges_undated
      WHERE ${OF_STORE} AND status = 'PAID' AND paid IS NULL`
    return Number(this.#open.prepare(query).get(this.#open.baseUrl)?.count)
  }

  /** The charge of an id, as JSON. */
  get(id: string): string | null {
    const query = `SELECT json FROM charges JOIN bodies USING (place) WHERE id = ? AND ${OF_STORE}`
    const row = this.#open.prepare(query).get(id, this.#open.baseUrl)
    return row ? String(row.json) : null
  }

  /** A charge from its JSON, with every digit. */
  read(json: string): Payment {
    return parseLossless(json) as Payment
  }

  /** The ids that begin with a text, at most `most`. */
  idsWith(prefix: string, most: number): string[] {
    const query = `SELECT id FROM charges WHERE id >= ? AND id < ? AND +${OF_STORE} ORDER BY id LIMIT ?`
    const values = [prefix, endOfPrefix(prefix), this.#open.baseUrl, most]
    return this.#open
      .prepare(query)
      .all(...values)
      .map(({ id }) => String(id))
  }

  /** Removes the charges of the base URL. True if there were any. */
  forget(): boolean {
    return transaction(this.#open.database, () => {
      const row = this.#open.prepare('SELECT id FROM stores WHERE base_url = ?').get(this.#open.baseUrl)
      if (!row) return false
      const places = 'SELECT place FROM charges WHERE store = ?'
      const rows = [`texts WHERE rowid IN (${places})`, `bodies WHERE place IN (${places})`]
      for (const part of [...rows, 'charges WHERE store = ?', 'stores WHERE id = ?']) {
        this.#open.prepare(`DELETE FROM ${part}`).run(row.id!)
      }
      return true
    })
  }

  close(): void {
    this.#open.database.close()
  }

  #rows(columns: string, filter: ChargeFilter, wanted: 'bodies' | 'sums', end: string) {
    const { database, baseUrl } = this.#open
    // Read before, so that SQLite plans the query with a number.
    const store = this.#open.prepare('SELECT id FROM stores WHERE base_url = ?').get(baseUrl)?.id ?? -1
    const { text, values } = queryOf(filter, Number(store), wanted)
    const { search } = filter
    if (search !== undefined && !isIndexed(search)) {
      database.function('has_searched_text', json =>
        searchTextOf(JSON.parse(String(json)) as Payment).includes(search) ? 1 : 0,
      )
    }
    return database.prepare(`SELECT ${columns} ${text} ${end}`).iterate(...values)
  }
}
