-- The log: events, and each time that one arrived. The tables are those of SQLite (src/state/schemas.ts), so that both engines
-- have the same statements; a profile here is a number. Why they have this form: docs/decisions/inbox.md#one-log

CREATE TABLE pixctl.profiles (
  id integer PRIMARY KEY,
  name text NOT NULL UNIQUE,
  -- Written by the readiness check: it proves that a commit is possible.
  checked_at timestamptz
) WITH (fillfactor = 50);

-- The numbers of events and attempts. It is the only sequence: after a copy of the tables, only one must be set right.
CREATE SEQUENCE pixctl.numbers AS bigint;

-- Ids are compared by their bytes, as in SQLite, so that an index finds what begins with a text.
CREATE TABLE pixctl.log_events (
  id bigint PRIMARY KEY DEFAULT nextval('pixctl.numbers'),
  profile integer NOT NULL,
  store text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  has_id integer NOT NULL,
  type text NOT NULL,
  payment_id text COLLATE "C",
  received_at timestamptz NOT NULL,
  newest_at timestamptz NOT NULL,
  arrival_count integer NOT NULL,
  forward text NOT NULL CHECK (forward IN ('none', 'pending', 'done', 'parked')),
  attempt_count integer NOT NULL DEFAULT 0,
  last_attempt_at timestamptz,
  last_status integer,
  shown integer NOT NULL DEFAULT 0,
  -- The lease under which a process sends it now; it counts while that lease lives.
  claim uuid
) WITH (fillfactor = 80, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
CREATE UNIQUE INDEX log_events_by_key ON pixctl.log_events (key, store, profile);
CREATE INDEX log_events_by_payment ON pixctl.log_events (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX log_events_by_time ON pixctl.log_events (received_at);
CREATE INDEX log_events_pending ON pixctl.log_events (profile, id) WHERE forward = 'pending';
CREATE INDEX log_events_pending_by_payment ON pixctl.log_events (payment_id, id)
  WHERE forward = 'pending' AND payment_id IS NOT NULL;
CREATE INDEX log_events_parked ON pixctl.log_events (profile, id) WHERE forward = 'parked';

CREATE TABLE pixctl.arrivals (
  event bigint NOT NULL,
  place integer NOT NULL,
  channel text NOT NULL CHECK (channel IN ('webhook', 'realtime')),
  delivery text COLLATE "C" NOT NULL,
  received_at timestamptz NOT NULL,
  headers text NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (event, place)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
CREATE INDEX arrivals_by_delivery ON pixctl.arrivals (delivery);

CREATE TABLE pixctl.attempts (
  id bigint PRIMARY KEY DEFAULT nextval('pixctl.numbers'),
  event bigint NOT NULL,
  number integer NOT NULL,
  at timestamptz NOT NULL,
  target text NOT NULL,
  status integer,
  ms integer NOT NULL,
  error text,
  answer text NOT NULL,
  replay integer NOT NULL
);
-- An attempt that is recorded again, because nobody knew whether it was, is the same one.
CREATE UNIQUE INDEX attempts_by_event ON pixctl.attempts (event, at, target);

CREATE TABLE pixctl.cursors (
  profile integer NOT NULL,
  stream text NOT NULL,
  sequence text NOT NULL,
  reached_at timestamptz NOT NULL,
  PRIMARY KEY (profile, stream)
) WITH (fillfactor = 50);

-- From when on the log has every event, if some were dropped.
CREATE TABLE pixctl.pruned (
  profile integer PRIMARY KEY,
  whole_from timestamptz NOT NULL
);

-- Roles that processes have for a time, by the server's clock. A process renews its lease; a row that is over counts for
-- nothing. A lock of a connection would stay with a process that is stopped, and be lost with a connection that is cut.
CREATE TABLE pixctl.leases (
  owner uuid PRIMARY KEY,
  profile integer NOT NULL,
  role text NOT NULL CHECK (role IN ('forwarding', 'cursor')),
  alone boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Where it forwards to, without secrets.
  routes text[] NOT NULL,
  -- How often somebody has asked it to try now.
  asks integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- A view for people, with psql or Grafana. Its readers need no right on a table, so it calls no function that reads one.

-- The amount in a body, in reais; null if there is none. A body may be any bytes, and must not end a query with an error.
CREATE FUNCTION pixctl.amount_of(body bytea) RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  amount jsonb;
BEGIN
  -- A larger one takes too long.
  IF octet_length(body) <= 65536 THEN
    -- Without a byte order mark, which PostgreSQL keeps.
    amount := ltrim(convert_from(body, 'UTF8'), U&'\FEFF')::jsonb #> '{data,amount}';
    IF jsonb_typeof(amount) = 'number' AND abs(amount::numeric) < 1e10 AND scale(trim_scale(amount::numeric)) <= 2 THEN
      RETURN amount;
    END IF;
  END IF;
  RETURN NULL;
EXCEPTION WHEN others THEN
  RETURN NULL;
END $$;

CREATE VIEW pixctl.events AS
SELECT p.name AS profile, e.received_at, e.type, e.payment_id, pixctl.amount_of(a.body)::numeric(12, 2) AS amount, e.forward,
  e.attempt_count, e.last_attempt_at, e.last_status, CASE WHEN e.has_id = 1 THEN e.key END AS event_id, a.delivery,
  (SELECT array_agg(DISTINCT c.channel ORDER BY c.channel DESC) FROM pixctl.arrivals c WHERE c.event = e.id) AS channels
FROM pixctl.log_events e
JOIN pixctl.profiles p ON p.id = e.profile
JOIN pixctl.arrivals a ON a.event = e.id AND a.place = 1;

COMMENT ON VIEW pixctl.events IS 'Events that pixctl has received, a row each. Give a range of received_at: it has an index.';
COMMENT ON COLUMN pixctl.events.profile IS 'Profile of pixctl, which is a store';
COMMENT ON COLUMN pixctl.events.received_at IS 'When it first arrived';
COMMENT ON COLUMN pixctl.events.type IS 'Type of the event, such as payment.approved';
COMMENT ON COLUMN pixctl.events.payment_id IS 'Id of its charge; null if it has none';
COMMENT ON COLUMN pixctl.events.amount IS 'Amount in reais, as the event says it; null if it has none';
COMMENT ON COLUMN pixctl.events.forward IS 'What became of it: none (received without a target), pending, done (a target has accepted it) or parked';
COMMENT ON COLUMN pixctl.events.attempt_count IS 'How often it was sent to a target';
COMMENT ON COLUMN pixctl.events.last_attempt_at IS 'When it was last sent to a target';
COMMENT ON COLUMN pixctl.events.last_status IS 'HTTP status of the last attempt; null if there was no answer';
COMMENT ON COLUMN pixctl.events.event_id IS 'Id of the event; null if it has none';
COMMENT ON COLUMN pixctl.events.delivery IS 'Id for pixctl webhook show';
COMMENT ON COLUMN pixctl.events.channels IS 'How it arrived: webhook, realtime, or both';
