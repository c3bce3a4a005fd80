/** The realtime channel: a test event, and another token. */

import type { Routes } from '../rest/http.ts'
import type { Store } from '../stores.ts'
import type { StoreOf } from './access.ts'
import type { DashboardParts } from './app.ts'

type Parts = Pick<DashboardParts, 'stores' | 'realtime'>

export function realtimeRoutes(parts: Parts, storeOf: StoreOf): Routes {
  const { realtime } = parts
  return {
    '/realtime/test': { POST: c => c.json({ data: realtime.test(storeOf(c).id) }) },
    '/realtime/token': {
      POST: async c => c.json({ wsToken: await rotateToken(parts, storeOf(c)) }, 201),
    },
  }
}

/** Gives a store another WebSocket token, in its profile too, and refuses the connections with the old one. */
export async function rotateToken({ stores, realtime }: Parts, store: Store): Promise<string> {
  stores.replaceWsToken(store)
  realtime.tokenChanged(store.id)
  await stores.updateProfile(store)
  return store.wsToken
}
