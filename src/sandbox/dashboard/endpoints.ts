/** The webhook endpoints: list, register, remove, and a test delivery to one. */

import type { Routes } from '../rest/http.ts'
import type { Store } from '../stores.ts'
import {
  addEndpoint,
  type Endpoint,
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
  const { database, deliverer } = parts
  return {
    '/endpoints': {
      GET: c => c.json({ data: listEndpoints(database, storeOf(c).id) }),
      POST: async c => {
        const body = await objectBody(c, ['url', 'events'])
        const { id, url, events, secret } = await registerEndpoint(parts, storeOf(c), body)
        return c.json({ id, url, events, secret }, 201)
      },
    },
    '/endpoints/:id': {
      DELETE: async c => {
        const id = c.req.param('id') ?? ''
        await unregisterEndpoint(parts, storeOf(c), id)
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

/** Registers an endpoint of a store and saves its secret in the profile. 400 for an invalid URL or event. */
export async function registerEndpoint(
  { stores, database, clock, random }: Parts,
  store: Store,
  wanted: { url?: unknown; events?: unknown },
): Promise<Endpoint> {
  const { url, events } = { url: parseEndpointUrl(wanted.url), events: parseEvents(wanted.events) }
  const endpoint = addEndpoint(database, random, clock.now(), { storeId: store.id, url, events })
  await stores.endpointsChanged(store)
  return endpoint
}

/** Removes an endpoint of a store, from the profile too. 404 if there is none. */
export async function unregisterEndpoint(
  { stores, database }: Parts,
  store: Store,
  id: string,
): Promise<void> {
  removeEndpoint(database, store.id, id)
  await stores.endpointsChanged(store)
}
