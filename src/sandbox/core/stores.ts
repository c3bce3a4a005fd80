/** The stores of a sandbox in the database. Each has its own keys, charges, wallet, endpoints and events. */

import { randomUUID } from 'node:crypto'
import { FIRST_STORE } from './choices.ts'
import type { Database } from './database.ts'
import { Refusal } from './errors.ts'

export interface StoreRow {
  id: string
  name: string
  /** Since when its account is unavailable, in ms; null if it isn't. */
  disabledAt: number | null
}

/** The columns of a {@link StoreRow}. */
const STORE = 'id, name, disabled_at AS disabledAt'

/** The profile of a store is named after it, and so is a file. */
const STORE_NAME = /^[a-z0-9][a-z0-9-]{0,29}$/

export function ensureFirstStore(database: Database): void {
  if (!findStore(database, FIRST_STORE.id)) insertStore(database, FIRST_STORE)
}

/** Adds a store with an empty wallet and its own Pix key. */
export function insertStore(database: Database, { id, name }: Pick<StoreRow, 'id' | 'name'>): void {
  database
    .prepare('INSERT INTO stores (id, name, pix_key, balance) VALUES (?, ?, ?, 0)')
    .run(id, name, randomUUID())
  database.changes.changed()
}

/** All stores, the first one first. */
export function listStores(database: Database): StoreRow[] {
  const rows: unknown[] = database.prepare(`SELECT ${STORE} FROM stores ORDER BY rowid`).all()
  return rows as StoreRow[]
}

export function findStore(database: Database, id: string): StoreRow | null {
  const row: unknown = database.prepare(`SELECT ${STORE} FROM stores WHERE id = ?`).get(id)
  return (row as StoreRow | undefined) ?? null
}

/** Makes a store's account unavailable from `at` (ms) on, or available if it is null. */
export function setDisabled(
  database: Database,
  id: string,
  at: number | null,
): { store: StoreRow; changed: boolean } {
  const { changes } = database
    .prepare('UPDATE stores SET disabled_at = ? WHERE id = ? AND (disabled_at IS NULL) <> (? IS NULL)')
    .run(at, id, at)
  database.changes.changed()
  return { store: findStore(database, id)!, changed: Number(changes) > 0 }
}

/** The name of a new store. 400 for anything else. */
export function parseStoreName(value: unknown): string {
  if (typeof value === 'string' && STORE_NAME.test(value)) return value
  throw new Refusal(
    'invalid_store_name',
    'the name of a store is 1 to 30 lower-case letters, digits and hyphens, and begins with a letter or digit',
  )
}
