/** API keys (docs/service.md, 5): saved as hashes, shown once. */

import { createHash } from 'node:crypto'
import type { SandboxKey } from '#contract/generated/output.ts'
import type { Permission } from '#contract/generated/types.ts'
import { API_KEY_PREFIX } from '#contract/limits.ts'
import { PERMISSIONS } from '#contract/states.ts'
import { secretHint } from '#lib/secret.ts'
import { texts } from '../texts.ts'
import type { Database } from './database.ts'
import { Refusal } from './errors.ts'
import { randomHex, toDateTime } from './ids-and-times.ts'

const MAX_KEY_LIFE_S = 10 * 366 * 24 * 3600

/** A key that has authenticated a call. */
export interface Key {
  id: string
  storeId: string
  permissions: Permission[]
  /** In ms; null if it never expires. */
  expiresAt: number | null
  /** Whether the store's account is available. */
  accountAvailable: boolean
}

export function newApiKey(): string {
  return API_KEY_PREFIX + randomHex(24)
}

/** Registers `apiKey` for a store. `now` is in ms. Returns the key's id. */
export function addKey(
  database: Database,
  now: number,
  key: { apiKey: string; storeId: string; permissions: readonly Permission[]; expiresAt?: number | null },
): string {
  const { apiKey, storeId, permissions, expiresAt = null } = key
  const id = `key_${randomHex(8)}`
  const hint = secretHint(API_KEY_PREFIX, apiKey)
  database
    .prepare(
      `INSERT INTO keys (id, store_id, hash, hint, permissions, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(id, storeId, hashOf(apiKey), hint, JSON.stringify(permissions), now, expiresAt)
  database.changes.changed()
  return id
}

/** The key, or null if it is unknown or revoked. It may have expired. */
export function findKey(database: Database, apiKey: string): Key | null {
  const row = database
    .prepare(
      `SELECT keys.id, store_id AS storeId, permissions, expires_at AS expiresAt, disabled_at IS NULL AS accountAvailable
         FROM keys JOIN stores ON stores.id = store_id WHERE hash = ? AND revoked_at IS NULL`,
    )
    .get(hashOf(apiKey))
  if (!row) return null
  const permissions = JSON.parse(String(row.permissions))
  return { ...row, permissions, accountAvailable: row.accountAvailable === 1 } as Key
}

/** Whether a key was ever registered, even if it is revoked now. */
export function isKnownKey(database: Database, apiKey: string): boolean {
  return database.prepare('SELECT 1 FROM keys WHERE hash = ?').get(hashOf(apiKey)) !== undefined
}

/** The keys of a store, oldest first. */
export function listKeys(database: Database, storeId: string): SandboxKey[] {
  return database
    .prepare('SELECT * FROM keys WHERE store_id = ? ORDER BY position')
    .all(storeId)
    .map(toSummary)
}

/** Revokes a key of a store; revoking it again changes nothing. 404 if there is no such key. `now` is in ms. */
export function revokeKey(database: Database, storeId: string, id: string, now: number): SandboxKey {
  database
    .prepare('UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE store_id = ? AND id = ?')
    .run(now, storeId, id)
  database.changes.changed()
  const row = database.prepare('SELECT * FROM keys WHERE store_id = ? AND id = ?').get(storeId, id)
  if (!row) throw new Refusal('key_not_found', texts.noSuchKey)
  return toSummary(row)
}

/** The permissions of a new key, each once; all of them by default. 400 for anything else. */
export function parsePermissions(value: unknown): Permission[] {
  if (value === undefined) return [...PERMISSIONS]
  const valid = Array.isArray(value) && value.length > 0 && value.every(item => PERMISSIONS.includes(item))
  if (!valid) throw new Refusal('invalid_permissions', () => texts.somePermissions(PERMISSIONS))
  return PERMISSIONS.filter(permission => value.includes(permission))
}

function toSummary(row: Record<string, unknown>): SandboxKey {
  return {
    id: String(row.id),
    key: String(row.hint),
    permissions: JSON.parse(String(row.permissions)),
    createdAt: new Date(Number(row.created_at)).toISOString(),
    expiresAt: toDateTime(row.expires_at as number | null),
    revokedAt: toDateTime(row.revoked_at as number | null),
  }
}

/** When a new key expires (ms), for the seconds of a call; null for never. 400 for anything else. */
export function parseExpiry(seconds: unknown, now: number): number | null {
  if (seconds === undefined || seconds === null) return null
  if (typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_KEY_LIFE_S) {
    return now + seconds * 1000
  }
  throw new Refusal('invalid_expiry', texts.keyExpiry)
}

/** A key or token has 192 random bits: nobody can find it by trying, so a plain hash without a salt is enough. */
function hashOf(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex')
}
