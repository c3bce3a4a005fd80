/** The webhook endpoints: list, register, remove, and a test delivery to one. */

import type { Clock } from '../../shared/clock.ts'
import { STORE_ID } from '../core/choices.ts'
import type { Database } from '../core/database.ts'
import type { Random } from '../core/environment.ts'
import type { Routes } from '../rest/http.ts'
import type { Deliverer } from '../webhooks/deliverer.ts'
import {
  addEndpoint,
  findEndpoint,
  listEndpoints,
  parseEndpointUrl,
  parseEvents,
  removeEndpoint,
} from '../webhooks/endpoints.ts'
import { objectBody } from './body.ts'

interface Parts {
  database: Database
  clock: Clock
  random: Random
  deliverer: Deliverer
  /** Called when the endpoints have changed; the answer waits for it. Never rejects. */
  endpointsChanged(): Promise<void>
}

export function endpointRoutes({ database, clock, random, deliverer, endpointsChanged }: Parts): Routes {
  return {
    '/endpoints': {
      GET: c => c.json({ data: listEndpoints(database, STORE_ID) }),
      POST: async c => {
        const body = await objectBody(c, ['url', 'events'])
        const wanted = { url: parseEndpointUrl(body.url), events: parseEvents(body.events) }
        const added = addEndpoint(database, random, clock.now(), { storeId: STORE_ID, ...wanted })
        await endpointsChanged()
        const { id, url, events, secret } = added
        return c.json({ id, url, events, secret }, 201)
      },
    },
    '/endpoints/:id': {
      DELETE: async c => {
        const id = c.req.param('id') ?? ''
        removeEndpoint(database, STORE_ID, id)
        await endpointsChanged()
        return c.json({ data: { id, removed: true } })
      },
    },
    '/endpoints/:id/test': {
      POST: async c => {
        const endpoint = findEndpoint(database, STORE_ID, c.req.param('id') ?? '')
        return c.json({ data: { to: endpoint.url, ...(await deliverer.test(endpoint)) } })
      },
    },
  }
}
