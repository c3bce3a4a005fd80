/** The SQLite file of a profile's archive of charges, and the errors if it can't be used. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { Failure } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { reasonOf } from '#lib/sqlite/database-file.ts'
import { type Prepare, preparing } from '#lib/sqlite/statements.ts'
import { texts as sqliteTexts } from '#lib/sqlite/texts.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { openProfileFile } from '#state/database.ts'
import { stateFolder } from '#state/folder.ts'
import { ARCHIVE } from '#state/schemas.ts'
import { texts } from './texts.ts'

/** Each millisecond has as many places as fit in 64 bits for the years 0 to 9999. */
const PLACES = 32_768n
/** After the last year that a time of the service can have. */
const FURTHEST_MS = 253_402_300_800_000

export function firstPlace(ms: number): bigint {
  return BigInt(Math.trunc(Math.min(Math.max(ms, -FURTHEST_MS), FURTHEST_MS))) * PLACES
}

/** The codes of SQLite for a full disk, a damaged file, and a file that isn't a database. */
const [FULL, CORRUPT, NOT_A_DATABASE] = [13, 11, 26]

function archiveFile(dataDir: string, profile: string): string {
  return join(stateFolder(dataDir, profile), ARCHIVE.name)
}

export function hasArchive(dataDir: string, profile: string): boolean {
  return existsSync(archiveFile(dataDir, profile))
}

/** An open archive, and the address whose charges it is used for. */
export interface OpenArchive {
  database: DatabaseSync
  prepare: Prepare
  file: string
  baseUrl: string
}

/** Opens the archive of a profile, and creates it if it doesn't exist. Throws Failure (fault) if it can't be used. */
export async function openArchive(dataDir: string, profile: string, baseUrl: string): Promise<OpenArchive> {
  const errors = { newer: texts.newerArchive, unusable, contentLost }
  const database = await openProfileFile(dataDir, profile, ARCHIVE, errors)
  return { database, prepare: preparing(database), file: archiveFile(dataDir, profile), baseUrl }
}

/** Does work with the archive. What it throws says what to do: see {@link explained}. */
export function explaining<T>({ file }: OpenArchive, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explained(file, error)
  }
}

/** The first row of a query; undefined if there is none. What it throws says what to do. */
export function rowOf(open: OpenArchive, query: string, ...values: SQLInputValue[]) {
  return explaining(open, () => open.prepare(query).get(...values))
}

/** An error of SQLite, or of JSON that can't be read, as a Failure that says what to do. Any other one as it is. */
export function explained(file: string, error: unknown): unknown {
  if (error instanceof SyntaxError) return failureOf(file, texts.chargeNotJson, startAgain(file), error)
  return (error as { code?: string }).code === 'ERR_SQLITE_ERROR' ? unusable(file, error) : error
}

function contentLost(file: string): Failure {
  return new Failure('fault', () => texts.archiveLost(file), { next: startAgain(file) })
}

function unusable(file: string, error: unknown): Failure {
  const kind = ((error as { errcode?: number }).errcode ?? 0) & 0xff
  const isDamaged = kind === CORRUPT || kind === NOT_A_DATABASE
  const free = kind === FULL ? suggest('charges sync', { say: texts.freeSpaceToSync }) : sqliteTexts.checkDisk
  return failureOf(file, reasonOf(error), isDamaged ? startAgain(file) : [free], error)
}

function failureOf(file: string, reason: Text, next: Step[], cause: unknown): Failure {
  return new Failure('fault', () => texts.archiveUnusable(file, localized(reason)), { next, cause })
}

/** Charges that the service still lists can be read again. */
function startAgain(file: string) {
  return [sqliteTexts.restore, suggest('charges sync', { say: () => texts.removeArchive(file) })]
}
