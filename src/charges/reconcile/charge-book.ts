/**
 * The charges to compare and the differences found, in a temporary SQLite database on disk: memory doesn't grow with
 * them. The database has no name, only this user can read it, and SQLite removes it however the process ends.
 */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Payment } from '#contract/generated/types.ts'
import { fromReais } from '#contract/money.ts'
import { asArrays, type Prepare, preparing } from '#lib/sqlite/statements.ts'
import { type Difference, KINDS } from './compare.ts'

/** A charge as the service lists it. */
export type ListedCharge = Pick<Payment, 'status' | 'amount' | 'netAmount' | 'paidAt'>

/** {@link CHARGE}. */
type ChargeFields = [status: Payment['status'], amount: number, netAmount: number, paidAt: string | null]

const SCHEMA = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8192; PRAGMA temp_store = FILE;
  CREATE TABLE charges (
    place INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    amount REAL NOT NULL,
    net REAL NOT NULL,
    net_centavos INTEGER,
    paid_at TEXT,
    paid INTEGER,
    fresh INTEGER NOT NULL,
    approved INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE differences (
    place INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    at INTEGER NOT NULL,
    payment_id TEXT,
    detail TEXT NOT NULL,
    next TEXT NOT NULL,
    key TEXT UNIQUE
  ) STRICT;
  BEGIN;
`

const CHARGE = 'status, amount, net, paid_at'
const PAID_FROM = "FROM charges WHERE status = 'PAID' AND paid >= ?"
const QUARTER_MS = 15 * 60_000
/** An infinite time as a number that SQLite can compare with times. */
const FURTHEST_MS = Number.MAX_SAFE_INTEGER

export class ChargeBook {
  readonly #database: DatabaseSync
  readonly #prepare: Prepare

  private constructor(database: DatabaseSync) {
    this.#database = database
    this.#prepare = preparing(database)
  }

  static async open(): Promise<ChargeBook> {
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync('')
    database.exec(SCHEMA)
    return new ChargeBook(database)
  }

  /** Adds a charge, or replaces what was read of it before. `isFresh`: it was read in this run. */
  put(id: string, { status, amount, netAmount, paidAt }: ListedCharge, isFresh: boolean): void {
    const ms = paidAt === null ? Number.NaN : Date.parse(paidAt)
    const paid = Number.isNaN(ms) ? null : ms
    this.#prepare(
      `INSERT INTO charges (id, status, amount, net, net_centavos, paid_at, paid, fresh) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, amount = excluded.amount, net = excluded.net,
         net_centavos = excluded.net_centavos, paid_at = excluded.paid_at, paid = excluded.paid,
         fresh = excluded.fresh`,
    ).run(id, status, amount, netAmount, fromReais(netAmount), paidAt, paid, isFresh ? 1 : 0)
  }

  drop(id: string): void {
    this.#prepare('DELETE FROM charges WHERE id = ?').run(id)
  }

  clear(): void {
    this.#database.exec('DELETE FROM charges; DELETE FROM differences')
  }

  get count(): number {
    return Number(this.#prepare('SELECT count(*) AS count FROM charges').get()?.count)
  }

  find(id: string): ListedCharge | null {
    const select = this.#prepare(`SELECT ${CHARGE} FROM charges WHERE id = ?`)
    const row = asArrays(select).get(id) as unknown as ChargeFields | undefined
    return row ? listed(row) : null
  }

  /** An event has approved this charge. */
  approve(id: string): void {
    this.#prepare('UPDATE charges SET approved = 1 WHERE id = ? AND approved = 0').run(id)
  }

  /** What was paid at a time or later, by quarters of an hour in their order: local days begin at one. */
  *paidFrom(ms: number): Generator<{ paid: number; count: number; netAmount: number }> {
    const select = this.#prepare(
      `SELECT paid - paid % ${QUARTER_MS}, count(*), sum(net_centavos) ${PAID_FROM} GROUP BY 1 ORDER BY 1`,
    )
    const rows = asArrays(select).iterate(finite(ms)) as unknown as Iterable<[number, number, number]>
    for (const [paid, count, netAmount] of rows) yield { paid, count, netAmount }
  }

  /** A charge that was paid at a time or later and whose netAmount isn't whole centavos; null if there is none. */
  inexact(ms: number): { id: string; netAmount: number } | null {
    const row = this.#prepare(
      `SELECT id, net AS netAmount ${PAID_FROM} AND net_centavos IS NULL ORDER BY place LIMIT 1`,
    ).get(finite(ms))
    return (row ?? null) as { id: string; netAmount: number } | null
  }

  /**
   * Payments that no event has approved, in their order: after one time, not before another, and not after a third, in
   * milliseconds since the epoch.
   */
  *missed(after: number, from: number, upTo: number): Generator<ListedCharge & { id: string; paid: number }> {
    const select = this.#prepare(
      `SELECT id, paid, ${CHARGE} FROM charges
       WHERE status = 'PAID' AND approved = 0 AND paid > ? AND paid >= ? AND paid <= ? ORDER BY paid, place`,
    )
    const rows = asArrays(select).iterate(finite(after), finite(from), finite(upTo)) as unknown
    for (const [id, paid, ...charge] of rows as Iterable<[string, number, ...ChargeFields]>) {
      yield { id, paid, ...listed(charge) }
    }
  }

  /**
   * Adds a difference.
   *
   * @param atMs its place within its kind
   * @param key of several with the same key only the first one is kept
   */
  differ({ kind, paymentId, detail, next }: Difference, atMs: number, key: string | null = null): void {
    this.#prepare(
      'INSERT OR IGNORE INTO differences (kind, at, payment_id, detail, next, key) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(KINDS.indexOf(kind), finite(atMs), paymentId, detail, next, key)
  }

  /** Forgets the differences, before the next comparison. */
  clearDifferences(): void {
    this.#database.exec('DELETE FROM differences')
  }

  get differenceCount(): number {
    return Number(this.#prepare('SELECT count(*) AS count FROM differences').get()?.count)
  }

  /** By kind, and within a kind by time. */
  *differences(): Generator<Difference> {
    const rows = this.#prepare(
      'SELECT kind, payment_id AS paymentId, detail, next FROM differences ORDER BY kind, at, place',
    ).iterate() as unknown as Iterable<Omit<Difference, 'kind'> & { kind: number }>
    for (const { kind, ...difference } of rows) yield { kind: KINDS[kind]!, ...difference }
  }

  /**
   * The charges about which something differs and that were not read in this run, at most `most`. Those without an
   * approved event are not among them: a charge that is PAID stays PAID.
   */
  unproven(most: number): string[] {
    const rows = this.#prepare(
      `SELECT DISTINCT payment_id AS id FROM differences LEFT JOIN charges ON charges.id = payment_id
       WHERE kind > 0 AND payment_id IS NOT NULL AND coalesce(fresh, 0) = 0 LIMIT ?`,
    ).all(most)
    return rows.map(({ id }) => String(id))
  }

  close(): void {
    this.#database.close()
  }
}

function listed([status, amount, netAmount, paidAt]: ChargeFields): ListedCharge {
  return { status, amount, netAmount, paidAt }
}

function finite(ms: number): SQLInputValue {
  return Math.min(Math.max(ms, -FURTHEST_MS), FURTHEST_MS)
}
