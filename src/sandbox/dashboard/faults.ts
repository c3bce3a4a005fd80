/** The faults on demand: list, add, clear one or all. */

import { ORDER_MEMBERS, parseOrder } from '../faults/order.ts'
import type { Routes } from '../rest/http.ts'
import type { StoreOf } from './access.ts'
import type { DashboardParts } from './app.ts'
import { objectBody } from './body.ts'

export function faultRoutes({ faults }: Pick<DashboardParts, 'faults'>, storeOf: StoreOf): Routes {
  return {
    '/faults': {
      GET: c => c.json({ data: faults.list(storeOf(c).id) }),
      POST: async c => {
        const order = parseOrder(await objectBody(c, [...ORDER_MEMBERS]))
        return c.json({ data: faults.add(storeOf(c).id, order) }, 201)
      },
      DELETE: c => c.json({ data: { cleared: faults.clearAll(storeOf(c).id) } }),
    },
    '/faults/:id': {
      DELETE: c => {
        faults.clear(storeOf(c).id, c.req.param('id') ?? '')
        return c.json({ data: { cleared: 1 } })
      },
    },
  }
}
