/** Opens the SQLite files of a profile (schemas.ts). */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import { localized } from '#lib/language.ts'
import { type DatabaseFile, openFile, reasonOf } from '#lib/sqlite/database-file.ts'
import { texts as sqliteTexts } from '#lib/sqlite/texts.ts'
import { askDoctor } from '#lib/suggestion.ts'
import { prepareFolder, stateFolder } from './folder.ts'
import { type Schema, STATE } from './schemas.ts'
import { texts } from './texts.ts'

/** What each file says of itself when it can't be used. */
export interface FileErrors extends Pick<DatabaseFile, 'newer' | 'shrinks'> {
  unusable(file: string, error: unknown): Failure
  contentLost(file: string): Failure
}

/**
 * Opens a file of a profile, and creates it if there is none: folder 0700, file 0600, WAL, synchronous FULL.
 * A Failure (fault) names the file and the reason if it can't be opened, isn't a file of pixctl, or is empty.
 */
export function openProfileFile(
  dataDir: string,
  profile: string,
  { name, steps }: Schema,
  { unusable, contentLost, ...errors }: FileErrors,
  clock?: Clock,
): Promise<DatabaseSync> {
  const file = join(stateFolder(dataDir, profile), name)
  const of: DatabaseFile = {
    ...errors,
    file,
    steps,
    prepareFolder: () => prepareFolder(dataDir, profile),
    unusable: error => unusable(file, error),
    contentLost: () => contentLost(file),
  }
  return openFile(of, clock)
}

export function openState(dataDir: string, profile: string, clock?: Clock): Promise<DatabaseSync> {
  const errors = { newer: texts.newerState, shrinks: true, unusable, contentLost }
  return openProfileFile(dataDir, profile, STATE, errors, clock)
}

export function hasState(dataDir: string, profile: string): boolean {
  return existsSync(join(stateFolder(dataDir, profile), STATE.name))
}

function contentLost(file: string): Failure {
  return new Failure('fault', () => texts.stateLost(file), { next: [sqliteTexts.restore, texts.removeState] })
}

export function unusable(file: string, error: unknown): Failure {
  const reason = reasonOf(error)
  return new Failure('fault', () => texts.stateUnusable(file, localized(reason)), {
    next: [sqliteTexts.checkDisk, askDoctor()],
    cause: error,
  })
}
