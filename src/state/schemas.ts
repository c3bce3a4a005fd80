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
      last_status INTEGER,
      given TEXT,
      secret TEXT,
      parked INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX deliveries_by_payment ON deliveries (payment_id) WHERE event = 'deposit.approved';
    CREATE INDEX deliveries_pending ON deliveries (id, payment_id, event) WHERE forward = 'pending' AND parked = 0;
    CREATE INDEX deliveries_pending_by_payment ON deliveries (payment_id)
      WHERE forward = 'pending' AND parked = 0 AND payment_id IS NOT NULL;
    CREATE INDEX deliveries_parked ON deliveries (id) WHERE parked = 1;

    -- The index of deliveries by their ids and those of their events, up to a delivery (src/inbox/sqlite/ids.ts).
    CREATE TABLE ids (
      hash INTEGER NOT NULL,
      delivery_id INTEGER NOT NULL,
      PRIMARY KEY (hash, delivery_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE indexed (up_to INTEGER NOT NULL) STRICT;
    INSERT INTO indexed VALUES (0);

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

    CREATE TABLE cursors (
      realtime_url TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('watched', 'processed')),
      sequence TEXT NOT NULL,
      saved_at TEXT NOT NULL,
      PRIMARY KEY (realtime_url, kind)
    ) STRICT, WITHOUT ROWID;
    -- Events that a tail has shown: 64 bits of a hash of their ids, and when, in milliseconds. Without a rowid: Node 26 fails
    -- after an insert with one that no number of JavaScript holds.
    CREATE TABLE shown (
      event_hash INTEGER PRIMARY KEY,
      shown_ms INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX shown_by_time ON shown (shown_ms);
    -- Approvals that came over the realtime channel. Only deposits have an index: they are rare.
    CREATE TABLE approvals (
      id INTEGER PRIMARY KEY,
      event TEXT NOT NULL,
      event_id TEXT,
      payment_id TEXT NOT NULL,
      source TEXT,
      amount REAL,
      net_amount REAL,
      came_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX approvals_by_payment ON approvals (payment_id) WHERE event = 'deposit.approved';

    CREATE TABLE pruned (
      id INTEGER PRIMARY KEY CHECK (id = 1),
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
