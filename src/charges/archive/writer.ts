/** Saves charges in the archive, and the progress of a sync. A page and the number of the next page are one commit. */

import type { SQLInputValue } from 'node:sqlite'
import { searchTextOf } from '#contract/charge-filter.ts'
import type { Payment } from '#contract/generated/types.ts'
import { fromReais } from '#contract/money.ts'
import { transaction } from '#lib/sqlite/database-file.ts'
import { firstPlace, type OpenArchive } from './schema.ts'

export interface ReadCharge {
  charge: Payment
  /** The JSON that the service sent, without `qrCode`. */
  json: string
}

/** The progress of a store's syncs. */
export interface Progress {
  /** How many charges the archive has. */
  count: number
  total: number
  /** How many more charges the archive has than the service lists. Negative if some can't be reached in its pages. */
  surplus: number
  /** The next page of the walk over all pages; null if there is no such walk at the moment. */
  nextPage: number | null
  syncedAt: string | null
}

export interface Saved {
  added: number
  /** Charges with a new state. */
  changed: number
  /** Charges that are PAID in the archive but not on the page. They are not saved, and must be read by their ids. */
  doubted: string[]
}

export interface Unsettled {
  id: string
  /** How many charges in the archive are newer. */
  rank: number
}

export class ArchiveWriter {
  readonly #open: OpenArchive
  readonly #keyFingerprint: string
  #store = -1
  #round = 0

  constructor(open: OpenArchive, keyFingerprint: string) {
    this.#open = open
    this.#keyFingerprint = keyFingerprint
  }

  /**
   * If the API key isn't the one of the last sync: a charge from the archive, to check that both keys belong to the same
   * store. Otherwise null.
   */
  proof(): Payment | null {
    const query = `SELECT json FROM stores JOIN charges ON charges.store = stores.id JOIN bodies USING (place)
      WHERE base_url = ? AND key_fingerprint <> ? ORDER BY place DESC LIMIT 1`
    const row = this.#open.prepare(query).get(this.#open.baseUrl, this.#keyFingerprint)
    return row ? (JSON.parse(String(row.json)) as Payment) : null
  }

