/** Opens SQLite files. A write counts as done only when it is synced to the disk. */

import { randomBytes, randomInt } from 'node:crypto'
import { closeSync, constants, copyFileSync, existsSync, linkSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type Clock, systemClock } from '../clock.ts'
import { Failure, textOf } from '../failure.ts'
import { demandFile, syncFolder } from '../files.ts'
import type { Text } from '../language.ts'
import { texts } from './texts.ts'

/** How long to wait while another process holds the file, in milliseconds. */
const TIMEOUT_MS = 10_000

/** SQLITE_IOERR_SHMSIZE: the disk is full when SQLite makes its -shm file. Its own message says only "I/O error". */
const NO_ROOM_FOR_SHM = 4874

/** SQLITE_READONLY_DBMOVED: the file has lost its name. SQLite goes on writing in it, for nobody. */
export const MOVED = (4 << 8) | 8

/** A disk without hard links (FAT). */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/** Of each open database: its path, and which files were there and at its -wal and -shm when it was opened. */
const opened = new WeakMap<DatabaseSync, { file: string; inodes: string }>()

/**
 * The SQL that makes each version of a file's tables, from 1, from the version before it. A step that was released is never
 * changed: what changes is a new one.
 */
export type Steps = readonly string[]

export interface DatabaseFile {
  file: string
  /** Makes the file's folder if there is none, and checks it. */
  prepareFolder(): void
  steps: Steps
  /** Whether what is dropped in it makes the file shorter (batches.ts). */
  shrinks?: boolean
  newer: Text
  unusable(error: unknown): Failure
  contentLost(): Failure
}

/**
 * Opens a file, and creates it if there is none: 0600, WAL, synchronous FULL. One of an older version is brought up to date.
 */
export async function openFile(of: DatabaseFile, clock: Clock = systemClock): Promise<DatabaseSync> {
  const { file } = of
  const { DatabaseSync } = await import('node:sqlite')
  const open = (path: string, timeout = TIMEOUT_MS) => new DatabaseSync(path, { timeout })
  const deadline = clock.monotonic() + TIMEOUT_MS
  let isOld = false
  for (;;) {
    let database: DatabaseSync | undefined
    try {
      of.prepareFolder()
      if (!existsSync(file)) create(of, open)
      const stats = statSync(file)
      demandFile(stats)
      if (stats.size === 0) throw of.contentLost()
      database = open(file)
      useLog(database)
      demandFit(database, of, open(':memory:'))
      isOld = versionOf(database) < of.steps.length
      if (!isOld) {
        opened.set(database, { file, inodes: inodesOf(file) })
        return database
      }
      database.close()
      bringUp(open(file, 0), of)
    } catch (error) {
      if (database?.isOpen) database.close()
      if (error instanceof Failure) throw error
      if (!isBusy(error)) throw of.unusable(error)
      if (clock.monotonic() > deadline) {
        if (!isOld) throw of.unusable(error)
        throw new Failure('conflict', () => texts.oldInUse(file), { next: texts.endThose })
      }
    }
    // Another process is the last one to close the file: while it removes the -wal file, SQLite ignores the time-out.
    // Two that want a file for themselves would meet again each time.
    await clock.sleep(isOld ? randomInt(10, 100) : 10)
  }
}

function useLog(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON;')
}

export function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version)
}

function demandFit(database: DatabaseSync, { file, steps, newer }: DatabaseFile, empty: DatabaseSync): void {
  if (versionOf(database) > steps.length) throw new Failure('fault', newer, { next: texts.update })
  const what = misfit(database, steps, empty)
  if (what !== null)
    throw new Failure('fault', () => texts.otherBuild(file, what), { next: texts.keepOrMove })
}

/** What SQLite makes for itself, such as for ANALYZE and for the index of texts, isn't compared. */
const OBJECTS = `SELECT upper(type) || ' ' || name AS name, sql FROM sqlite_schema WHERE sql IS NOT NULL
  AND tbl_name NOT LIKE 'sqlite%' AND tbl_name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')`

/**
 * The first table or index of a file that isn't as the steps up to its version make it, such as `TABLE shown`; null if there
 * is none. Spaces and comments make no difference.
 *
 * @param empty a database in memory, in which the steps are run; it is closed
 */
export function misfit(database: DatabaseSync, steps: Steps, empty: DatabaseSync): string | null {
  const plain = (sql: unknown) => String(sql).replace(/--.*/g, '').replace(/\s+/g, ' ')
  const objectsOf = (of: DatabaseSync) =>
    new Map(
      of
        .prepare(OBJECTS)
        .all()
        .map(({ name, sql }) => [String(name), plain(sql)]),
    )
  for (const step of steps.slice(0, Math.max(1, versionOf(database)))) empty.exec(step)
  const [found, made] = [objectsOf(database), objectsOf(empty)]
  empty.close()
  return [...made.keys(), ...found.keys()].find(name => found.get(name) !== made.get(name)) ?? null
}

/** Nobody else has it open meanwhile: who knows only the old tables must not write in the new ones. */
function bringUp(database: DatabaseSync, { steps }: DatabaseFile): void {
  try {
    // Before WAL, so that it holds from here to the end.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    useLog(database)
    runSteps(database, steps)
  } finally {
    database.close()
  }
}

/** Runs the steps that a file lacks, in one transaction: what a crash leaves is the old version. */
export function runSteps(database: DatabaseSync, steps: Steps): void {
  const from = versionOf(database)
  if (from >= steps.length) return
  // A table that others refer to could not be made again, and this has no effect within the transaction.
  database.exec('PRAGMA foreign_keys = OFF')
  transaction(database, () => {
    for (const step of steps.slice(from)) database.exec(step)
    database.exec(`PRAGMA user_version = ${steps.length}`)
  })
}

/**
 * Makes the file under another name and then gives it its own. So an empty file is never a new one: its content was
 * lost. To continue with an empty state could create charges twice: its unfinished creations would be forgotten.
 */
function create({ file, steps, shrinks }: DatabaseFile, open: (path: string) => DatabaseSync): void {
  const unfinished = `${file}.${randomBytes(8).toString('hex')}.new`
  try {
    createPrivately(unfinished)
    const database = open(unfinished)
    try {
      // Only an empty file can get this.
      if (shrinks) database.exec('PRAGMA auto_vacuum = INCREMENTAL')
      useLog(database)
      runSteps(database, steps)
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

/** SQLite would create the file readable for others. Its -wal and -shm files get the mode of this file. */
export function createPrivately(file: string): void {
  const isNew = unlessThere(() => closeSync(openSync(file, 'wx', 0o600)))
  if (isNew) syncFolder(dirname(file))
}

/** Gives a finished file its name, unless another process has already made one. */
function putInPlace(finished: string, file: string): void {
  unlessThere(() => {
    try {
      linkSync(finished, file)
    } catch (error) {
      if (!NO_LINKS.includes(codeOf(error))) throw error
      // This doesn't overwrite a file either, but it is not a single step.
      copyFileSync(finished, file, constants.COPYFILE_EXCL)
    }
  })
}

/** False if the file that it makes is there. */
function unlessThere(make: () => void): boolean {
  try {
    make()
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

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

function inodesOf(file: string): string {
  const stats = ['', '-wal', '-shm'].map(end => statSync(file + end, { bigint: true, throwIfNoEntry: false }))
  return stats.map(entry => `${entry?.dev}:${entry?.ino}`).join()
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
