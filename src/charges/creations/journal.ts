/**
 * The journal of creations: key and body are on the disk before the first byte is sent, so that exactly the same
 * request can be sent again, whatever happens.
 */

import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '#lib/failure.ts'
import { giveSpaceBack, runBatch } from '#lib/sqlite/batches.ts'
import { transaction } from '#lib/sqlite/database-file.ts'
import { endOfPrefix } from '#lib/sqlite/statements.ts'
import { texts } from '#lib/sqlite/texts.ts'
import { suggest } from '#lib/suggestion.ts'
import { openState } from '#state/database.ts'

/** The final outcome of a creation. `different`: the charge in the answer isn't the one that was asked for. */
export type Outcome = 'created' | 'existing' | 'different' | 'refused' | 'forgotten'

/** The store that a creation is for: it must never be sent to another one. */
export interface Owner {
  baseUrl: string
  /** The fingerprint of the API key, never the key itself. */
  keyFingerprint: string
}

export interface Entry extends Owner {
  id: number
  /** In lower case. */
  idempotencyKey: string
  body: Uint8Array
  /** ISO 8601. */
  createdAt: string
  /** True if an attempt may have reached the service, but no answer arrived. */
  inDoubt: boolean
  /** How often it was sent. The result of an attempt counts only if there was no later attempt. */
  attempts: number
  /** Null while unresolved. */
  outcome: Outcome | null
  paymentId: string | null
}

/** A creation that made a charge, or found one that it had made before. */
export interface MadeCharge {
  paymentId: string
  idempotencyKey: string
  /** ISO 8601, like `resolvedAt`, the time when the answer arrived. */
  createdAt: string
  resolvedAt: string
}

/** A creation that counts as sent from now on. */
export interface StartedCreation {
  entry: Entry
  /** The newest earlier one of its key that is unresolved or made a charge. */
  before: Entry | null
  /** Whether an earlier one whose outcome is unknown may have made the charge already. */
  doubted: boolean
}

const COLUMNS = `id, idempotency_key AS idempotencyKey, base_url AS baseUrl, key_fingerprint AS keyFingerprint,
  body, created_at AS createdAt, in_doubt AS inDoubt, attempts, outcome, payment_id AS paymentId`

/** A creation that nothing needs any more. The newest one stays, so that no number is used again. */
const MAY_GO = `outcome IS NOT NULL AND NOT (outcome = 'forgotten' AND in_doubt = 1)
  AND id < (SELECT max(id) FROM creations)
  AND NOT EXISTS (
    SELECT 1 FROM creations AS other WHERE other.idempotency_key = creations.idempotency_key AND other.outcome IS NULL
  )`

export class Journal {
  readonly #database: DatabaseSync

  private constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Opens the journal of a profile. Failure (fault) if its state can't be used. */
  static async open(dataDir: string, profile: string): Promise<Journal> {
    return new Journal(await openState(dataDir, profile))
  }

