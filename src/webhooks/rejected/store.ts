/**
 * The latest deliveries that were refused. They have a file of their own, apart from the inbox:
 * nothing in it is ever forwarded, and anyone can fill it, so it holds only a few.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { foldText, type Span } from '#contract/charge-filter.ts'
import { isOfType } from '#contract/delivery.ts'
import { Failure } from '#lib/failure.ts'
import { localized } from '#lib/language.ts'
import type { RefusalReason } from '#lib/refusal-reason/texts.ts'
import { reasonOf, transaction } from '#lib/sqlite/database-file.ts'
import { type Prepare, preparing } from '#lib/sqlite/statements.ts'
import { readOnly } from '#state/contents.ts'
import { openProfileFile } from '#state/database.ts'
import { stateFolder } from '#state/folder.ts'
import { REJECTED } from '#state/schemas.ts'
import type { Hints } from '../wrong-signature/find-cause.ts'
import { texts } from './texts.ts'

export const MAX_REJECTED = 200
/** How much of a body is kept, in bytes. The service's have 500; in a flood, 200 of them are written each second. */
export const MAX_REJECTED_BODY = 16 * 1024

/** A delivery that was refused. What it says of itself is not verified. */
export interface RejectedArrival {
  /** ISO 8601. */
  receivedAt: string
  method: string
  path: string
  /** Names and values in turn, one per line. */
  headers: string
  /** The start of the body; null if it was not read, or not kept. */
  body: Uint8Array | null
  /** The length of the whole body; null if it is unknown. */
  bodyBytes: number | null
  reason: RefusalReason
  /** The HTTP status of the answer. */
  status: number
  delivery: string | null
  event: string | null
  /** How far the time of its signature could be from `receivedAt`, in milliseconds. */
  toleranceMs: number
  /** The causes that were found. */
  hints: Hints
}

export interface Rejected extends RejectedArrival {
  /** The order of arrival. */
  id: number
  body: Buffer | null
}

export type ListedRejected = Omit<Rejected, 'headers' | 'body'>

const LISTED = `id, received_at AS receivedAt, method, path, reason, status, delivery, event,
  tolerance_ms AS toleranceMs, hints, body_bytes AS bodyBytes`

const INSERT = `INSERT INTO rejected
  (received_at, method, path, reason, status, delivery, event, tolerance_ms, hints, body_bytes, headers, body)
  VALUES (:receivedAt, :method, :path, :reason, :status, :delivery, :event, :toleranceMs, :hints, :bodyBytes, :headers, :body)`

export interface RejectedFilter {
  types?: readonly string[] | undefined
  received?: Span | undefined
  /** In an id, the event, the reason, the path, a header or the body; case and accents make no difference. */
  search?: string | undefined
}

/** A row has the hints in one text. */
function withHints<T extends { hints: Hints }>(row: Record<string, unknown>): T {
  const hints = row.hints === '' ? [] : ((row.hints as string | null)?.split(',') ?? null)
  return { ...row, hints } as unknown as T
}

export class RejectedStore {
  readonly #database: DatabaseSync
  readonly #prepare: Prepare

  private constructor(database: DatabaseSync) {
    this.#database = database
    this.#prepare = preparing(database)
  }

  /** Failure (fault) if the file can't be used. `busyMs`: how long to wait for another process, in milliseconds. */
  static async open(dataDir: string, profile: string, busyMs: number): Promise<RejectedStore> {
    const errors = { newer: texts.newerRejected, unusable, contentLost }
    const database = await openProfileFile(dataDir, profile, REJECTED, errors)
    // A power cut may lose the latest ones, never the file.
    database.exec(`PRAGMA busy_timeout = ${busyMs}; PRAGMA synchronous = NORMAL;`)
    return new RejectedStore(database)
  }

  static exists(dataDir: string, profile: string): boolean {
    return existsSync(join(stateFolder(dataDir, profile), REJECTED.name))
  }

  /** Adds these, in their order, and drops all but the latest. */
  add(arrivals: readonly RejectedArrival[]): void {
    transaction(this.#database, () => {
      // First, so that the new ones take the place of the old ones in the file.
      this.#prepare('DELETE FROM rejected WHERE id <= (SELECT max(id) FROM rejected) - ?').run(
        MAX_REJECTED - arrivals.length,
      )
      for (const { hints, ...arrival } of arrivals) {
        this.#prepare(INSERT).run({ ...arrival, hints: hints?.join(',') ?? null })
      }
    })
  }

  /** Those that match, newest first. */
  list({ types, received, search }: RejectedFilter = {}): ListedRejected[] {
    const { from = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY } = received ?? {}
    const needle = foldText(search ?? '')
    const rows = this.#prepare(`SELECT ${LISTED} FROM rejected ORDER BY id DESC`).all()
    return rows.map(withHints<ListedRejected>).filter(({ id, event, receivedAt }) => {
      const at = Date.parse(receivedAt)
      const isWanted = types?.some(pattern => isOfType(event ?? '', pattern)) ?? true
      if (!isWanted || at < from || at >= before) return false
      return needle === '' || foldText(searchedIn(this.find(id)!)).includes(needle)
    })
  }

  find(id: number): Rejected | null {
    const row = this.#prepare(`SELECT ${LISTED}, headers, body FROM rejected WHERE id = ?`).get(id)
    if (!row) return null
    const found = withHints<Rejected>(row)
    return { ...found, body: found.body && Buffer.from(found.body) }
  }

  /** A number that changes whenever another connection has written. */
  version(): number {
    return Number(this.#prepare('PRAGMA data_version').get()?.data_version)
  }

  close(): void {
    this.#database.close()
  }
}

/** The line breaks prevent a match that covers two of them. */
function searchedIn({ delivery, event, reason, path, headers, body }: Rejected): string {
  return [delivery ?? '', event ?? '', reason, path, headers, body?.toString('utf8') ?? ''].join('\n')
}

function contentLost(file: string): Failure {
  return new Failure('fault', () => texts.rejectedLost(file), { next: () => texts.removeFile(file) })
}

function unusable(file: string, cause: unknown): Failure {
  const why = () => texts.rejectedUnusable(file, localized(reasonOf(cause)))
  return new Failure('fault', why, { next: texts.onlyCopies, cause })
}

export interface RejectedSummary {
  count: number
  /** The commonest reason, and the commonest of the first hints within it; empty where none was found. */
  reason: string
  hint: string
}

/** Those refused since then that are kept; null if there are none. The file is only read. */
export async function rejectedSince(
  dataDir: string,
  profile: string,
  since: string,
): Promise<RejectedSummary | null> {
  if (!RejectedStore.exists(dataDir, profile)) return null
  const file = join(stateFolder(dataDir, profile), REJECTED.name)
  const rows = await readOnly(file, REJECTED.steps, database =>
    database.prepare('SELECT reason, hints FROM rejected WHERE received_at >= ? ORDER BY id DESC').all(since),
  )
  if (rows.length === 0) return null
  const reason = commonest(rows.map(row => String(row.reason)))
  const hints = rows.filter(row => row.reason === reason).map(row => String(row.hints ?? ''))
  return { count: rows.length, reason, hint: commonest(hints.map(some => some.split(',')[0]!)) }
}

/** The first of those that are equally common. */
function commonest(all: readonly string[]): string {
  const groups = [...Map.groupBy(all, text => text).values()]
  return groups.sort((one, other) => other.length - one.length)[0]![0]!
}
