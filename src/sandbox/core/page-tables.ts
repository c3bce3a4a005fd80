/**
 * What the dashboard's pages need to answer quickly when there are a million charges: what was sent to endpoints and
 * what came back, counts that are kept up to date instead of counted, and indexes for each list.
 */

/** Local days start at a multiple of 15 minutes in every time zone, so totals are kept by quarters of an hour. */
export const QUARTER_MS = 15 * 60_000

/** One row for each state a charge enters, and each time it leaves one. */
const COUNTS = `
  CREATE TABLE charge_counts (
    store_id TEXT NOT NULL,
    status TEXT NOT NULL,
    charges INTEGER NOT NULL,
    PRIMARY KEY (store_id, status)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO charge_counts SELECT store_id, status, count(*) FROM payments GROUP BY store_id, status;
  CREATE TRIGGER charge_counted AFTER INSERT ON payments BEGIN
    INSERT INTO charge_counts VALUES (NEW.store_id, NEW.status, 1)
      ON CONFLICT DO UPDATE SET charges = charges + 1;
  END;
  CREATE TRIGGER charge_moved AFTER UPDATE OF status ON payments WHEN NEW.status <> OLD.status BEGIN
    UPDATE charge_counts SET charges = charges - 1 WHERE store_id = OLD.store_id AND status = OLD.status;
    INSERT INTO charge_counts VALUES (NEW.store_id, NEW.status, 1)
      ON CONFLICT DO UPDATE SET charges = charges + 1;
  END;
`

/** How many charges were created in a quarter of an hour, and the money of those that were paid in it. */
const TOTALS = `
  CREATE TABLE totals (
    store_id TEXT NOT NULL,
    quarter INTEGER NOT NULL,
    created INTEGER NOT NULL DEFAULT 0,
    paid INTEGER NOT NULL DEFAULT 0,
    amount INTEGER NOT NULL DEFAULT 0,
    fee INTEGER NOT NULL DEFAULT 0,
    net_amount INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (store_id, quarter)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO totals (store_id, quarter, created)
    SELECT store_id, created_at / ${QUARTER_MS}, count(*) FROM payments GROUP BY 1, 2;
  INSERT INTO totals (store_id, quarter, paid, amount, fee, net_amount)
    SELECT store_id, paid_at / ${QUARTER_MS}, count(*), sum(amount), sum(fee), sum(net_amount)
      FROM payments WHERE status = 'PAID' GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET paid = excluded.paid, amount = excluded.amount, fee = excluded.fee,
      net_amount = excluded.net_amount;
  CREATE TRIGGER creation_totalled AFTER INSERT ON payments BEGIN
    INSERT INTO totals (store_id, quarter, created) VALUES (NEW.store_id, NEW.created_at / ${QUARTER_MS}, 1)
      ON CONFLICT DO UPDATE SET created = created + 1;
  END;
`

/** A charge is paid when it becomes PAID, or when it is added as PAID (a sample charge). */
const PAID_TOTALS = ['INSERT ON payments', "UPDATE OF status ON payments WHEN OLD.status <> 'PAID'"]
  .map((cause, index) => {
    const [change, condition = ''] = cause.split(' WHEN ')
    const when = ["NEW.status = 'PAID'", condition].filter(Boolean).join(' AND ')
    return `
  CREATE TRIGGER payment_totalled_${index + 1} AFTER ${change} WHEN ${when} BEGIN
    INSERT INTO totals (store_id, quarter, paid, amount, fee, net_amount)
      VALUES (NEW.store_id, NEW.paid_at / ${QUARTER_MS}, 1, NEW.amount, NEW.fee, NEW.net_amount)
      ON CONFLICT DO UPDATE SET paid = paid + 1, amount = amount + excluded.amount, fee = fee + excluded.fee,
        net_amount = net_amount + excluded.net_amount;
  END;`
  })
  .join('\n')

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

/** An index ends with the position, so each of these gives its rows in order. */
const LISTS = `
  CREATE INDEX payments_by_status ON payments (store_id, status, created_at);
  CREATE INDEX credits_by_time ON credits (store_id, credited_at);
  CREATE INDEX deliveries_in_order ON deliveries (endpoint_id);
  CREATE INDEX deliveries_by_state ON deliveries (endpoint_id, state);
  CREATE INDEX deliveries_by_payment ON deliveries (json_extract(body, '$.data.paymentId'));
  CREATE INDEX outbox_by_payment ON outbox (json_extract(event, '$.data.paymentId'));
`

export const PAGES = [COUNTS, TOTALS, PAID_TOTALS, ATTEMPTS, LISTS].join('\n')
