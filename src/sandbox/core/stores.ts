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
  /** Whether pixctl's settings have a profile for it. */
  hasProfile: boolean
}

/** The columns of a {@link StoreRow}. */
const STORE = 'id, name, disabled_at AS disabledAt, has_profile AS hasProfile'

/** The profile of a store is named after it, and so is a file. */
const STORE_NAME = /^[a-z0-9][a-z0-9-]{0,29}$/

export function ensureFirstStore(database: Database): void {
  if (!findStore(database, FIRST_STORE.id)) insertStore(database, FIRST_STORE)
}

/** Adds a store with an empty wallet and its own Pix key. */
export function insertStore(
  database: Database,
  { id, name, hasProfile = true }: Pick<StoreRow, 'id' | 'name'> & { hasProfile?: boolean },
): void {
  database
    .prepare('INSERT INTO stores (id, name, pix_key, balance, has_profile) VALUES (?, ?, ?, 0, ?)')
    .run(id, name, randomUUID(), hasProfile ? 1 : 0)
  database.changes.changed()
}

/** Removes a store and all that it has; its charges and deliveries must have gone before. Inside a transaction. */
export function deleteStore(database: Database, id: string): void {
  for (const table of ['endpoints', 'keys']) {
    database.prepare(`DELETE FROM ${table} WHERE store_id = ?`).run(id)
  }
  database.prepare('DELETE FROM stores WHERE id = ?').run(id)
}

/** All stores, the first one first. */
export function listStores(database: Database): StoreRow[] {
  return database.prepare(`SELECT ${STORE} FROM stores ORDER BY rowid`).all().map(toStore)
}

export function findStore(database: Database, id: string): StoreRow | null {
  const row = database.prepare(`SELECT ${STORE} FROM stores WHERE id = ?`).get(id)
  return row ? toStore(row) : null
}

function toStore(row: Record<string, unknown>): StoreRow {
  return { ...row, hasProfile: row.hasProfile === 1 } as StoreRow
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
