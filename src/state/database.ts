/** The SQLite file that holds a profile's state. A write counts as done only when it is synced to the disk. */

import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { type Clock, systemClock } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import { said } from '#lib/language.ts'
import { plainAddress } from '#lib/plain-address.ts'
import { fileOf, type Migration, openFile, reasonOf } from '#lib/sqlite/database-file.ts'
import { texts } from '#lib/sqlite/texts.ts'
import { askDoctor } from '#lib/suggestion.ts'

const NAME = 'state.db'

/** Each entry makes one version of the schema from the version before it. Never change one that was released. */
const MIGRATIONS: readonly Migration[] = [
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
  `
    CREATE TABLE attempts (
      delivery_id INTEGER NOT NULL,
      attempt INTEGER NOT NULL,
      at TEXT NOT NULL,
      target TEXT NOT NULL,
      status INTEGER,
      ms INTEGER NOT NULL,
      error TEXT,
      answer TEXT NOT NULL,
      replay INTEGER NOT NULL,
      PRIMARY KEY (delivery_id, attempt)
    ) STRICT, WITHOUT ROWID;
  `,
  `
    ALTER TABLE deliveries ADD COLUMN parked INTEGER NOT NULL DEFAULT 0;
    DROP INDEX deliveries_pending;
    CREATE INDEX deliveries_pending ON deliveries (id, payment_id) WHERE forward = 'pending' AND parked = 0;
    CREATE INDEX deliveries_pending_by_payment ON deliveries (payment_id)
      WHERE forward = 'pending' AND parked = 0 AND payment_id IS NOT NULL;
    CREATE INDEX deliveries_parked ON deliveries (id) WHERE parked = 1;
  `,
  `
    CREATE TABLE pruned (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      whole_from TEXT NOT NULL
    ) STRICT;
  `,
  `
    DELETE FROM shown_ids WHERE shown_id IN (SELECT id FROM shown WHERE saving = 0);
    DELETE FROM shown WHERE saving = 0;
    ALTER TABLE shown DROP COLUMN saving;
  `,
]

/** The version of the file that this pixctl makes. */
export const STATE_VERSION = MIGRATIONS.length

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
export function openDatabase(
  dataDir: string,
  profile: string,
  clock: Clock = systemClock,
): Promise<DatabaseSync> {
  const kind = {
    name: NAME,
    newer: texts.newerState,
    migrations: MIGRATIONS,
    shrinks: true,
    unusable,
    contentLost,
  }
  return openFile(dataDir, profile, kind, clock)
}

/** Whether there is a state of the profile. */
export function hasState(dataDir: string, profile: string): boolean {
  return existsSync(fileOf(dataDir, profile, NAME))
}

function contentLost(file: string): Failure {
  return new Failure('fault', () => texts.stateLost(file), { next: [texts.restore, texts.removeState] })
}

/** The failure for a state file that can't be opened. */
export function unusable(file: string, error: unknown): Failure {
  const reason = reasonOf(error)
  return new Failure('fault', () => texts.stateUnusable(file, said(reason)), {
    next: [texts.checkDisk, askDoctor()],
    cause: error,
  })
}
