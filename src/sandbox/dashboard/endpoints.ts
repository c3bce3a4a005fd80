/** The webhook endpoints: list, register, remove, and a test delivery to one. */

import type { Routes } from '../rest/http.ts'
import {
  addEndpoint,
  findEndpoint,
  listEndpoints,
  parseEndpointUrl,
  parseEvents,
  removeEndpoint,
} from '../webhooks/endpoints.ts'
import type { StoreOf } from './access.ts'
import type { DashboardParts } from './app.ts'
import { objectBody } from './body.ts'

type Parts = Pick<DashboardParts, 'stores' | 'database' | 'clock' | 'random' | 'deliverer'>

export function endpointRoutes(parts: Parts, storeOf: StoreOf): Routes {
  const { stores, database, clock, random, deliverer } = parts
  return {
    '/endpoints': {
      GET: c => c.json({ data: listEndpoints(database, storeOf(c).id) }),
      POST: async c => {
        const body = await objectBody(c, ['url', 'events'])
        const wanted = { url: parseEndpointUrl(body.url), events: parseEvents(body.events) }
        const store = storeOf(c)
        const added = addEndpoint(database, random, clock.now(), { storeId: store.id, ...wanted })
        await stores.endpointsChanged(store)
        const { id, url, events, secret } = added
        return c.json({ id, url, events, secret }, 201)
      },
    },
    '/endpoints/:id': {
      DELETE: async c => {
        const id = c.req.param('id') ?? ''
        const store = storeOf(c)
        removeEndpoint(database, store.id, id)
        await stores.endpointsChanged(store)
        return c.json({ data: { id, removed: true } })
      },
    },
    '/endpoints/:id/test': {
      POST: async c => {
        const endpoint = findEndpoint(database, storeOf(c).id, c.req.param('id') ?? '')
        return c.json({ data: { to: endpoint.url, ...(await deliverer.test(endpoint)) } })
      },
    },
  }
}
