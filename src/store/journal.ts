/**
 * The journal of creations: key and body are on disk before the first byte of a creation leaves, so
 * that whatever happens then, the very same request can be sent again.
 */

import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '../shared/failure.ts'
import { suggest } from '../shared/suggestion.ts'
import { openDatabase, transaction } from './database.ts'

/** How a creation ended for good. `different`: the charge that came back isn't what was asked for. */
export type Outcome = 'created' | 'existing' | 'different' | 'refused' | 'forgotten'

/** Whose a creation is: it must never be sent to another store. */
export interface Owner {
  baseUrl: string
  /** Of the API key; never the key. */
  keyFingerprint: string
}

export interface Entry extends Owner {
  id: number
  /** In lower case. */
  idempotencyKey: string
  body: Uint8Array
  /** ISO 8601. */
  createdAt: string
  /** True when an attempt may have reached the service without its answer reaching us. */
  inDoubt: boolean
  /** How often it was begun or sent again: what an attempt ended with counts only if none came after it. */
  attempts: number
  /** Null while unresolved. */
  outcome: Outcome | null
  paymentId: string | null
}

/** What is known of a creation that made a charge, or found it made. */
export interface MadeCharge {
  paymentId: string
  idempotencyKey: string
  /** ISO 8601, as `resolvedAt`, which is when its charge was known. */
  createdAt: string
  resolvedAt: string
}

const COLUMNS = `id, idempotency_key AS idempotencyKey, base_url AS baseUrl, key_fingerprint AS keyFingerprint,
  body, created_at AS createdAt, in_doubt AS inDoubt, attempts, outcome, payment_id AS paymentId`

export class Journal {
  readonly #database: DatabaseSync

  private constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Opens the journal of a profile. Failure (fault) when its state can't be used. */
  static async open(dataDir: string, profile: string): Promise<Journal> {
    return new Journal(await openDatabase(dataDir, profile))
  }

  /**
   * Writes a creation, synced when this returns; from here on it counts as sent. The same key with the
   * same data takes up the entry that is unresolved, and always the bytes that were sent first. Another API
   * key may be the same store's, so its entries count too, as far as the base URL is the same
   * (docs/decisions/state.md#journal). Failure (conflict) when an unresolved entry holds other data.
   *
   * @param same says whether two bodies ask for the same charge
   * @returns the entry; the newest one before it that is unresolved or made a charge; and whether one that
   *   is not known to have ended may have made it already
   */
  begin(
    owner: Owner,
    idempotencyKey: string,
    body: Uint8Array,
    createdAt: string,
    same: (a: Uint8Array, b: Uint8Array) => boolean,
  ): { entry: Entry; before: Entry | null; doubted: boolean } {
    const key = idempotencyKey.toLowerCase()
    return transaction(this.#database, () => {
      const earlier = this.find(key).filter(each => each.baseUrl === owner.baseUrl)
      const unresolved = earlier.filter(each => each.outcome === null)
      if (unresolved.some(each => !same(each.body, body))) {
        throw new Failure('conflict', 'an unresolved creation has this idempotency key, with other data', {
          next: [
            suggest('charge recover', { say: 'to finish that one', args: [key] }),
            'for a new charge, leave --idempotency-key out',
          ],
          details: { idempotencyKey: key },
        })
      }
      const own = unresolved.find(each => each.keyFingerprint === owner.keyFingerprint)
      const notRefused = earlier.filter(each => each.outcome !== 'refused')
      const before = notRefused[0] ?? null
      const made = notRefused.findIndex(each => each.paymentId !== null)
      const doubted = notRefused.slice(0, made === -1 ? undefined : made).some(each => each.inDoubt)
      if (own) return { entry: this.#markSent(own).entry, before, doubted }
      const bytes = earlier.find(each => same(each.body, body))?.body ?? body
      this.#database
        .prepare(
          `INSERT INTO creations (idempotency_key, base_url, key_fingerprint, body, created_at, in_doubt, attempts)
           VALUES (?, ?, ?, ?, ?, 1, 1)`,
        )
        .run(key, owner.baseUrl, owner.keyFingerprint, bytes, createdAt)
      return { entry: this.find(key)[0]!, before, doubted }
    })
  }

  /**
   * Before an entry is sent again: it counts as sent from here on.
   *
   * @returns the entry as it stands, and whether it was in doubt until now
   */
  markSent(entry: Entry): { entry: Entry; doubted: boolean } {
    return transaction(this.#database, () => this.#markSent(entry))
  }

  #markSent({ id }: Entry): { entry: Entry; doubted: boolean } {
    const [before] = this.#select('WHERE id = ?', id)
    const attempts = before!.attempts + 1
    this.#database.prepare('UPDATE creations SET in_doubt = 1, attempts = ? WHERE id = ?').run(attempts, id)
    return { entry: { ...before!, inDoubt: true, attempts }, doubted: before!.inDoubt }
  }

  /** After attempts that provably reached nothing, where none before them is in doubt. */
  markUnsent(entry: Entry): void {
    this.#update(entry, 'in_doubt = 0', [], `AND attempts = ${entry.attempts}`)
  }

  /**
   * Ends an entry of which the service said that it made nothing.
   *
   * @returns false where another process has sent it since: that attempt's end isn't known
   */
  refuse(entry: Entry, at: string): boolean {
    return this.#update(
      entry,
      "outcome = 'refused', resolved_at = ?",
      [at],
      `AND attempts = ${entry.attempts}`,
    )
  }

  /** Ends an entry; only an unresolved one changes. */
  resolve(entry: Entry, outcome: Exclude<Outcome, 'refused'>, paymentId: string | null, at: string): void {
    this.#update(entry, 'outcome = ?, payment_id = ?, resolved_at = ?', [outcome, paymentId, at])
  }

  /** Every unresolved creation, oldest first. */
  unresolved(): Entry[] {
    return this.#select('WHERE outcome IS NULL ORDER BY id')
  }

  /** The charges that this owner's creations made, oldest first. */
  charges({ baseUrl, keyFingerprint }: Owner): MadeCharge[] {
    return this.#database
      .prepare(
        `SELECT payment_id AS paymentId, idempotency_key AS idempotencyKey, created_at AS createdAt,
           resolved_at AS resolvedAt
         FROM creations
         WHERE base_url = ? AND key_fingerprint = ? AND payment_id IS NOT NULL AND resolved_at IS NOT NULL
         ORDER BY id`,
      )
      .all(baseUrl, keyFingerprint) as unknown as MadeCharge[]
  }

  /** The entries of a key, in whatever store and whatever became of them, newest first. */
  find(idempotencyKey: string): Entry[] {
    return this.#select('WHERE idempotency_key = ? ORDER BY id DESC', idempotencyKey.toLowerCase())
  }

  close(): void {
    this.#database.close()
  }

  #select(where: string, ...values: (string | number)[]): Entry[] {
    const rows = this.#database.prepare(`SELECT ${COLUMNS} FROM creations ${where}`).all(...values)
    return rows.map(row => ({ ...row, inDoubt: row.inDoubt === 1 }) as unknown as Entry)
  }

  /** Whether an unresolved entry was changed. */
  #update(entry: Entry, assignments: string, values: readonly (string | null)[], where = ''): boolean {
    const update = `UPDATE creations SET ${assignments} WHERE id = ? AND outcome IS NULL ${where}`
    return this.#database.prepare(update).run(...values, entry.id).changes === 1
  }
}
