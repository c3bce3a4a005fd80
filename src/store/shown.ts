/**
 * What the realtime channel has shown, and how far each of its streams has been read. Events that were shown
 * together are one row, and the index that finds them is over hashes of their ids: a row for each event and an
 * index over ids, which come in no order, would cost many times as much to write.
 */

import type { Prepare } from './statements.ts'

/** Whose stream it is: a saved sequence means nothing at another address or to another token. */
export interface Stream {
  realtimeUrl: string
  /** Of the token (credentials/mask.ts). */
  tokenFingerprint: string
}

/** An event that was shown. */
export interface ShownEvent {
  id: string
  type: string
  paymentId: string | null
}

/** Events that were shown together, as {@link groupOf} makes them. */
export interface ShownGroup {
  /** JSON without the outer brackets: lists of id, type and payment id. */
  events: string
  /** Their {@link hashOf}, separated by commas. */
  hashes: string
  /** Those of them that are a `deposit.approved`. */
  deposits: readonly ShownEvent[]
}

/** What has become of a stream: kept in one commit. */
export interface Progress {
  stream: Stream
  shown: readonly ShownGroup[]
  /** Up to where everything is done; null where that hasn't changed. */
  sequence: string | null
  /** Whether they were shown by a tail that saves its cursor. */
  saving: boolean
  /** ISO 8601. */
  at: string
}

/** How many hashes are read at once. */
const SLICE = 10_000
/** How many rows are looked through for the payment of a `deposit.approved`. */
const LATEST = 2000

export class Shown {
  readonly #prepare: Prepare

  constructor(prepare: Prepare) {
    this.#prepare = prepare
  }

