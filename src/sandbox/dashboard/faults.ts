/** The faults on demand: list, add, clear one or all. */

import { STORE_ID } from '../core/choices.ts'
import type { Faults } from '../faults/faults.ts'
import { ORDER_MEMBERS, parseOrder } from '../faults/order.ts'
import type { Routes } from '../rest/http.ts'
import { objectBody } from './body.ts'

export function faultRoutes({ faults }: { faults: Faults }): Routes {
  return {
    '/faults': {
      GET: c => c.json({ data: faults.list(STORE_ID) }),
      POST: async c => {
        const order = parseOrder(await objectBody(c, [...ORDER_MEMBERS]))
        return c.json({ data: faults.add(STORE_ID, order) }, 201)
      },
      DELETE: c => c.json({ data: { cleared: faults.clearAll(STORE_ID) } }),
    },
    '/faults/:id': {
      DELETE: c => {
        faults.clear(STORE_ID, c.req.param('id') ?? '')
        return c.json({ data: { cleared: 1 } })
      },
    },
  }
}
