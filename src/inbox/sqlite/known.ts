/** What the inbox already knows about an arrival: its delivery, its event, and whether its channel has seen the event. */

import { createHash } from 'node:crypto'
import type { Prepare } from '#lib/sqlite/statements.ts'
import type { Arrival, ForwardState } from '../arrival.ts'
import type { KeptIds } from './kept-ids.ts'
import { STATE } from './states.ts'

/**
 * Whether two rows with the same event id are about the same event. A listener may know the secrets of several
 * stores, and two stores may use the same id (docs/decisions/state.md#seen-and-processed).
 */
export const sameEvent = (a: string, b: string) =>
  `(${a}.secret IS NULL OR ${b}.secret IS NULL OR ${a}.secret = ${b}.secret)`

export class Known {
  readonly #prepare: Prepare
  readonly #ids: KeptIds

  constructor(prepare: Prepare, ids: KeptIds) {
    this.#prepare = prepare
    this.#ids = ids
  }

  /** The id to save an arrival under; and the forward state of the same delivery, if it is already there. */
  place({ channel, delivery, body }: Arrival): { keptAs: string; known: ForwardState | null } {
    if (!this.#ids.mayHave('delivery', delivery)) return { keptAs: delivery, known: null }
    const byName = this.#prepare(
      `SELECT channel, ${STATE} AS forward, body FROM deliveries WHERE delivery = ?`,
    )
    let keptAs = delivery
    for (let tries = 1; ; tries++) {
      const row = byName.get(keptAs)
      if (!row) return { keptAs, known: null }
      const isSame = row.channel === channel && Buffer.compare(row.body as Uint8Array, body) === 0
      if (isSame) return { keptAs, known: row.forward as ForwardState }
      // A sender may have used an id of this form on purpose.
      keptAs = `${delivery}~${bodyHash(body)}${tries === 1 ? '' : `~${tries}`}`
    }
  }

  /**
   * The secret to save an arrival with. While a store changes its secret, its event may arrive with the old and the
   * new one, with the same bytes: then the first one is used, so that both count as the same event.
   */
  secretOf({ eventId, secret = null, body }: Arrival): string | null {
    if (eventId === null || secret === null || !this.#ids.mayHave('event', eventId)) return secret
    const row = this.#prepare(
      `SELECT secret FROM deliveries WHERE event_id = ? AND secret IS NOT NULL AND (secret = ? OR body = ?)
       ORDER BY secret = ? DESC, id LIMIT 1`,
    ).get(eventId, secret, body, secret)
    return row ? String(row.secret) : secret
  }

  /**
   * Whether an arrival's channel has seen its event, and whether that was forwarded or is pending.
   *
   * @param secret as {@link secretOf} gives it
   */
  seen(arrival: Arrival, secret: string | null): { seen: boolean; handled: boolean } {
    const { channel, eventId } = arrival
    if (eventId === null) return this.#seenWithoutId(arrival)
    if (!this.#ids.mayHave('event', eventId)) return { seen: false, handled: false }
    const row = this.#prepare(
      `SELECT max(channel = ?) AS seen, max(forward <> 'none') AS handled
       FROM deliveries AS kept, (SELECT ? AS secret) AS came
       WHERE event_id = ? AND ${sameEvent('kept', 'came')}`,
    ).get(channel, secret, eventId)
    return { seen: row?.seen === 1, handled: row?.handled === 1 }
  }

  /** Only the delivery id can say so, and only for the realtime channel, because there pixctl makes the id. */
  #seenWithoutId({ channel, delivery }: Arrival) {
    const row =
      channel === 'realtime'
        ? this.#prepare("SELECT forward FROM deliveries WHERE delivery = ? AND channel = 'realtime'").get(
            delivery,
          )
        : undefined
    return {
      seen: row !== undefined,
      handled: row !== undefined && row.forward !== 'none',
    }
  }
}

function bodyHash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 12)
}
