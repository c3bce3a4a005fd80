/** The tables of the sandbox's database, and how an older one becomes the newest. */

import { CHARGE_EVENTS } from './charge-events.ts'
import { FIRST_STORE } from './choices.ts'
import { PAGES } from './page-tables.ts'

/** Amounts are centavos, times are milliseconds since the epoch, `position` is the order of insertion. */
const LEDGER = `
  CREATE TABLE stores (
    id TEXT PRIMARY KEY,
    pix_key TEXT NOT NULL,
    balance INTEGER NOT NULL CHECK (balance >= 0)
  ) STRICT;

  CREATE TABLE keys (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    store_id TEXT NOT NULL REFERENCES stores (id),
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    permissions TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;

  CREATE TABLE payments (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    store_id TEXT NOT NULL REFERENCES stores (id),
    idempotency_key TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('CREATING', 'PENDING', 'PAID', 'EXPIRED', 'FAILED')),
    amount INTEGER NOT NULL,
    requested_amount INTEGER NOT NULL,
    fee INTEGER NOT NULL,
    net_amount INTEGER NOT NULL CHECK (net_amount > 0),
    description TEXT NOT NULL,
    pass_fee INTEGER NOT NULL CHECK (pass_fee IN (0, 1)),
    validity_minutes INTEGER NOT NULL,
    pix_code TEXT,
    expires_at INTEGER,
    paid_at INTEGER,
    created_at INTEGER NOT NULL,
    UNIQUE (store_id, idempotency_key)
  ) STRICT;
  CREATE INDEX payments_by_date ON payments (store_id, created_at);
  CREATE INDEX payments_by_deadline ON payments (expires_at) WHERE status = 'PENDING';

  -- The wallet's credits. The primary key makes a second credit of the same payment impossible.
  CREATE TABLE credits (
    payment_id TEXT PRIMARY KEY,
    store_id TEXT NOT NULL REFERENCES stores (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    source TEXT NOT NULL CHECK (source IN ('api', 'wallet')),
    credited_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE outbox (
    position INTEGER PRIMARY KEY,
    sequence TEXT NOT NULL UNIQUE,
    event TEXT NOT NULL
  ) STRICT;
`

/** An endpoint's `events` are JSON; its `last_` columns are about the last attempt. A delivery's `body` never changes. */
const WEBHOOKS = `
  CREATE TABLE endpoints (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    store_id TEXT NOT NULL REFERENCES stores (id),
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    secret TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_at INTEGER,
    last_status INTEGER,
    last_error TEXT
  ) STRICT;

  CREATE TABLE deliveries (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    endpoint_id TEXT NOT NULL REFERENCES endpoints (id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, state, next_attempt_at);
  CREATE INDEX deliveries_by_time ON deliveries (next_attempt_at) WHERE state = 'pending';
`

/** The charges whose creation is delayed and hasn't ended. A seeded CREATING charge isn't among them. */
const CREATING = `
  CREATE TABLE creating (
    payment_id TEXT PRIMARY KEY REFERENCES payments (id)
  ) STRICT, WITHOUT ROWID;
`

/**
 * Several stores: each has a name and its own events, numbered from 1 without a gap (`position`). Before, all events
 * were those of one store. A `disabled_at` or `expires_at` that is null means never.
 */
const STORES = `
  ALTER TABLE stores ADD COLUMN name TEXT NOT NULL DEFAULT '';
  ALTER TABLE stores ADD COLUMN disabled_at INTEGER;
  UPDATE stores SET name = '${FIRST_STORE.name}' WHERE id = '${FIRST_STORE.id}';
  CREATE UNIQUE INDEX stores_by_name ON stores (name);

  ALTER TABLE keys ADD COLUMN expires_at INTEGER;

  ALTER TABLE outbox RENAME TO outbox_of_one_store;
  CREATE TABLE outbox (
    store_id TEXT NOT NULL REFERENCES stores (id),
    position INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (store_id, position)
  ) STRICT;
  INSERT INTO outbox (store_id, position, event)
    SELECT '${FIRST_STORE.id}', position, event FROM outbox_of_one_store ORDER BY position;
  DROP TABLE outbox_of_one_store;
  CREATE INDEX outbox_by_payment ON outbox (json_extract(event, '$.data.paymentId'));
`

/** How many deliveries an endpoint has in each state: counting them takes as long as there are many. */
const DELIVERY_COUNTS = `
  CREATE TABLE delivery_counts (
    endpoint_id TEXT NOT NULL REFERENCES endpoints (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    deliveries INTEGER NOT NULL,
    PRIMARY KEY (endpoint_id, state)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO delivery_counts SELECT endpoint_id, state, count(*) FROM deliveries GROUP BY endpoint_id, state;

  CREATE TRIGGER delivery_added AFTER INSERT ON deliveries BEGIN
    INSERT INTO delivery_counts VALUES (NEW.endpoint_id, NEW.state, 1)
      ON CONFLICT DO UPDATE SET deliveries = deliveries + 1;
  END;
  CREATE TRIGGER delivery_changed AFTER UPDATE OF state ON deliveries WHEN NEW.state <> OLD.state BEGIN
    UPDATE delivery_counts SET deliveries = deliveries - 1 WHERE endpoint_id = OLD.endpoint_id AND state = OLD.state;
    INSERT INTO delivery_counts VALUES (NEW.endpoint_id, NEW.state, 1)
      ON CONFLICT DO UPDATE SET deliveries = deliveries + 1;
  END;
`

/** Each entry takes the database from one version to the next; the first one makes version 1. */
export const MIGRATIONS = [LEDGER, WEBHOOKS, PAGES, CREATING, STORES, CHARGE_EVENTS, DELIVERY_COUNTS]