  /** Runs the work in one transaction, synced when this returns. What it throws undoes all of it. */
  inTransaction<T>(work: () => T): T {
    return transaction(this.#database, work)
  }

  /**
   * Writes a creation, synced when this returns; from then on it counts as sent. The same key with the same data
   * continues the unresolved entry, with the bytes that were sent first. Another API key may belong to the same
   * store, so its entries at this base URL count too (docs/decisions/state.md#journal). Failure (conflict) if an
   * unresolved entry has other data.
   *
   * @param same says whether two bodies ask for the same charge
   */
  begin(
    owner: Owner,
    idempotencyKey: string,
    body: Uint8Array,
    createdAt: string,
    same: (a: Uint8Array, b: Uint8Array) => boolean,
  ): StartedCreation {
    const key = idempotencyKey.toLowerCase()
    return this.inTransaction(() => {
      const earlier = this.find(key).filter(entry => entry.baseUrl === owner.baseUrl)
      const unresolved = earlier.filter(entry => entry.outcome === null)
      if (unresolved.some(entry => !same(entry.body, body))) {
        throw new Failure('conflict', texts.otherData, {
          next: [suggest('charge recover', { say: texts.finishThat, args: [key] }), texts.leaveKeyOut],
          details: { idempotencyKey: key },
        })
      }
      const own = unresolved.find(entry => entry.keyFingerprint === owner.keyFingerprint)
      const notRefused = earlier.filter(entry => entry.outcome !== 'refused')
      const before = notRefused[0] ?? null
      const made = notRefused.findIndex(entry => entry.paymentId !== null)
      // One with other data (forgotten) may have made a charge, but not the one of this body.
      const doubted = notRefused
        .slice(0, made === -1 ? undefined : made)
        .some(entry => entry.inDoubt && same(entry.body, body))
      if (own) return { entry: this.#markSent(own).entry, before, doubted }
      const bytes = earlier.find(entry => same(entry.body, body))?.body ?? body
      this.#database
        .prepare(
          `INSERT INTO creations (idempotency_key, base_url, key_fingerprint, body, created_at, in_doubt, attempts)
           VALUES (?, ?, ?, ?, ?, 1, 1)`,
        )
        .run(key, owner.baseUrl, owner.keyFingerprint, bytes, createdAt)
      return { entry: this.find(key)[0]!, before, doubted }
    })
  }

  /** Before an entry is sent again: counts it as sent. Returns it as it is now, and whether it was in doubt before. */
  markSent(entry: Entry): { entry: Entry; doubted: boolean } {
    return this.inTransaction(() => this.#markSent(entry))
  }

  #markSent({ id }: Entry): { entry: Entry; doubted: boolean } {
    const [before] = this.#select('WHERE id = ?', id)
    const attempts = before!.attempts + 1
    this.#database.prepare('UPDATE creations SET in_doubt = 1, attempts = ? WHERE id = ?').run(attempts, id)
    return { entry: { ...before!, inDoubt: true, attempts }, doubted: before!.inDoubt }
  }

  /** If no attempt can have reached the service, and the entry wasn't in doubt before. */
  markUnsent(entry: Entry): void {
    this.#update(entry, 'in_doubt = 0', [], `AND attempts = ${entry.attempts}`)
  }

  /** The service has refused it, so no charge was made. False if another process has sent it since: its result is unknown. */
  refuse(entry: Entry, at: string): boolean {
    const isSame = `AND attempts = ${entry.attempts}`
    return this.#update(entry, "outcome = 'refused', resolved_at = ?", [at], isSame)
  }

  /**
   * Resolves an entry. One that is already resolved doesn't change.
   *
   * @param owner whose charge it is: a forced recovery may have sent the entry to another base URL
   */
  resolve(
    entry: Entry,
    outcome: Exclude<Outcome, 'refused'>,
    paymentId: string | null,
    at: string,
    { baseUrl, keyFingerprint }: Owner = entry,
  ): void {
    const values = [outcome, paymentId, at, baseUrl, keyFingerprint]
    this.#update(
      entry,
      'outcome = ?, payment_id = ?, resolved_at = ?, base_url = ?, key_fingerprint = ?',
      values,
    )
  }

  /** Forgets a creation that was never sent. False if somebody has sent it meanwhile. */
  forgetUnsent(idempotencyKey: string, at: string): boolean {
    return this.inTransaction(() => {
      const entries = this.find(idempotencyKey).filter(({ outcome }) => outcome === null)
      if (entries.some(({ inDoubt }) => inDoubt)) return false
      for (const entry of entries) this.resolve(entry, 'forgotten', null, at)
      return true
    })
  }

  /** The bodies of the creations since a time (ISO 8601) that made a charge at a base URL. */
  bodiesSince(baseUrl: string, since: string): Uint8Array[] {
    const made = `created_at >= ? AND base_url = ? AND payment_id IS NOT NULL`
    return this.#select(`WHERE ${made}`, since, baseUrl).map(({ body }) => body)
  }

  /** The key of another creation at a base URL that has this charge, whatever its API key; undefined if there is none. */
  otherKeyOf(paymentId: string, baseUrl: string, idempotencyKey: string): string | undefined {
    const [other] = this.#select(
      `WHERE payment_id = ? AND base_url = ? AND idempotency_key <> ? AND outcome IN ('created', 'existing') LIMIT 1`,
      paymentId,
      baseUrl,
      idempotencyKey,
    )
    return other?.idempotencyKey
  }

  /** Every unresolved creation, oldest first. */
  unresolved(): Entry[] {
    return this.#select('WHERE outcome IS NULL ORDER BY id')
  }

  /** The charges that were created by this owner, oldest first. */
  charges({ baseUrl, keyFingerprint }: Owner): Iterable<MadeCharge> {
    return this.#database
      .prepare(
        `SELECT payment_id AS paymentId, idempotency_key AS idempotencyKey, created_at AS createdAt,
           resolved_at AS resolvedAt
         FROM creations
         WHERE base_url = ? AND key_fingerprint = ? AND payment_id IS NOT NULL AND resolved_at IS NOT NULL
         ORDER BY id`,
      )
      .iterate(baseUrl, keyFingerprint) as unknown as Iterable<MadeCharge>
  }

  /** The ids of charges created at a base URL that begin with a text, in their order, at most `most`. */
  chargesWith(prefix: string, baseUrl: string, most: number): string[] {
    const rows = this.#database
      .prepare(
        `SELECT DISTINCT payment_id AS id FROM creations
         WHERE base_url = ? AND payment_id >= ? AND payment_id < ? ORDER BY payment_id LIMIT ?`,
      )
      .all(baseUrl, prefix, endOfPrefix(prefix), most)
    return rows.map(({ id }) => String(id))
  }

  /** Which of these charges a file made, among the newest creations: its keys are UUIDs of version 5. */
  chargesOfFiles(ids: readonly string[]): string[] {
    const ofFiles = this.#select(
      `WHERE id > (SELECT max(id) FROM creations) - 10000 AND substr(idempotency_key, 15, 1) = '5'
       AND payment_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    )
    return ofFiles.map(({ paymentId }) => paymentId!)
  }

  /** The entries with this key, of every store and with every outcome, newest first. */
  find(idempotencyKey: string): Entry[] {
    return this.#select('WHERE idempotency_key = ? ORDER BY id DESC', idempotencyKey.toLowerCase())
  }

  /**
   * Drops creations that were resolved before a time (milliseconds since the epoch); says how many that is. Never one that
   * is unresolved, nor an earlier one with the same key; nor one that was forgotten while it was in doubt, because it may
   * have made a charge.
   */
  async *prune(beforeMs: number): AsyncGenerator<number> {
    const before = new Date(beforeMs).toISOString()
    const drop = this.#database.prepare(`DELETE FROM creations WHERE resolved_at < ? AND ${MAY_GO}`)
    yield await runBatch(() => this.inTransaction(() => Number(drop.run(before).changes)))
    for await (const _ of giveSpaceBack(this.#database)) yield* []
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
