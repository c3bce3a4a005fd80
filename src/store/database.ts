/** The SQLite file that holds a profile's state. A write counts as done only when it is synced to the disk. */

import { randomBytes } from 'node:crypto'
import { constants, copyFileSync, existsSync, linkSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { type Clock, systemClock } from '../shared/clock.ts'
import { Failure } from '../shared/failure.ts'
import { syncFolder } from '../shared/folders.ts'
import { plainAddress } from '../shared/plain-address.ts'
import { createPrivately, prepareFolder, stateFolder } from './folder.ts'

/** How long to wait while another process holds the file, in milliseconds. */
const PATIENCE_MS = 10_000

/** SQLITE_IOERR_SHMSIZE: the disk is full when SQLite makes its -shm file. Its own message says only "I/O error". */
const NO_ROOM_FOR_SHM = 4874

/**
 * Each entry makes one version of the schema from the version before it. Never change one that was released. A file
 * that was written by a newer pixctl is refused.
 */
const MIGRATIONS: readonly (string | ((database: DatabaseSync) => void))[] = [
  `CREATE TABLE creations (
      id INTEGER PRIMARY KEY,
      idempotency_key TEXT NOT NULL,
      base_url TEXT NOT NULL,
      key_fingerprint TEXT NOT NULL,
      body BLOB NOT NULL,
      created_at TEXT NOT NULL,
      in_doubt INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      outcome TEXT,
      payment_id TEXT,
      resolved_at TEXT
    ) STRICT;
    CREATE INDEX creations_by_key ON creations (idempotency_key);
    CREATE INDEX creations_unresolved ON creations (id) WHERE outcome IS NULL;
  `,
  `
    CREATE TABLE deliveries (
      id INTEGER PRIMARY KEY,
      channel TEXT NOT NULL CHECK (channel IN ('webhook', 'realtime')),
      delivery TEXT NOT NULL,
      event TEXT NOT NULL,
      event_id TEXT,
      payment_id TEXT,
      received_at TEXT NOT NULL,
      headers TEXT NOT NULL,
      body BLOB NOT NULL,
      forward TEXT NOT NULL CHECK (forward IN ('none', 'pending', 'done')),
      attempts INTEGER NOT NULL DEFAULT 0,
      last_status INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX deliveries_by_delivery ON deliveries (delivery);
    CREATE INDEX deliveries_by_event ON deliveries (event_id);
    CREATE INDEX deliveries_by_payment ON deliveries (payment_id)
      WHERE event = 'deposit.approved';
    CREATE INDEX deliveries_pending ON deliveries (id) WHERE forward = 'pending';
  `,
  `
    CREATE TABLE cursors (
      realtime_url TEXT NOT NULL,
      token_fingerprint TEXT NOT NULL,
      sequence TEXT NOT NULL,
      saved_at TEXT NOT NULL,
      PRIMARY KEY (realtime_url, token_fingerprint)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE shown (
      id INTEGER PRIMARY KEY,
      saving INTEGER NOT NULL,
      shown_at TEXT NOT NULL,
      ids TEXT NOT NULL
    ) STRICT;
    CREATE TABLE shown_ids (
      event_hash INTEGER NOT NULL,
      shown_id INTEGER NOT NULL,
      PRIMARY KEY (event_hash, shown_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE approvals (
      id INTEGER PRIMARY KEY,
      deposit_of TEXT,
      came_at TEXT NOT NULL,
      events TEXT NOT NULL
    ) STRICT;
    CREATE INDEX approvals_by_deposit ON approvals (deposit_of)
      WHERE deposit_of IS NOT NULL;
  `,
  splitCursors,
  `
    ALTER TABLE deliveries ADD COLUMN given TEXT;
    ALTER TABLE deliveries ADD COLUMN secret TEXT;
  `,
]

/**
 * One cursor for each address and token becomes two places for each address: where watching continues, and, if a
 * tail of this profile has ever forwarded, where forwarding continues. If an address had several tokens, or was
 * written in several ways, the cursor saved last counts.
 */
function splitCursors(database: DatabaseSync): void {
  const saved = database
    .prepare('SELECT realtime_url AS url, sequence, saved_at AS at FROM cursors ORDER BY saved_at')
    .all()
  database.exec(`
    DROP TABLE cursors;
    CREATE TABLE cursors (
      realtime_url TEXT NOT NULL,
      place TEXT NOT NULL CHECK (place IN ('watched', 'processed')),
      sequence TEXT NOT NULL,
      saved_at TEXT NOT NULL,
      PRIMARY KEY (realtime_url, place)
    ) STRICT, WITHOUT ROWID;
  `)
  const hasForwarded = database.prepare("SELECT 1 FROM deliveries WHERE channel = 'realtime' LIMIT 1").get()
  const insert = database.prepare('INSERT OR REPLACE INTO cursors VALUES (?, ?, ?, ?)')
  for (const { url, sequence, at } of saved) {
    const stream = plainAddress(String(url))
    for (const place of hasForwarded ? ['watched', 'processed'] : ['watched']) {
      insert.run(stream, place, sequence!, at!)
    }
  }
}

/**
 * Opens the state of a profile, and creates it if there is none: folder 0700, file 0600, WAL, synchronous FULL.
 * A Failure (fault) names the file and the reason if it can't be opened, isn't a state of pixctl, or is empty.
 */
export async function openDatabase(
  dataDir: string,
  profile: string,
  clock: Clock = systemClock,
): Promise<DatabaseSync> {
  const file = stateFile(dataDir, profile)
  const { DatabaseSync } = await import('node:sqlite')
  const open = (path: string) => new DatabaseSync(path, { timeout: PATIENCE_MS })
  const deadline = clock.monotonic() + PATIENCE_MS
  for (;;) {
    let database: DatabaseSync | undefined
    try {
      prepareFolder(dataDir, profile)
      if (!existsSync(file)) create(file, open)
      if (statSync(file).size === 0) throw contentLost(file)
      database = open(file)
      prepare(database)
      return database
    } catch (error) {
      database?.close()
      if (error instanceof Failure) throw error
      if (!isBusy(error) || clock.monotonic() > deadline) throw unusable(file, error)
    }
    // Another process is the last one to close the file: while it removes the -wal file, SQLite ignores the time-out.
    await clock.sleep(10)
  }
}

/** Whether there is a state of the profile. */
export function hasState(dataDir: string, profile: string): boolean {
  return existsSync(stateFile(dataDir, profile))
}

function stateFile(dataDir: string, profile: string): string {
  return join(stateFolder(dataDir, profile), 'state.db')
}

/**
 * Makes the file under another name and then gives it its own. So an empty state.db is never a new one: its content
 * was lost. To continue with it could create charges twice, because its unfinished creations would be forgotten.
 */
function create(file: string, open: (path: string) => DatabaseSync): void {
  const unfinished = `${file}.${randomBytes(8).toString('hex')}.new`
  try {
    createPrivately(unfinished)
    const database = open(unfinished)
    try {
      prepare(database)
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
  const take = (put: () => void): 'done' | 'no links' => {
    try {
      put()
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code)) return 'no links'
      if (code !== 'EEXIST') throw error
    }
    return 'done'
  }
  if (take(() => linkSync(finished, file)) === 'done') return
  // A disk without hard links (FAT). This doesn't overwrite a file either, but it is not a single step.
  take(() => copyFileSync(finished, file, constants.COPYFILE_EXCL))
}

function contentLost(file: string): Failure {
  return new Failure('fault', `the state in ${file} is empty: its content is lost`, {
    next: ['restore it from a backup', 'or remove it, to start without its creations and events'],
  })
}

/** The failure for a state file that can't be opened. */
export function unusable(file: string, error: unknown): Failure {
  const { message, errcode } = error as Error & { errcode?: number }
  const why = errcode === NO_ROOM_FOR_SHM ? 'no space left on the disk' : message
  return new Failure('fault', `the state in ${file} can't be used (${why})`, {
    next: 'check the disk and the permissions of that folder; PIXCTL_DATA_DIR names another one',
    cause: error,
  })
}

export function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  // The low byte of every kind of SQLITE_BUSY is 5.
  return errcode !== undefined && (errcode & 0xff) === 5
}

function prepare(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON;')
  migrate(database)
}

function migrate(database: DatabaseSync): void {
  const version = () => database.prepare('PRAGMA user_version').get()?.user_version as number
  if (version() > MIGRATIONS.length) {
    throw new Failure('fault', 'the state was written by a newer pixctl', { next: 'update pixctl' })
  }
  if (version() === MIGRATIONS.length) return
  transaction(database, () => {
    for (const migration of MIGRATIONS.slice(version())) {
      if (typeof migration === 'string') database.exec(migration)
      else migration(database)
    }
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
  })
}

/** Runs the work in one transaction that holds the write lock from its start. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    // After some errors, such as a full disk, SQLite has already rolled back.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
