/**
 * The sandbox's SQLite database. When a transaction returns, it is on the disk (WAL, synchronous FULL), so an answered
 * request survives a SIGKILL or a power cut.
 */

import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure, LocalizedError, localizedMessage } from '#lib/failure.ts'
import { makePrivateFolder, syncFolder } from '#lib/files.ts'
import { MEMORY } from '#lib/sandbox/data.ts'
import { isBusy, misfit, runSteps, type Steps, versionOf } from '#lib/sqlite/database-file.ts'
import { type Prepare, preparing } from '#lib/sqlite/statements.ts'
import { texts as sqliteTexts } from '#lib/sqlite/texts.ts'
import { checkFiles } from '#lib/trust.ts'
import { texts } from '../texts.ts'
import { SandboxStartError } from './errors.ts'
import { STEPS } from './schema.ts'

const DATABASE_FILE = 'sandbox.db'

export class Database {
  /** Every transaction is a change; single statements and what is only in memory say it themselves. */
  readonly changes = new Changes()
  readonly #sqlite: DatabaseSync
  /** The prepared statement of a query; the same text is prepared once. */
  readonly prepare: Prepare

  constructor(sqlite: DatabaseSync) {
    this.#sqlite = sqlite
    this.prepare = preparing(sqlite)
  }

  exec(sql: string): void {
    this.#sqlite.exec(sql)
  }

  /** Does all of `work` or nothing of it; it is on the disk when this returns. Transactions don't nest. */
  transaction<T>(work: () => T): T {
    this.#sqlite.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#sqlite.exec('COMMIT')
      this.changes.changed()
      return result
    } catch (thrown) {
      // After some errors, such as a full disk, SQLite has already rolled back.
      if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK')
      throw thrown
    }
  }

  close(): void {
    this.#sqlite.close()
  }
}

/**
 * Opens the database of a data folder (created 0700, its file 0600), or one in memory for ':memory:'. It is locked
 * until it is closed. Throws SandboxStartError: sandbox_locked while another process has it, sandbox_data if it
 * can't be used.
 */
export function openDatabase(dataDir: string, steps = STEPS): Database {
  let sqlite: DatabaseSync | undefined
  try {
    const file = dataDir === MEMORY ? MEMORY : prepareFile(dataDir)
    sqlite = new DatabaseSync(file, { timeout: 0 })
    // Exclusive before WAL: it is a lock of the operating system, so it ends with the process, even a killed one.
    sqlite.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    sqlite.exec('PRAGMA fullfsync = ON')
    prepareTables(sqlite, steps)
    sqlite.exec('PRAGMA foreign_keys = ON')
    return new Database(sqlite)
  } catch (thrown) {
    sqlite?.close()
    if (thrown instanceof SandboxStartError || thrown instanceof Failure) throw thrown
    if (isBusy(thrown)) throw new SandboxStartError('sandbox_locked', () => texts.dataInUse(dataDir))
    throw new SandboxStartError('sandbox_data', () => texts.dataUnusable(dataDir, localizedMessage(thrown)), {
      cause: thrown,
    })
  }
}

function prepareFile(dataDir: string): string {
  makePrivateFolder(dataDir)
  checkFiles(
    dataDir,
    ['', '-wal', '-shm', '-journal'].map(end => `${DATABASE_FILE}${end}`),
  )
  const path = join(dataDir, DATABASE_FILE)
  // SQLite gives its -wal and -shm files the mode of this one, so the mode must be right before SQLite opens it.
  closeSync(openSync(path, 'a', 0o600))
  syncFolder(dataDir)
  return path
}

/** Makes the tables of a new file, and brings those of an older one up to date. Throws for a newer one, and for other tables. */
function prepareTables(sqlite: DatabaseSync, steps: Steps): void {
  const version = versionOf(sqlite)
  if (version > steps.length) throw new LocalizedError(sqliteTexts.newerFile)
  const what = version === 0 ? null : misfit(sqlite, steps, new DatabaseSync(MEMORY))
  if (what !== null) throw new LocalizedError(() => sqliteTexts.otherBuild(DATABASE_FILE, what))
  runSteps(sqlite, steps)
}

/** Tells the open pages that something in the sandbox has changed, so that they ask again. It doesn't say what. */
export class Changes {
  readonly #watchers = new Set<() => void>()
  #woken = false

  /** Calls the watchers once for all changes of a turn, and so after an open transaction, which is synchronous. */
  changed(): void {
    if (this.#woken || this.#watchers.size === 0) return
    this.#woken = true
    queueMicrotask(() => {
      this.#woken = false
      for (const watcher of [...this.#watchers]) watcher()
    })
  }

  /** Calls `watcher` after each change, until the returned function is called. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }
}
