/** Events and their texts (docs/service.md, 2.6 and 6.1). */

import { eventText as textOf } from '#lib/sandbox/event-text.ts'
import { randomHex } from './ids-and-times.ts'

/** An event to write. `at` is in ms. */
interface NewEvent {
  id: string
  type: string
  storeId: string
  at: number
  data: Record<string, unknown>
}

export function newEventId(): string {
  return `evt_${randomHex(12)}`
}

/** The order of the members is part of the text. */
export function eventText({ id, type, storeId, at, data }: NewEvent): string {
  return textOf({ id, type, createdAt: new Date(at).toISOString(), storeId, data })
}