  /** Begins a sync, or continues the one that was interrupted. From now on the archive belongs to this key. */
  begin(at: string): Progress {
    return this.#write(() => {
      const { baseUrl } = this.#open
      const insert = `INSERT INTO stores (base_url, key_fingerprint, next_page) VALUES (?, ?, 1)
        ON CONFLICT (base_url) DO UPDATE SET key_fingerprint = excluded.key_fingerprint`
      this.#run(insert, baseUrl, this.#keyFingerprint)
      const begin =
        'UPDATE stores SET began_at = ?, round = round + 1 WHERE base_url = ? AND began_at IS NULL'
      this.#run(begin, at, baseUrl)
      const row = this.#open.prepare('SELECT id, round FROM stores WHERE base_url = ?').get(baseUrl)
      this.#store = Number(row?.id)
      this.#round = Number(row?.round)
      return this.progress()
    })
  }

  progress(): Progress {
    const columns = 'archived AS count, total, surplus, next_page AS nextPage, synced_at AS syncedAt'
    const row = this.#open.prepare(`SELECT ${columns} FROM stores WHERE id = ?`).get(this.#store)
    return { ...row } as unknown as Progress
  }

  /**
   * Saves the charges of a page, together with the next page of the walk over all pages.
   *
   * @param total the number in the service's answer; null if it was compared already: then new charges are added to it
   */
  savePage(page: readonly ReadCharge[], total: number | null, nextPage: number | null): Saved {
    return this.#write(() => {
      const saved: Saved = { added: 0, changed: 0, doubted: [] }
      // Charges of the same time keep the order of the service: the newer one gets the higher place.
      for (const read of isNewestFirst(page) ? page.toReversed() : page) {
        const end = this.#save(read, 'page')
        if (end === 'added') saved.added++
        if (end === 'changed') saved.changed++
        if (end === 'doubted') saved.doubted.push(read.charge.id)
      }
      const update = `UPDATE stores SET archived = archived + ?, total = coalesce(?, total + ?), next_page = ?
        WHERE id = ?`
      this.#run(update, saved.added, total, saved.added, nextPage, this.#store)
      return saved
    })
  }

  /** Saves a charge that was read by its id: the service's current answer replaces what was saved. */
  saveOne(read: ReadCharge): { changed: boolean } {
    return this.#write(() => ({ changed: this.#save(read, 'single') === 'changed' }))
  }

  /** Marks a charge that the service no longer lists: this sync doesn't read it again. */
  skip(id: string): void {
    const update = 'UPDATE charges SET round = ? WHERE id = ? AND store = ?'
    this.#write(() => this.#run(update, this.#round, id, this.#store))
  }

  /** Charges that this sync hasn't read yet and that may have changed: open ones, and those that expired after a time. */
  unsettled(expiredSince: number): Unsettled[] {
    const query = `SELECT id, rank FROM (
        SELECT id, status, created, expires, round, row_number() OVER (ORDER BY place DESC) - 1 AS rank
        FROM charges WHERE +store = ?
      ) WHERE round <> ? AND (
        status IN ('CREATING', 'PENDING') OR (status = 'EXPIRED' AND coalesce(expires, created) >= ?)
      )`
    const rows = this.#open.prepare(query).all(this.#store, this.#round, expiredSince)
    return rows as unknown as Unsettled[]
  }

  /** How many charges this sync has read so far. */
  readInSync(): number {
    const query = 'SELECT count(*) AS count FROM charges WHERE +store = ? AND round = ?'
    return Number(this.#open.prepare(query).get(this.#store, this.#round)?.count)
  }

  /** Sets the difference to the service's number of charges that is expected from now on. */
  setSurplus(surplus: number): void {
    this.#write(() => this.#run('UPDATE stores SET surplus = ? WHERE id = ?', surplus, this.#store))
  }

  finish(): Progress {
    return this.#write(() => {
      this.#run('UPDATE stores SET synced_at = began_at, began_at = NULL WHERE id = ?', this.#store)
      return this.progress()
    })
  }

  #save({ charge, json }: ReadCharge, by: 'page' | 'single'): 'added' | 'changed' | 'same' | 'doubted' {
    const find = this.#open.prepare(
      `SELECT place, status, json FROM charges JOIN bodies USING (place) WHERE id = ? AND store = ?`,
    )
    find.setReadBigInts(true)
    const known = find.get(charge.id, this.#store)
    if (!known) {
      const place = this.#freePlace(charge)
      this.#put('INSERT', place, charge, json)
      this.#run('INSERT INTO texts (rowid, text) VALUES (?, ?)', place, searchTextOf(charge))
      return 'added'
    }
    const isOther = known.status !== charge.status
    if (by === 'page' && known.status === 'PAID' && isOther) return 'doubted'
    const place = known.place as bigint
    if (known.json === json) {
      this.#run('UPDATE charges SET round = ? WHERE place = ?', this.#round, place)
      return 'same'
    }
    // What is searched and the time of creation never change.
    this.#put('INSERT OR REPLACE', place, charge, json)
    return isOther ? 'changed' : 'same'
  }

  /** Saves a charge; only a known one takes the place of what is there. */
  #put(how: 'INSERT' | 'INSERT OR REPLACE', place: bigint, charge: Payment, json: string): void {
    const times = [charge.createdAt, charge.expiresAt, charge.paidAt].map(time)
    const amounts = [charge.amount, charge.fee, charge.netAmount].map(fromReais)
    const insert = `${how} INTO charges
      (place, store, id, status, created, expires, paid, amount, fee, net, round)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
    this.#run(insert, place, this.#store, charge.id, charge.status, ...times, ...amounts, this.#round)
    this.#run(`${how} INTO bodies (place, json) VALUES (?, ?)`, place, json)
  }

  #run(statement: string, ...values: SQLInputValue[]): void {
    this.#open.prepare(statement).run(...values)
  }

  /** The next free place of the charge's millisecond. */
  #freePlace({ createdAt }: Payment): bigint {
    const ms = time(createdAt) ?? 0
    const last = this.#open.prepare('SELECT max(place) AS last FROM charges WHERE place >= ? AND place < ?')
    last.setReadBigInts(true)
    const used = last.get(firstPlace(ms), firstPlace(ms + 1))?.last as bigint | null
    return used === null ? firstPlace(ms) : used + 1n
  }

  #write<T>(work: () => T): T {
    return transaction(this.#open.database, work)
  }
}

/** A time in milliseconds; null if the text isn't a time. */
function time(iso: string | null): number | null {
  const ms = Date.parse(iso ?? '')
  return Number.isNaN(ms) ? null : ms
}

function isNewestFirst(page: readonly ReadCharge[]): boolean {
  const [first, last] = [page[0], page.at(-1)]
  return !first || !last || Date.parse(first.charge.createdAt) >= Date.parse(last.charge.createdAt)
}
