/** The stores of the sandbox: list, add, and make the account of one unavailable. */

import type { Context } from 'hono'
import { toDateTime } from '../core/date-time.ts'
import { listStores, type StoreRow, setDisabled } from '../core/stores.ts'
import type { Routes } from '../rest/http.ts'
import type { StoreOf } from './access.ts'
import type { DashboardParts } from './app.ts'
import { objectBody } from './body.ts'

type Parts = Pick<DashboardParts, 'stores' | 'database' | 'clock'>

export function storeRoutes({ stores, database, clock }: Parts, storeOf: StoreOf): Routes {
  const summaryOf = ({ name, disabledAt }: StoreRow) => ({
    name,
    profile: stores.profileOf(name),
    disabledAt: toDateTime(disabledAt),
  })
  /** Changes the store of the token; `changed` is false if it was so before. */
  const disable = (c: Context, at: number | null) => {
    const { store, changed } = setDisabled(database, storeOf(c).id, at)
    return c.json({ data: summaryOf(store), changed })
  }
  return {
    '/stores': {
      GET: c => c.json({ data: listStores(database).map(summaryOf) }),
      POST: async c => {
        const { name } = await objectBody(c, ['name'])
        const { store, profile } = await stores.add(name)
        const { baseUrl, realtimeUrl, dashboardUrl, apiKey, wsToken } = stores.accessTo(store)
        return c.json({ baseUrl, realtimeUrl, dashboardUrl, apiKey, wsToken, profile }, 201)
      },
    },
    '/store/disable': { POST: c => disable(c, clock.now()) },
    '/store/enable': { POST: c => disable(c, null) },
  }
}
