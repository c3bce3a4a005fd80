/** The realtime channel: a test event, and another token. */

import type { Routes } from '../rest/http.ts'
import type { StoreOf } from './access.ts'
import type { DashboardParts } from './app.ts'

type Parts = Pick<DashboardParts, 'stores' | 'realtime'>

export function realtimeRoutes({ stores, realtime }: Parts, storeOf: StoreOf): Routes {
  return {
    '/realtime/test': { POST: c => c.json({ data: realtime.test(storeOf(c).id) }) },
    '/realtime/token': {
      POST: async c => {
        const store = storeOf(c)
        stores.replaceWsToken(store)
        realtime.tokenChanged(store.id)
        await stores.updateProfile(store)
        return c.json({ wsToken: store.wsToken }, 201)
      },
    },
  }
}
