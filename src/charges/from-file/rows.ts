/**
 * The checked rows of a file, in a temporary SQLite database on disk. So the rows that are sent are the rows that were
 * checked, they take no memory, and SQLite removes the database however the process ends.
 */

import { createHash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ChargeRequest } from '#contract/charge.ts'
import type { ValidityMinutes } from '#contract/generated/types.ts'
import { centavos } from '#contract/money.ts'

export interface Row {
  /** The line on which it begins; the first line is 1. */
  line: number
  reference: string
  request: ChargeRequest
  /** The cells of the columns that are only carried along. */
  carried: readonly string[]
}

/** See docs/decisions/command-line.md#keys-of-a-file. With another namespace every file would create its charges again. */
const NAMESPACE = '090dcbd2-9692-4dff-91bc-d5bd2ebf84a6'

/** The idempotency key of a row. It is made from the reference, so it is the same on every machine. */
export function keyOf(batch: string, reference: string): string {
  return uuidV5(NAMESPACE, `${batch}\n${reference}`.normalize('NFC'))
}

/** The first character, as `U+200B`, that a person doesn't see or that was lost: another name would look the same. */
export function unseenIn(name: string): string | undefined {
  const [found] = /(?! )[\p{Cc}\p{Cf}\p{Z}\p{DI}\ufffd]/u.exec(name) ?? []
  return found && `U+${found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

const SCHEMA = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8192;
  CREATE TABLE rows (
    line INTEGER PRIMARY KEY,
    reference TEXT NOT NULL UNIQUE,
    amount INTEGER NOT NULL,
    description TEXT NOT NULL,
    pass_fee INTEGER NOT NULL,
    validity INTEGER NOT NULL,
    carried TEXT NOT NULL
  ) STRICT;
  BEGIN;
`

export class Rows {
  readonly #database: DatabaseSync
  readonly #insert: StatementSync
  count = 0
  /** Whether the file says how long each charge can be paid. */
  hasValidity = false
  /** The sum of all amounts. */
  total = centavos(0)
  /** The length of the longest reference, in UTF-16 units. */
  longestReference = 0
  /** The columns that are only carried along, with the length of the longest cell. */
  carried: { name: string; longest: number }[] = []

  private constructor(database: DatabaseSync) {
    this.#database = database
    this.#insert = database.prepare('INSERT OR IGNORE INTO rows VALUES (?, ?, ?, ?, ?, ?, ?)')
  }

  static async open(): Promise<Rows> {
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync('')
    database.exec(SCHEMA)
    return new Rows(database)
  }

  /**
   * Adds a row. If its reference exists already, returns the line of that one, otherwise null. A request of null has an
   * error: then no row will be sent.
   */
  add(row: Omit<Row, 'request'> & { request: ChargeRequest | null }): number | null {
    const { line, reference, request, carried } = row
    const { amount = 0, description = '', passFee = false, validityMinutes = 0 } = request ?? {}
    const values = [line, reference, amount, description, passFee ? 1 : 0, validityMinutes]
    const { changes } = this.#insert.run(...values, JSON.stringify(carried))
    if (changes === 0) {
      return Number(this.#database.prepare('SELECT line FROM rows WHERE reference = ?').get(reference)?.line)
    }
    this.count++
    this.total = centavos(this.total + amount)
    this.longestReference = Math.max(this.longestReference, reference.length)
    for (const [index, column] of this.carried.entries()) {
      column.longest = Math.max(column.longest, carried[index]!.length)
    }
    return null
  }

  /** To be called after all rows were added, and before {@link hasOwnName}. */
  indexNames(): void {
    // Some disks ignore upper and lower case, or how accents are written.
    this.#database.function('as_file', { deterministic: true }, name =>
      String(name).toUpperCase().toLowerCase().normalize('NFC'),
    )
    this.#database.exec('CREATE INDEX by_file ON rows (as_file(reference))')
  }

  /** Whether no disk takes the reference for the name of another one. */
  hasOwnName(reference: string): boolean {
    const select = this.#database.prepare(
      'SELECT NULL FROM rows WHERE as_file(reference) = as_file(?) LIMIT 2',
    )
    return select.all(reference).length === 1
  }

  /** In the order of the file. */
  *inOrder(): Generator<Row> {
    for (const row of this.#database.prepare('SELECT * FROM rows ORDER BY line').iterate()) {
      yield {
        line: Number(row.line),
        reference: String(row.reference),
        request: {
          amount: centavos(Number(row.amount)),
          description: String(row.description),
          passFee: row.pass_fee === 1,
          validityMinutes: Number(row.validity) as ValidityMinutes,
        },
        carried: JSON.parse(String(row.carried)),
      }
    }
  }

  close(): void {
    this.#database.close()
  }
}

/** The UUID of version 5 (RFC 9562, 5.5) of a name in a namespace, in lower case: the same on every machine. */
export function uuidV5(namespace: string, name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name, 'utf8')
    .digest()
    .subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
