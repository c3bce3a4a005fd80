/** The API keys: list, create, revoke. */

import { addKey, listKeys, newApiKey, parseExpiry, parsePermissions, revokeKey } from '../core/keys.ts'
import type { Routes } from '../rest/http.ts'
import type { StoreOf } from './access.ts'
import type { DashboardParts } from './app.ts'
import { objectBody } from './body.ts'

type Parts = Pick<DashboardParts, 'database' | 'clock' | 'random'>

export function keyRoutes(parts: Parts, storeOf: StoreOf): Routes {
  const { database, clock } = parts
  return {
    '/keys': {
      GET: c => c.json({ data: listKeys(database, storeOf(c).id) }),
      POST: async c => {
        const body = await objectBody(c, ['permissions', 'expiresIn'])
        return c.json(createKey(parts, storeOf(c).id, body), 201)
      },
    },
    '/keys/:id': {
      DELETE: c => c.json({ data: revokeKey(database, storeOf(c).id, c.req.param('id') ?? '', clock.now()) }),
    },
  }
}

/** Creates a key with the permissions, for `expiresIn` seconds or for ever. 400 for invalid ones. */
export function createKey(
  { database, clock, random }: Parts,
  storeId: string,
  wanted: { permissions?: unknown; expiresIn?: unknown },
) {
  const permissions = parsePermissions(wanted.permissions)
  const now = clock.now()
  const expiresAt = parseExpiry(wanted.expiresIn, now)
  const apiKey = newApiKey(random)
  const id = addKey(database, random, now, { apiKey, storeId, permissions, expiresAt })
  const expiry = expiresAt === null ? {} : { expiresAt: new Date(expiresAt).toISOString() }
  return { id, apiKey, permissions, ...expiry }
}