  /** The sequence after which a stream goes on; null where none was saved. */
  cursor({ realtimeUrl, tokenFingerprint }: Stream): string | null {
    const row = this.#prepare(
      'SELECT sequence FROM cursors WHERE realtime_url = ? AND token_fingerprint = ?',
    ).get(realtimeUrl, tokenFingerprint)
    return row ? String(row.sequence) : null
  }

  /** Keeps progress; to be called inside {@link Inbox.together}. */
  keep({ stream, shown, sequence, saving, at }: Progress): void {
    const insert = this.#prepare('INSERT INTO shown (saving, shown_at, events) VALUES (?, ?, ?)')
    const insertIds = this.#prepare(
      'INSERT OR IGNORE INTO shown_ids (event_hash, shown_id) SELECT value, ? FROM json_each(?)',
    )
    const insertDeposit = this.#prepare(
      'INSERT OR IGNORE INTO shown_deposits (payment_id, event_id) VALUES (?, ?)',
    )
    for (const { events, hashes, deposits } of shown) {
      const { lastInsertRowid } = insert.run(saving ? 1 : 0, at, `[${events}]`)
      insertIds.run(lastInsertRowid, `[${hashes}]`)
      for (const { id, paymentId } of deposits) insertDeposit.run(paymentId, id)
    }
    if (sequence === null) return
    this.#prepare(
      `INSERT INTO cursors (realtime_url, token_fingerprint, sequence, saved_at) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET sequence = excluded.sequence, saved_at = excluded.saved_at`,
    ).run(stream.realtimeUrl, stream.tokenFingerprint, sequence, at)
  }

  /** A mark behind all that was shown so far, for {@link before}. */
  mark(): number {
    return Number(this.#prepare('SELECT coalesce(max(id), 0) AS mark FROM shown').get()?.mark)
  }

  /**
   * Which of these events a tail that saves its cursor has shown, behind a {@link mark}.
   *
   * @param hashes of the ids, in the same order
   */
  before(ids: readonly string[], hashes: readonly number[], mark: number): Set<string> {
    const found = this.#find(hashes, mark)
    if (found.length === 0) return new Set()
    const rowsByHash = Map.groupBy(found, ({ hash }) => hash)
    const isIn = this.#prepare('SELECT 1 FROM shown WHERE id = ? AND saving = 1 AND instr(events, ?) > 0')
    return new Set(
      ids.filter((id, index) =>
        rowsByHash.get(hashes[index]!)?.some(({ row }) => isIn.get(row, idIn(id)) !== undefined),
      ),
    )
  }

  /** Whether the channel has shown an event, whoever read it. */
  has(id: string): boolean {
    const isIn = this.#prepare('SELECT 1 FROM shown WHERE id = ? AND instr(events, ?) > 0')
    return this.#find([hashOf(id)], 0).some(({ row }) => isIn.get(row, idIn(id)) !== undefined)
  }

  /** Rows behind a mark that hold one of these hashes. */
  #find(hashes: readonly number[], mark: number): { hash: number; row: number }[] {
    // CROSS JOIN makes SQLite look for each hash in the index, and sort nothing.
    return this.#prepare(
      `SELECT event_hash AS hash, shown_id AS row
       FROM json_each(?) CROSS JOIN shown_ids ON event_hash = value AND shown_id > ?`,
    ).all(`[${hashes.join(',')}]`, mark) as unknown as { hash: number; row: number }[]
  }

  /** The hashes of what was shown, without an end to speak of: in slices, so that other work can be done between. */
  *hashes(): Generator<readonly number[]> {
    const next = this.#prepare(
      `SELECT event_hash AS hash, shown_id AS row FROM shown_ids WHERE (event_hash, shown_id) > (?, ?)
       ORDER BY event_hash, shown_id LIMIT ${SLICE}`,
    )
    let last = { hash: -(2 ** 31), row: -1 }
    for (;;) {
      const slice = next.all(last.hash, last.row) as unknown as (typeof last)[]
      if (slice.length === 0) return
      yield slice.map(({ hash }) => hash)
      last = slice.at(-1)!
    }
  }

  /** What {@link Inbox.twinOf} finds of what was shown. */
  twinOf(event: string, paymentId: string): { event: string; eventId: string } | null {
    if (event !== 'deposit.approved') {
      const row = this.#prepare('SELECT event_id AS eventId FROM shown_deposits WHERE payment_id = ?').get(
        paymentId,
      )
      return row ? { event: 'deposit.approved', eventId: String(row.eventId) } : null
    }
    const row = this.#prepare(
      `SELECT events FROM (SELECT events FROM shown ORDER BY id DESC LIMIT ${LATEST}) WHERE instr(events, ?) > 0`,
    ).get(`,"payment.approved",${JSON.stringify(paymentId)}]`)
    if (!row) return null
    const events = JSON.parse(String(row.events)) as [string, string, string | null][]
    const [eventId] = events.find(each => each[1] === 'payment.approved' && each[2] === paymentId) ?? []
    return eventId === undefined ? null : { event: 'payment.approved', eventId }
  }
}

/**
 * Events to be kept as shown together.
 *
 * @param hashes of their ids, in the same order
 */
export function groupOf(events: readonly ShownEvent[], hashes: readonly number[]): ShownGroup {
  const deposits = events.filter(({ type, paymentId }) => type === 'deposit.approved' && paymentId !== null)
  return { events: textOf(events), hashes: hashes.join(','), deposits }
}

function textOf(events: readonly ShownEvent[]): string {
  let strings = ''
  const lists: string[] = []
  for (const { id, type, paymentId } of events) {
    strings += id + type + (paymentId ?? '')
    lists.push(paymentId === null ? `["${id}","${type}",null]` : `["${id}","${type}","${paymentId}"]`)
  }
  // To call JSON.stringify for each would take several times as long.
  if (PLAIN.test(strings)) return lists.join(',')
  return events.map(({ id, type, paymentId }) => JSON.stringify([id, type, paymentId])).join(',')
}

const PLAIN = /^[\w.:-]*$/

/** Whether an event is one of a group. */
export function isIn(group: ShownGroup, id: string): boolean {
  return group.events.includes(idIn(id))
}

/** How an event begins in the text of a group. */
function idIn(id: string): string {
  return `[${JSON.stringify(id)},`
}

/** 32 bits (FNV-1a), quick to compute and to write; what is found by it is compared. */
export function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  return hash | 0
}
