/** Drops what is old in a SQLite inbox. Each call is a commit, and any of them may be the last one. */

import { BATCH_ROWS, giveSpaceBack, runBatch } from '#lib/sqlite/batches.ts'
import type { Prepare } from '#lib/sqlite/statements.ts'
import type { Pruned } from '../inbox.ts'
import { wholeFrom } from '../prune-limit.ts'
import type { InboxFile } from './inbox-file.ts'
import { ofEvent } from './sql.ts'

/** So many rows are looked at for one batch. */
const LOOKED_AT = 2_000

/**
 * A delivery that may go: old, done or never to be forwarded, and no other delivery of its event is younger or waits:
 * those know the event. The newest one stays, so that no number in the order of arrival is used again.
 */
const MAY_GO = `forward IN ('none', 'done') AND received_at < ?
  AND id < (SELECT max(id) FROM deliveries)
  AND NOT EXISTS (
    SELECT 1 FROM deliveries AS other
    WHERE ${ofEvent('other', 'deliveries.event_id')} AND (other.forward = 'pending' OR other.received_at >= ?)
  )`

export class Pruning {
  readonly #file: InboxFile
  readonly #prepare: Prepare
  readonly #limitMs: number
  readonly #before: string
  readonly #pruned: Pruned = { deliveries: 0, shown: 0 }

  constructor(file: InboxFile, limitMs: number) {
    this.#file = file
    this.#prepare = file.prepare
    this.#limitMs = limitMs
    this.#before = new Date(limitMs).toISOString()
  }

  async *run(): AsyncGenerator<Pruned> {
    // Before anything is dropped: from now on nobody may expect it to be here.
    await this.#write(() => this.#mark())
    yield* this.#deliveries()
    for await (const rows of this.#dropOld('shown', 'event_hash', 'shown_ms < ?', this.#limitMs)) {
      this.#pruned.shown += rows
      yield { ...this.#pruned }
    }
    // The newest one stays: then no number is used again.
    const old = 'came_at < ? AND id < (SELECT max(id) FROM approvals)'
    for await (const _ of this.#dropOld('approvals', 'id', old, this.#before)) yield { ...this.#pruned }
    for await (const _ of giveSpaceBack(this.#file.database)) yield { ...this.#pruned }
  }

  #mark(): void {
    this.#prepare(
      `INSERT INTO pruned (id, whole_from) VALUES (1, ?)
       ON CONFLICT DO UPDATE SET whole_from = max(whole_from, excluded.whole_from)`,
    ).run(wholeFrom(this.#limitMs))
  }

  async *#deliveries(): AsyncGenerator<Pruned> {
    for (let after = 0; ; ) {
      const { last, ids } = this.#oldDeliveries(after)
      if (last === null) return
      after = last
      while (ids.length > 0) {
        const some = JSON.stringify(ids.splice(0, BATCH_ROWS))
        this.#pruned.deliveries += await this.#write(() => this.#dropDeliveries(some))
        yield { ...this.#pruned }
      }
    }
  }

  /** The deliveries after one that may go, and the last one that was looked at; null if the rest is younger. */
  #oldDeliveries(after: number): { last: number | null; ids: number[] } {
    const seen = this.#prepare(
      `SELECT max(id) AS last, min(received_at) AS first
       FROM (SELECT id, received_at FROM deliveries WHERE id > ? ORDER BY id LIMIT ${LOOKED_AT})`,
    ).get(after)
    // The order of arrival is that of the clock, unless the clock was set back.
    if (seen?.last == null || String(seen.first) >= this.#before) return { last: null, ids: [] }
    const last = Number(seen.last)
    const rows = this.#prepare(`SELECT id FROM deliveries WHERE id > ? AND id <= ? AND ${MAY_GO}`).all(
      after,
      last,
      this.#before,
      this.#before,
    )
    return { last, ids: rows.map(({ id }) => Number(id)) }
  }

  /** The deliveries of an event go together. */
  #dropDeliveries(ids: string): number {
    const dropped = this.#prepare(
      `DELETE FROM deliveries WHERE ${MAY_GO} AND id IN (
         SELECT value FROM json_each(?)
         UNION
         SELECT other.id FROM json_each(?) CROSS JOIN deliveries AS one ON one.id = value
           CROSS JOIN deliveries AS other ON ${ofEvent('other', 'one.event_id')}
       ) RETURNING id, delivery, event_id`,
    ).all(this.#before, this.#before, ids, ids)
    const dropIds = this.#prepare(
      'DELETE FROM ids WHERE hash IN (hash_of(?), hash_of(?)) AND delivery_id = ?',
    )
    for (const { id, delivery, event_id } of dropped) dropIds.run(delivery!, event_id ?? null, id!)
    this.#prepare('DELETE FROM attempts WHERE delivery_id IN (SELECT value FROM json_each(?))').run(
      JSON.stringify(dropped.map(({ id }) => id)),
    )
    return dropped.length
  }

  /** Drops the rows of a table that are old, and says after each batch how many. */
  async *#dropOld(
    table: string,
    key: string,
    isOld: string,
    before: number | string,
  ): AsyncGenerator<number> {
    const drop = this.#prepare(
      `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${isOld} LIMIT ${BATCH_ROWS})`,
    )
    for (;;) {
      const { changes } = await this.#write(() => drop.run(before))
      if (changes === 0) return
      yield Number(changes)
    }
  }

  #write<T>(work: () => T): Promise<T> {
    return runBatch(() => this.#file.inTransaction(work))
  }
}
