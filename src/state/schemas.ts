/** The SQLite files of a profile. */

import type { Steps } from '#lib/sqlite/database-file.ts'

export interface Schema {
  /** The file's name, in the profile's folder. */
  name: string
  steps: Steps
}

/** Creations and events: what must not be lost. */
export const STATE: Schema = {
  name: 'state.db',
  steps: [
    `
    CREATE TABLE creations (
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
    CREATE INDEX creations_by_payment ON creations (payment_id) WHERE payment_id IS NOT NULL;

    -- The log: events, and each time that one arrived (src/inbox/model.ts). The tables are those of PostgreSQL
    -- (src/inbox/postgres/migrations), so that both engines have the same statements. Here a profile has its own file, and is 1.
    CREATE TABLE log_events (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      profile INTEGER NOT NULL,
      store TEXT NOT NULL,
      key TEXT NOT NULL,
      has_id INTEGER NOT NULL,
      type TEXT NOT NULL,
      payment_id TEXT,
      received_at TEXT NOT NULL,
      newest_at TEXT NOT NULL,
      arrival_count INTEGER NOT NULL,
      forward TEXT NOT NULL CHECK (forward IN ('none', 'pending', 'done', 'parked')),
      attempt_count INTEGER NOT NULL DEFAULT 0,
      last_attempt_at TEXT,
      last_status INTEGER,
      shown INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE UNIQUE INDEX log_events_by_key ON log_events (key, store, profile);
    CREATE INDEX log_events_by_payment ON log_events (payment_id) WHERE payment_id IS NOT NULL;
    CREATE INDEX log_events_pending ON log_events (id) WHERE forward = 'pending';
    CREATE INDEX log_events_pending_by_payment ON log_events (payment_id, id)
      WHERE forward = 'pending' AND payment_id IS NOT NULL;
    CREATE INDEX log_events_parked ON log_events (id) WHERE forward = 'parked';

    CREATE TABLE arrivals (
      event INTEGER NOT NULL,
      place INTEGER NOT NULL,
      channel TEXT NOT NULL CHECK (channel IN ('webhook', 'realtime')),
      delivery TEXT NOT NULL,
      received_at TEXT NOT NULL,
      headers TEXT NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (event, place)
    ) STRICT;
    CREATE INDEX arrivals_by_delivery ON arrivals (delivery);

    CREATE TABLE attempts (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      event INTEGER NOT NULL,
      number INTEGER NOT NULL,
      at TEXT NOT NULL,
      target TEXT NOT NULL,
      status INTEGER,
      ms INTEGER NOT NULL,
      error TEXT,
      answer TEXT NOT NULL,
      replay INTEGER NOT NULL
    ) STRICT;
    -- An attempt that is recorded again, because nobody knew whether it was, is the same one.
    CREATE UNIQUE INDEX attempts_by_event ON attempts (event, at, target);

    CREATE TABLE cursors (
      profile INTEGER NOT NULL,
      stream TEXT NOT NULL,
      sequence TEXT NOT NULL,
      reached_at TEXT NOT NULL,
      PRIMARY KEY (profile, stream)
    ) STRICT, WITHOUT ROWID;

    -- From when on the log has every event, if some were dropped.
    CREATE TABLE pruned (
      profile INTEGER PRIMARY KEY,
      whole_from TEXT NOT NULL
    ) STRICT;
  `,
  ],
}

/**
 * The archive of charges.
 *
 * - `place` is higher for newer charges, so that every table gives the newest first (src/charges/archive/schema.ts).
 * - Amounts are centavos, times are milliseconds; null if the service sent something else.
 * - `round` is the number of the sync that has read the charge last.
 * - `bodies` has the JSON that the service sent, in a separate table, so that filters and totals read few pages.
 * - `texts` is only an index of the texts that are searched, without the texts.
 */
export const ARCHIVE: Schema = {
  name: 'archive.db',
  steps: [
    `
    CREATE TABLE stores (
      id INTEGER PRIMARY KEY,
      base_url TEXT NOT NULL UNIQUE,
      key_fingerprint TEXT NOT NULL,
      archived INTEGER NOT NULL DEFAULT 0,
      total INTEGER NOT NULL DEFAULT 0,
      surplus INTEGER NOT NULL DEFAULT 0,
      round INTEGER NOT NULL DEFAULT 0,
      began_at TEXT,
      next_page INTEGER,
      synced_at TEXT
    ) STRICT;
    CREATE TABLE charges (
      place INTEGER PRIMARY KEY,
      store INTEGER NOT NULL,
      id TEXT NOT NULL,
      status TEXT NOT NULL,
      created INTEGER,
      expires INTEGER,
      paid INTEGER,
      amount INTEGER,
      fee INTEGER,
      net INTEGER,
      round INTEGER NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX charges_by_id ON charges (id, store);
    CREATE INDEX charges_by_status ON charges (store, status, amount, fee, net);
    CREATE INDEX charges_by_paid ON charges (store, paid, status, expires, amount, fee, net) WHERE paid IS NOT NULL;
    CREATE INDEX charges_undated ON charges (store) WHERE status = 'PAID' AND paid IS NULL;
    CREATE TABLE bodies (
      place INTEGER PRIMARY KEY,
      json TEXT NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE texts USING fts5(
      text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
    );
  `,
  ],
}

/** Deliveries that were refused. */
export const REJECTED: Schema = {
  name: 'rejected.db',
  steps: [
    `
    CREATE TABLE rejected (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      received_at TEXT NOT NULL,
      method TEXT NOT NULL,
      path TEXT NOT NULL,
      reason TEXT NOT NULL,
      status INTEGER NOT NULL,
      delivery TEXT,
      event TEXT,
      tolerance_ms INTEGER NOT NULL,
      hints TEXT,
      body_bytes INTEGER,
      headers TEXT NOT NULL,
      body BLOB
    ) STRICT;
  `,
  ],
}
