/**
 * The tables of the sandbox's database. Amounts are centavos, times are milliseconds since the epoch, `position` is the
 * order of insertion, and `events`, `permissions` and `headers` are JSON.
 */

import type { Steps } from '#lib/sqlite/database-file.ts'

const STORES = `
  -- A disabled_at or expires_at that is null means never. removed_events is the position of the last event that was removed.
  CREATE TABLE stores (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    pix_key TEXT NOT NULL,
    balance INTEGER NOT NULL CHECK (balance >= 0),
    disabled_at INTEGER,
    removed_events INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE keys (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    store_id TEXT NOT NULL REFERENCES stores (id),
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    permissions TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
  ) STRICT;
`

/** An index ends with the position, so it gives its rows in order. paid_by_time has all that is added up. */
const CHARGES = `
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
  CREATE INDEX payments_by_status ON payments (store_id, status, created_at);
  CREATE INDEX paid_by_time ON payments (store_id, paid_at, amount, fee, net_amount) WHERE status = 'PAID';

  -- The wallet's credits. The primary key makes a second credit of the same payment impossible.
  CREATE TABLE credits (
    payment_id TEXT PRIMARY KEY,
    store_id TEXT NOT NULL REFERENCES stores (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    source TEXT NOT NULL CHECK (source IN ('api', 'wallet')),
    credited_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX credits_by_time ON credits (store_id, credited_at);
`

const EVENTS = `
  -- The positions of a store go from 1 without a gap.
  CREATE TABLE outbox (
    store_id TEXT NOT NULL REFERENCES stores (id),
    position INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (store_id, position)
  ) STRICT;
`

const WEBHOOKS = `
  CREATE TABLE endpoints (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    store_id TEXT NOT NULL REFERENCES stores (id),
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    secret TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  -- The body never changes. One of endpoint.test is written after its attempt, so it is never pending.
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
  CREATE INDEX deliveries_in_order ON deliveries (endpoint_id) WHERE event <> 'endpoint.test';
  CREATE INDEX deliveries_by_state ON deliveries (endpoint_id, state) WHERE event <> 'endpoint.test';
  CREATE INDEX deliveries_by_payment ON deliveries (json_extract(body, '$.data.paymentId'));

  -- Attempts at deliveries. by_hand is 1 for an attempt that somebody asked for.
  CREATE TABLE attempts (
    position INTEGER PRIMARY KEY,
    delivery_id TEXT NOT NULL,
    endpoint_id TEXT NOT NULL REFERENCES endpoints (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    status INTEGER,
    error TEXT,
    headers TEXT NOT NULL,
    answer TEXT,
    by_hand INTEGER NOT NULL CHECK (by_hand IN (0, 1))
  ) STRICT;
  CREATE INDEX attempts_by_delivery ON attempts (delivery_id);
  CREATE INDEX attempts_by_endpoint ON attempts (endpoint_id);
`

/** So that a call costs the same, however many stores there are. Every store had a profile before. */
const MANY_STORES = `
  ALTER TABLE stores ADD COLUMN has_profile INTEGER NOT NULL DEFAULT 1 CHECK (has_profile IN (0, 1));
  CREATE INDEX keys_by_store ON keys (store_id);
  CREATE INDEX endpoints_by_store ON endpoints (store_id);
`

export const STEPS: Steps = [[STORES, CHARGES, EVENTS, WEBHOOKS].join('\n'), MANY_STORES]
