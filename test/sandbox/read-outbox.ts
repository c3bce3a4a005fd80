import { type OutboxEntry, positionOf, sequenceAt } from '#sandbox/core/outbox.ts'
import type { Sandbox } from '#sandbox/index.ts'

/** A store's events (the first one's by default) after a sequence, or from the first one on. */
export function readOutbox(
  { parts: { stores, service } }: Pick<Sandbox, 'parts'>,
  after = '0',
  limit = 1000,
  store = 'main',
): OutboxEntry[] {
  const rows = service.outbox.rows(stores.withName(store)!.id, positionOf(after)!, limit)
  return rows.map(({ position, event }) => ({ sequence: sequenceAt(position), event: JSON.parse(event) }))
}
