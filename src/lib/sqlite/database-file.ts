/** A SQLite file in the folder of a profile. A write counts as done only when it is synced to the disk. */

import { randomBytes } from 'node:crypto'
import { constants, copyFileSync, existsSync, linkSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createPrivately, prepareFolder, stateFolder } from '../../state/folder.ts'
import type { Clock } from '../clock.ts'
import { Failure, textOf } from '../failure.ts'
import { syncFolder } from '../folders.ts'
import type { Text } from '../language.ts'
import { demandFile } from '../not-a-file.ts'
import { texts } from './texts.ts'

/** How long to wait while another process holds the file, in milliseconds. */
const TIMEOUT_MS = 10_000

/** SQLITE_IOERR_SHMSIZE: the disk is full when SQLite makes its -shm file. Its own message says only "I/O error". */
const NO_ROOM_FOR_SHM = 4874

/** SQLITE_READONLY_DBMOVED: the file has lost its name. SQLite goes on writing in it, for nobody. */
export const MOVED = (4 << 8) | 8

/** Each open database: its file, and which files had its name and those of its -wal and -shm files when it was opened. */
const opened = new WeakMap<DatabaseSync, { file: string; inodes: string }>()

/** Makes one version of the schema from the version before it. */
export type Migration = string | ((database: DatabaseSync) => void)

/** What a file is, and which errors say that it can't be used. */
export interface FileKind {
  /** The file's name, in the profile's folder. */
  name: string
  /** Says that a newer pixctl wrote it. */
  newer: Text
  /** One for each version. A file that was written by a newer pixctl is refused. */
  migrations: readonly Migration[]
  /** Whether what is dropped in it makes the file shorter (src/lib/sqlite/free-space.ts). */
  shrinks?: boolean
  /** The failure for a file that can't be opened. */
  unusable(file: string, error: unknown): Failure
  /** The failure for a file that is empty. */
  contentLost(file: string): Failure
}

export function fileOf(dataDir: string, profile: string, name: string): string {
  return join(stateFolder(dataDir, profile), name)
}

/** Opens a file, and creates it if there is none: folder 0700, file 0600, WAL, synchronous FULL. */
export async function openFile(
  dataDir: string,
  profile: string,
  kind: FileKind,
  clock: Clock,
): Promise<DatabaseSync> {
  const file = fileOf(dataDir, profile, kind.name)
  const { DatabaseSync } = await import('node:sqlite')
  const open = (path: string) => new DatabaseSync(path, { timeout: TIMEOUT_MS })
  const deadline = clock.monotonic() + TIMEOUT_MS
  for (;;) {
    let database: DatabaseSync | undefined
    try {
      prepareFolder(dataDir, profile)
      if (!existsSync(file)) create(file, open, kind)
      const stats = statSync(file)
      demandFile(stats)
      if (stats.size === 0) throw kind.contentLost(file)
      database = open(file)
      prepare(database, kind)
      opened.set(database, { file, inodes: inodesOf(file) })
      return database
    } catch (error) {
      database?.close()
      if (error instanceof Failure) throw error
      if (!isBusy(error) || clock.monotonic() > deadline) throw kind.unusable(file, error)
    }
    // Another process is the last one to close the file: while it removes the -wal file, SQLite ignores the time-out.
    await clock.sleep(10)
  }
}

/**
 * Makes the file under another name and then gives it its own. So an empty file is never a new one: its content was
 * lost. To continue with an empty state could create charges twice: its unfinished creations would be forgotten.
 */
function create(file: string, open: (path: string) => DatabaseSync, kind: FileKind): void {
  const unfinished = `${file}.${randomBytes(8).toString('hex')}.new`
  try {
    createPrivately(unfinished)
    const database = open(unfinished)
    try {
      // Only an empty file can get this.
      if (kind.shrinks) database.exec('PRAGMA auto_vacuum = INCREMENTAL')
      prepare(database, kind)
      // The -wal file does not move with it, and close() doesn't report a full disk.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      database.close()
    }
    putInPlace(unfinished, file)
    syncFolder(dirname(file))
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${unfinished}${end}`, { force: true })
  }
}

/** Gives a finished file its name, unless another process has already made one. */
function putInPlace(finished: string, file: string): void {
  const take = (put: () => void): 'done' | 'no-links' => {
    try {
      put()
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) return 'no-links'
      if (code !== 'EEXIST') throw error
    }
    return 'done'
  }
  if (take(() => linkSync(finished, file)) === 'done') return
  // A disk without hard links (FAT). This doesn't overwrite a file either, but it is not a single step.
  take(() => copyFileSync(finished, file, constants.COPYFILE_EXCL))
}

/** Why SQLite failed, in words. Its own are English. */
export function reasonOf(error: unknown): Text {
  const { errcode } = error as { errcode?: number }
  return errcode === NO_ROOM_FOR_SHM ? texts.noSpace : textOf(error)
}

export function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  // The low byte of every kind of SQLITE_BUSY is 5.
  return errcode !== undefined && (errcode & 0xff) === 5
}

function prepare(database: DatabaseSync, kind: FileKind): void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON;')
  migrate(database, kind)
}

function migrate(database: DatabaseSync, { newer, migrations }: FileKind): void {
  const version = () => database.prepare('PRAGMA user_version').get()?.user_version as number
  if (version() > migrations.length) {
    throw new Failure('fault', newer, { next: texts.update })
  }
  if (version() === migrations.length) return
  transaction(database, () => {
    for (const migration of migrations.slice(version())) {
      if (typeof migration === 'string') database.exec(migration)
      else migration(database)
    }
    database.exec(`PRAGMA user_version = ${migrations.length}`)
  })
}

function inodesOf(file: string): string {
  const stats = ['', '-wal', '-shm'].map(end => statSync(file + end, { bigint: true, throwIfNoEntry: false }))
  return stats.map(each => `${each?.dev}:${each?.ino}`).join()
}

/** The file of a database if it was removed, moved or replaced since it was opened. */
export function movedFile(database: DatabaseSync): string | undefined {
  const { file, inodes } = opened.get(database) ?? {}
  return file !== undefined && inodesOf(file) !== inodes ? file : undefined
}

/** Runs the work in one transaction that holds the write lock from its start. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    const moved = movedFile(database)
    if (moved !== undefined) {
      const failure = new Failure('fault', () => texts.fileMoved(moved), { next: texts.putBack })
      throw Object.assign(failure, { errcode: MOVED })
    }
    database.exec('COMMIT')
    return result
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already rolled back.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
