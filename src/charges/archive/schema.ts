/** The SQLite file of a profile's archive of charges. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Failure } from '#lib/failure.ts'
import { type Prepare, preparing } from '#lib/sqlite/statements.ts'
import { texts as sqliteTexts } from '#lib/sqlite/texts.ts'
import { suggest } from '#lib/suggestion.ts'
import { openProfileFile, unusable } from '#state/database.ts'
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

function contentLost(file: string): Failure {
  const again = suggest('charges sync', { say: () => texts.removeArchive(file) })
  return new Failure('fault', () => texts.archiveLost(file), { next: [sqliteTexts.restore, again] })
}
