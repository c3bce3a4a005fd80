-- What arrived, and what became of it. Why it has this form: docs/decisions/inbox.md#tables-and-indexes

CREATE TABLE pixctl.profiles (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  -- Written by the readiness check: it proves that a commit is possible.
  checked_at timestamptz
) WITH (fillfactor = 50);

-- The order of arrival, of all profiles.
CREATE SEQUENCE pixctl.arrivals AS bigint;

-- Rows are written once and hardly ever changed: what changes while a delivery is forwarded is in narrow tables.
CREATE TABLE pixctl.deliveries (
  id bigint NOT NULL,
  received_at timestamptz NOT NULL,
  -- Of the id it is saved under, and of its event's id. Both contain the profile, and have the same length for any id.
  delivery_key uuid NOT NULL,
  event_key uuid,
  profile_id smallint NOT NULL,
  realtime boolean NOT NULL,
  -- Whether it was the first one of its event id: the index on it decides which arrival is new.
  first boolean NOT NULL,
  -- Whether it is pending, parked or done. False: it came without a target, or its event was forwarded before.
  forward boolean NOT NULL,
  delivery text NOT NULL,
  given text,
  event text NOT NULL,
  event_id text,
  secret text,
  payment_id text,
  headers text NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (profile_id, id)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

CREATE UNIQUE INDEX deliveries_by_key ON pixctl.deliveries (delivery_key);
CREATE UNIQUE INDEX deliveries_first ON pixctl.deliveries (event_key) WHERE first;
CREATE INDEX deliveries_again ON pixctl.deliveries (event_key, id) WHERE NOT first;
CREATE INDEX deliveries_deposits ON pixctl.deliveries (profile_id, md5(payment_id), id)
  WHERE event = 'deposit.approved';

-- For who looks for a payment: a small filter for every 32 pages, which costs hardly anything to write.
CREATE INDEX deliveries_by_payment ON pixctl.deliveries
  USING brin (payment_id text_bloom_ops (n_distinct_per_range = 250, false_positive_rate = 0.001))
  WITH (pages_per_range = 32, autosummarize = on);

-- What is pending, a row each. A claim is the id of its owner's hold; it counts while that hold lives.
CREATE TABLE pixctl.queue (
  delivery_id bigint NOT NULL,
  -- Null: it waits for no other delivery.
  payment_key bigint,
  owner uuid,
  profile_id smallint NOT NULL,
  PRIMARY KEY (profile_id, delivery_id)
) WITH (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000
);
CREATE INDEX queue_by_payment ON pixctl.queue (profile_id, payment_key, delivery_id) WHERE payment_key IS NOT NULL;

CREATE TABLE pixctl.parked (
  profile_id smallint NOT NULL,
  delivery_id bigint NOT NULL,
  PRIMARY KEY (profile_id, delivery_id)
);

-- The latest attempts of each delivery. The highest number is how often it was sent.
CREATE TABLE pixctl.attempts (
  delivery_id bigint NOT NULL,
  attempt integer NOT NULL,
  at timestamptz NOT NULL,
  status smallint,
  ms integer NOT NULL,
  replay boolean NOT NULL,
  target text NOT NULL,
  error text,
  answer text NOT NULL,
  PRIMARY KEY (delivery_id, attempt)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.05);

-- Compression that costs less. A server may be built without it; then its default stays.
DO $$
BEGIN
  ALTER TABLE pixctl.deliveries ALTER body SET COMPRESSION lz4, ALTER headers SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN
  NULL;
END $$;
