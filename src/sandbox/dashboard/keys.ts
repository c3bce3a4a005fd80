/** The API keys: list, create, revoke. */

import type { Clock } from '../../shared/clock.ts'
import { STORE_ID } from '../core/choices.ts'
import type { Database } from '../core/database.ts'
import type { Random } from '../core/environment.ts'
import { addKey, listKeys, newApiKey, parsePermissions, revokeKey } from '../core/keys.ts'
import type { Routes } from '../rest/http.ts'
import { objectBody } from './body.ts'

interface Parts {
  database: Database
  clock: Clock
  random: Random
}

export function keyRoutes({ database, clock, random }: Parts): Routes {
  return {
    '/keys': {
      GET: c => c.json({ data: listKeys(database, STORE_ID) }),
      POST: async c => {
        const permissions = parsePermissions((await objectBody(c, ['permissions'])).permissions)
        const apiKey = newApiKey(random)
        const id = addKey(database, random, clock.now(), { apiKey, storeId: STORE_ID, permissions })
        return c.json({ id, apiKey, permissions }, 201)
      },
    },
    '/keys/:id': {
      DELETE: c => c.json({ data: revokeKey(database, STORE_ID, c.req.param('id') ?? '', clock.now()) }),
    },
  }
}
