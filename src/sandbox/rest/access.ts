/** Who may call the REST side, and how often (docs/service.md, 5 and 8). Checked before the route. */

import type { Context, MiddlewareHandler } from 'hono'
import type { Permission } from '#contract/generated/types.ts'
import type { Clock } from '#lib/clock.ts'
import type { Database } from '../core/database.ts'
import { Refusal } from '../core/errors.ts'
import { findKey, type Key } from '../core/keys.ts'
import { RateLimiter } from './rate-limit.ts'
import { bearerToken } from './request.ts'

export interface AccessOptions {
  database: Database
  clock: Clock
  /** Calls in any 60 seconds per key. */
  rateLimit: number | 'off'
}

type KeyHandler = (c: Context, key: Key) => Response | Promise<Response>

export type Access = ReturnType<typeof restAccess>

/** The first check of every route: the key (401). */
export const checkKey =
  ({ database, clock }: Pick<AccessOptions, 'database' | 'clock'>): MiddlewareHandler =>
  async (c, next) => {
    c.set('key', authenticate(c, database, clock.now()))
    await next()
  }

export function restAccess({ clock, rateLimit }: AccessOptions) {
  const limiter = rateLimit === 'off' ? null : new RateLimiter(rateLimit)

  /** Then the key's rate (429), and its store's account (403). */
  const check: MiddlewareHandler = async (c, next) => {
    const key: Key = c.get('key')
    const wait = limiter?.check(key.id, clock.monotonic()) ?? 0
    if (wait > 0) {
      throw new Refusal('rate_limited', `too many calls with this key; try again in ${wait} s`, {
        'Retry-After': String(wait),
      })
    }
    if (!key.accountAvailable) {
      throw new Refusal('account_unavailable', "the store's account is unavailable")
    }
    await next()
    c.header('Cache-Control', 'no-store')
  }

  /** A handler for keys with this permission (403 for others), or for every key if it is null. */
  const allowed = (permission: Permission | null, handle: KeyHandler) => (c: Context) => {
    const key: Key = c.get('key')
    if (permission && !key.permissions.includes(permission)) {
      throw new Refusal('insufficient_permission', `this key doesn't have the permission ${permission}`)
    }
    return handle(c, key)
  }

  return { check, allowed }
}

/** The key of a call, at `now` (ms). 401 if there is none that counts. */
export function authenticate(c: Context, database: Database, now: number): Key {
  const token = bearerToken(c)
  const key = token === null ? null : findKey(database, token)
  if (!key) throw unauthorized('the key is missing, invalid or revoked')
  if (key.expiresAt !== null && key.expiresAt <= now) {
    throw unauthorized(`the key expired at ${new Date(key.expiresAt).toISOString()}`)
  }
  return key
}

function unauthorized(message: string): Refusal {
  return new Refusal('unauthorized', message, { 'WWW-Authenticate': 'Bearer' })
}
