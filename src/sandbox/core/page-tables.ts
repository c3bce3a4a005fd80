/**
 * What the dashboard's pages need to answer quickly when there are a million charges: how many are in each state, what
 * was sent to endpoints and what came back, and an index for each list.
 */

/** See counts.ts. */
const COUNTS = `
  CREATE TABLE charge_counts (
    store_id TEXT NOT NULL,
    status TEXT NOT NULL,
    charges INTEGER NOT NULL,
    PRIMARY KEY (store_id, status)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO charge_counts SELECT store_id, status, count(*) FROM payments GROUP BY store_id, status;
`

const ATTEMPTS = `
  -- Deliveries of endpoint.test: sent once, never pending.
  CREATE TABLE test_deliveries (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    endpoint_id TEXT NOT NULL REFERENCES endpoints (id) ON DELETE CASCADE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX test_deliveries_by_endpoint ON test_deliveries (endpoint_id);

  -- Attempts at deliveries and tests. headers are JSON; by_hand is 1 for an attempt that somebody asked for.
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

/**
 * An index ends with the position, so each of these gives its rows in order. The one of what was paid has all that is
 * added up.
 */
const LISTS = `
  CREATE INDEX payments_by_status ON payments (store_id, status, created_at);
  CREATE INDEX paid_by_time ON payments (store_id, paid_at, amount, fee, net_amount) WHERE status = 'PAID';
  CREATE INDEX credits_by_time ON credits (store_id, credited_at);
  CREATE INDEX deliveries_in_order ON deliveries (endpoint_id);
  CREATE INDEX deliveries_by_state ON deliveries (endpoint_id, state);
  CREATE INDEX deliveries_by_payment ON deliveries (json_extract(body, '$.data.paymentId'));
  CREATE INDEX outbox_by_payment ON outbox (json_extract(event, '$.data.paymentId'));
`

export const PAGES = [COUNTS, ATTEMPTS, LISTS].join('\n')
