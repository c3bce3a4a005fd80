/** What a program in the same process does with a store, by the functions of the dashboard's calls. */

import type { Move } from './core/choices.ts'
import { toPayment } from './core/payments.ts'
import type { DashboardParts } from './dashboard/app.ts'
import { checkObject, depositAmount, depositOf, registerEndpoint } from './dashboard/calls.ts'
import { ORDER_MEMBERS, parseOrder } from './faults/order.ts'
import type { Store } from './stores.ts'

export type Operations = ReturnType<typeof operationsOf>

/** They throw a Refusal. */
export function operationsOf(parts: DashboardParts, store: Store) {
  const { service, faults } = parts
  return {
    move: (id: string, move: Move) => toPayment(service.move(store.id, String(id), move).charge),
    /** @param given in reais, a number or a decimal */
    deposit: (given: unknown) => {
      return depositOf(service.deposit(store.id, depositAmount(String(given))))
    },
    addEndpoint: async (url: unknown, events?: unknown) => {
      const { storeId: _store, ...endpoint } = await registerEndpoint(parts, store, { url, events })
      return endpoint
    },
    addFault: (order: unknown) => faults.add(store.id, parseOrder(checkObject(order, ORDER_MEMBERS))),
    clearFaults: () => void faults.clearAll(store.id),
    /** All of them, newest first. */
    charges: () => service.list(store.id, 1, Number.MAX_SAFE_INTEGER).charges.map(toPayment),
  }
}
