/** The text of an event (docs/service.md, 2.6 and 6.1), as webhooks and the realtime channel send it. */

import { type Random, randomHex } from './environment.ts'

/** An event to write. `at` is in ms. */
export interface NewEvent {
  id: string
  type: string
  storeId: string
  at: number
  data: Record<string, unknown>
}

export function newEventId(random: Random): string {
  return `evt_${randomHex(random, 12)}`
}

/** The order of the members is part of the text: the same event must have the same bytes each time it is written. */
export function eventText({ id, type, storeId, at, data }: NewEvent): string {
  return JSON.stringify({ id, type, createdAt: new Date(at).toISOString(), storeId, data })
}
