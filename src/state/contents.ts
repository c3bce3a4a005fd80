/** What the folder of a profile holds. It is only looked at: no file is made, and none is opened for writing. */

import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { Failure, LocalizedError } from '#lib/failure.ts'
import { demandFile } from '#lib/files.ts'
import type { Text } from '#lib/language.ts'
import { reasonOf, type Steps, versionOf } from '#lib/sqlite/database-file.ts'
import { texts as sqliteTexts } from '#lib/sqlite/texts.ts'
import { checkFiles } from '#lib/trust.ts'
import { stateFolder } from './folder.ts'
import { ARCHIVE, REJECTED, type Schema, STATE } from './schemas.ts'
import { texts } from './texts.ts'

interface Counted {
  count: number
  /** When the oldest was saved, or for charges created; ISO 8601, null if there is none. */
  oldest: string | null
}

/** Null for what isn't there, or can't be read. */
export interface ProfileContents {
  profile: string
  /** What all files take. */
  bytes: number
  journal: (Counted & { unresolved: number }) | null
  inbox: (Counted & { pending: number; parked: number }) | null
  archive: (Counted & { syncedAt: string | null; bytes: number }) | null
  rejected: (Counted & { bytes: number }) | null
  problems: { file: string; reason: Text }[]
}

/** The profiles that have a folder, in the order of their names. */
export function keptProfiles(dataDir: string): string[] {
  const folder = join(dataDir, 'profiles')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** Also a link that leads to nothing, such as to a disk that isn't mounted: no command can use that. */
export function isThere(file: string): boolean {
  try {
    lstatSync(file)
    return true
  } catch {
    return false
  }
}

export async function contentsOf(dataDir: string, profile: string): Promise<ProfileContents> {
  const folder = stateFolder(dataDir, profile)
  const none = { journal: null, inbox: null, archive: null, rejected: null }
  const kept: ProfileContents = { profile, bytes: 0, ...none, problems: [] }
  if (!existsSync(folder)) return kept
  const look = async ({ name, steps }: Schema, read: (file: Reading) => void) => {
    const file = join(folder, name)
    if (!isThere(file)) return
    try {
      await readOnly(file, steps, database => read(reading(database, bytesOf(file))))
    } catch (error) {
      kept.problems.push({ file, reason: reasonOf(error) })
    }
  }
  try {
    checkFiles(folder, 'all')
    kept.bytes = readdirSync(folder).reduce((sum, name) => sum + sizeOf(join(folder, name)), 0)
    await look(STATE, file => Object.assign(kept, readState(file)))
    await look(ARCHIVE, file => Object.assign(kept, { archive: readArchive(file) }))
    await look(REJECTED, file => {
      kept.rejected = { ...file.counted('rejected', 'received_at'), bytes: file.bytes }
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    kept.problems.push({ file: folder, reason: error.text })
  }
  return kept
}

function readState(file: Reading): Pick<ProfileContents, 'journal' | 'inbox'> {
  return {
    journal: {
      ...file.counted('creations', 'created_at'),
      unresolved: file.count('creations WHERE outcome IS NULL'),
    },
    inbox: {
      ...file.counted('log_events', 'received_at'),
      pending: file.count("log_events WHERE forward = 'pending'"),
      parked: file.count("log_events WHERE forward = 'parked'"),
    },
  }
}

function readArchive(file: Reading): ProfileContents['archive'] {
  const ms = file.first<number>('SELECT created AS value FROM charges ORDER BY place LIMIT 1')
  return {
    count: file.count('charges'),
    oldest: ms === null ? null : new Date(ms).toISOString(),
    syncedAt: file.first<string>('SELECT max(synced_at) AS value FROM stores'),
    bytes: file.bytes,
  }
}

type Reading = ReturnType<typeof reading>

function reading(database: DatabaseSync, bytes: number) {
  const first = <T>(sql: string) => (database.prepare(sql).get()?.value ?? null) as T | null
  const count = (what: string) => Number(first(`SELECT count(*) AS value FROM ${what}`))
  const counted = (table: string, time: string): Counted => ({
    count: count(table),
    oldest: first(`SELECT ${time} AS value FROM ${table} ORDER BY id LIMIT 1`),
  })
  return { bytes, first, count, counted }
}

/**
 * SQLite makes -wal and -shm files for reading too, unless it knows that nothing changes. That is so while there is no
 * -wal file: then nobody has the file open. Otherwise those files are there already.
 *
 * @param steps of the version that it must have; null for any
 */
export async function readOnly<T>(
  file: string,
  steps: Steps | null,
  read: (database: DatabaseSync) => T,
): Promise<T> {
  const { DatabaseSync } = await import('node:sqlite')
  const quiet = pathToFileURL(file)
  quiet.searchParams.set('immutable', '1')
  const isQuiet = () => !existsSync(`${file}-wal`)
  for (let tries = 1; ; tries++) {
    const wasQuiet = isQuiet()
    let database: DatabaseSync | undefined
    try {
      const stats = statSync(file)
      demandFile(stats)
      if (stats.size === 0) throw new LocalizedError(texts.isEmpty)
      database = new DatabaseSync(wasQuiet ? quiet : file, { readOnly: true, timeout: 1000 })
      const ahead = steps === null ? 0 : versionOf(database) - steps.length
      if (ahead !== 0) throw new LocalizedError(ahead > 0 ? sqliteTexts.newerFile : sqliteTexts.olderFile)
      return read(database)
    } catch (error) {
      // Another process has opened it in the meantime.
      if (error instanceof LocalizedError || !wasQuiet || isQuiet() || tries === 3) throw error
    } finally {
      database?.close()
    }
  }
}

/** With the -wal and -shm beside it. */
export function bytesOf(file: string): number {
  return ['', '-wal', '-shm'].reduce((sum, end) => sum + sizeOf(`${file}${end}`), 0)
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
