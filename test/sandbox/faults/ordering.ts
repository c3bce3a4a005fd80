/** A sandbox with faults, and an ordinary HTTP client that has to live with them. */

import { expect } from 'vitest'
import type { FaultOrder, FaultPlace, FaultSummary } from '#lib/sandbox/faults.ts'
import type { SandboxOptions } from '#sandbox/index.ts'
import { type Harness, startHarness } from '../harness.ts'

export const KEY = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

export type Order = Partial<FaultOrder> & Pick<FaultOrder, 'on' | 'kind'>

export interface FaultyHarness extends Harness {
  /** Adds a fault; gives its id. */
  order(order: Order): Promise<string>
  faults(): Promise<FaultSummary[]>
  /** Makes the call of a place with fetch. */
  fetchOf(place: FaultPlace, init?: RequestInit): Promise<Response>
}

export async function startFaulty(options: Partial<SandboxOptions> = {}): Promise<FaultyHarness> {
  const harness = await startHarness(options)
  const { sandbox, control, create } = harness
  const { id } = (await create()).body.data
  const paths: Partial<Record<FaultPlace, string>> = {
    create: '/payments',
    get: `/payments/${id}`,
    list: '/payments',
    balance: '/balance',
    status: '/status',
  }
  return {
    ...harness,
    order: async order => {
      const answer = await control('/faults', order)
      expect(answer.status, answer.text).toBe(201)
      return answer.body.data.id
    },
    faults: async () => (await control('/faults')).body.data,
    fetchOf: (place, init = {}) =>
      fetch(sandbox.baseUrl + paths[place], {
        headers: {
          Authorization: `Bearer ${sandbox.apiKey}`,
          ...(place === 'create' ? { 'Idempotency-Key': KEY, 'Content-Type': 'application/json' } : {}),
        },
        ...(place === 'create' ? { method: 'POST', body: '{"amount":10.5}' } : {}),
        ...init,
      }),
  }
}
