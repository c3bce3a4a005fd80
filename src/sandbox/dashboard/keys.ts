/** The API keys: list, create, revoke. */

import { addKey, listKeys, newApiKey, parseExpiry, parsePermissions, revokeKey } from '../core/keys.ts'
import type { Routes } from '../rest/http.ts'
import type { StoreOf } from './access.ts'
import type { DashboardParts } from './app.ts'
import { objectBody } from './body.ts'

type Parts = Pick<DashboardParts, 'database' | 'clock' | 'random'>

export function keyRoutes({ database, clock, random }: Parts, storeOf: StoreOf): Routes {
  return {
    '/keys': {
      GET: c => c.json({ data: listKeys(database, storeOf(c).id) }),
      POST: async c => {
        const body = await objectBody(c, ['permissions', 'expiresIn'])
        const permissions = parsePermissions(body.permissions)
        const now = clock.now()
        const expiresAt = parseExpiry(body.expiresIn, now)
        const apiKey = newApiKey(random)
        const id = addKey(database, random, now, { apiKey, storeId: storeOf(c).id, permissions, expiresAt })
        const expiry = expiresAt === null ? {} : { expiresAt: new Date(expiresAt).toISOString() }
        return c.json({ id, apiKey, permissions, ...expiry }, 201)
      },
    },
    '/keys/:id': {
      DELETE: c => c.json({ data: revokeKey(database, storeOf(c).id, c.req.param('id') ?? '', clock.now()) }),
    },
  }
}
