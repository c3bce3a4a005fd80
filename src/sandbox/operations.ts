/** What a program in the same process does with a store, by the functions of the dashboard's calls. */

import type { Payment } from '#contract/generated/types.ts'
import { toReais } from '#contract/money.ts'
import type { FaultSummary } from '#lib/sandbox/faults.ts'
import type { Move } from './core/choices.ts'
import { toPayment } from './core/payments.ts'
import type { DashboardParts } from './dashboard/app.ts'
import { checkObject, depositAmount, registerEndpoint } from './dashboard/calls.ts'
import { ORDER_MEMBERS, parseOrder } from './faults/order.ts'
import type { Store } from './stores.ts'
import type { Endpoint } from './webhooks/endpoints.ts'

/** They throw a Refusal or a ServiceError. */
export interface Operations {
  move(id: string, move: Move): Payment
  /** In reais, a number or a decimal. */
  deposit(amount: unknown): { id: string; amount: number; createdAt: string }
  addEndpoint(url: unknown, events?: unknown): Promise<Omit<Endpoint, 'storeId'>>
  addFault(order: unknown): FaultSummary
  clearFaults(): void
  /** All of them, newest first. */
  charges(): Payment[]
}

export function operationsOf(parts: DashboardParts, store: Store): Operations {
  const { service, faults } = parts
  return {
    move: (id, move) => toPayment(service.move(store.id, String(id), move).charge),
    deposit: given => {
      const { id, amount, createdAt } = service.deposit(store.id, depositAmount(String(given)))
      return { id, amount: toReais(amount), createdAt: new Date(createdAt).toISOString() }
    },
    addEndpoint: async (url, events) => {
      const { storeId: _store, ...endpoint } = await registerEndpoint(parts, store, { url, events })
      return endpoint
    },
    addFault: order => faults.add(store.id, parseOrder(checkObject(order, ORDER_MEMBERS))),
    clearFaults: () => void faults.clearAll(store.id),
    charges: () => service.list(store.id, 1, Number.MAX_SAFE_INTEGER).charges.map(toPayment),
  }
}
