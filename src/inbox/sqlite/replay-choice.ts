/** Chooses saved deliveries to be sent again: oldest first, each event once. */

import type { SQLInputValue } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { Prepare } from '#lib/sqlite/statements.ts'
import type { ReplayChoice } from '../choices.ts'
import { FORWARD } from './delivery-list.ts'
import { sameEvent } from './known.ts'

/** How many deliveries are looked at at once. */
const LOOKS_AT = 2000

/**
 * The deliveries by their order of arrival, in slices that aren't empty.
 *
 * @param mark deliveries after it aren't chosen
 */
export async function* chosen(
  prepare: Prepare,
  choice: ReplayChoice,
  mark: number,
): AsyncGenerator<number[]> {
  const { isWanted, isFirst, values } = conditionOf(choice)
  // What is asked of the first delivery of an event may take long, so it comes last.
  const rows = prepare(
    `SELECT id FROM deliveries
     WHERE id > ? AND id <= ? AND ${isWanted('deliveries')} AND NOT EXISTS (
       SELECT 1 FROM deliveries AS other
       WHERE other.event_id = deliveries.event_id AND other.id < deliveries.id AND ${isWanted('other')}
         AND ${sameEvent('other', 'deliveries')})
       AND ${isFirst}
     ORDER BY id`,
  )
  for (let end = 0; end < mark; end += LOOKS_AT) {
    const found = rows.all(end, Math.min(end + LOOKS_AT, mark), ...values, ...values)
    if (found.length > 0) yield found.map(({ id }) => Number(id))
    await setImmediate()
  }
}

interface Condition {
  isWanted(table: string): string
  /** Holds for all deliveries of an event, or for none. */
  isFirst: string
  values: SQLInputValue[]
}

function conditionOf(choice: ReplayChoice): Condition {
  const all = { isFirst: 'true', values: [] }
  switch (choice.which) {
    case 'pending':
      return { isWanted: table => `${table}.forward = 'pending' AND ${table}.parked = 0`, ...all }
    case 'parked':
      return { isWanted: table => `${table}.parked = 1`, ...all }
    case 'since':
      return {
        isWanted: table => `${table}.received_at >= ?`,
        isFirst: choice.exceptPending ? `${FORWARD} <> 'pending'` : 'true',
        values: [new Date(choice.from).toISOString()],
      }
  }
}
