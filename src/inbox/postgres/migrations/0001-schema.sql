-- What arrived, and what became of it. Why it has this form: docs/decisions/inbox.md#tables-and-indexes

CREATE TABLE pixctl.profiles (
  id smallint PRIMARY KEY,
  name text NOT NULL UNIQUE,
  -- Written by the readiness check: it proves that a commit is possible.
  checked_at timestamptz,
  -- From when on it has every event; null if nothing was ever dropped.
  whole_from timestamptz
) WITH (fillfactor = 50);

-- The order of arrival, of all profiles. It is the only sequence: after a copy of the tables, only one must be set right.
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

-- Arrivals follow the time, so such a filter finds those of a day too.
CREATE INDEX deliveries_by_time ON pixctl.deliveries
  USING brin (received_at) WITH (pages_per_range = 32, autosummarize = on);

-- What is pending, a row each. A claim is the id of its owner's lease; it counts while that lease lives.
CREATE TABLE pixctl.queue (
  delivery_id bigint NOT NULL,
  -- Null: it waits for no other delivery.
  payment_key bigint,
  owner uuid,
  profile_id smallint NOT NULL,
  -- The event's type, by which it goes to one of several targets.
  event text NOT NULL,
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

-- What `events tail` has shown, how far each stream was read, and which approvals it brought.

-- A hash of the id of each event that was shown.
CREATE TABLE pixctl.shown (
  event_hash bigint NOT NULL,
  shown_at timestamptz NOT NULL,
  profile_id smallint NOT NULL,
  PRIMARY KEY (profile_id, event_hash)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.05);
CREATE INDEX shown_by_time ON pixctl.shown (profile_id, shown_at);

CREATE TABLE pixctl.approvals (
  id bigint NOT NULL DEFAULT nextval('pixctl.arrivals'),
  profile_id smallint NOT NULL,
  came_at timestamptz NOT NULL,
  event text NOT NULL,
  event_id text,
  payment_id text NOT NULL,
  source text,
  amount double precision,
  net_amount double precision,
  PRIMARY KEY (profile_id, id)
);
CREATE INDEX approvals_deposits ON pixctl.approvals (profile_id, md5(payment_id), id)
  WHERE event = 'deposit.approved';

CREATE TABLE pixctl.cursors (
  profile_id smallint NOT NULL,
  stream text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('watched', 'processed')),
  sequence text NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (profile_id, stream, kind)
) WITH (fillfactor = 50);

-- Roles that processes have for a time, by the server's clock. A process renews its lease; a row that is over counts for
-- nothing. A lock of a connection would stay with a process that is stopped, and be lost with a connection that is cut.

CREATE TABLE pixctl.leases (
  owner uuid PRIMARY KEY,
  profile_id smallint NOT NULL,
  role text NOT NULL CHECK (role IN ('forwarding', 'cursor', 'parked')),
  alone boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Where it forwards to, without secrets.
  routes text[] NOT NULL,
  -- How often somebody has asked it to try now.
  asks integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Gives a process a role, unless another one has it; those with other routes can't share it. Those who try at the same time
-- wait for each other.
CREATE FUNCTION pixctl.acquire_lease(
  of_profile smallint, of_role text, is_alone boolean, new_owner uuid, lasts interval, new_routes text[]
) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('pixctl ' || of_profile || ' ' || of_role, 0));
  DELETE FROM pixctl.leases
  WHERE profile_id = of_profile AND role = of_role AND expires_at <= clock_timestamp();
  IF EXISTS (
    SELECT FROM pixctl.leases WHERE profile_id = of_profile AND role = of_role AND (alone OR is_alone OR routes <> new_routes)
  ) THEN
    RETURN false;
  END IF;
  INSERT INTO pixctl.leases VALUES (new_owner, of_profile, of_role, is_alone, clock_timestamp() + lasts, new_routes);
  RETURN true;
END $$;

-- Fails if a lease is over. Until this transaction ends, nobody can acquire the role after it.
CREATE FUNCTION pixctl.require_lease(of_owner uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM pixctl.leases WHERE owner = of_owner AND expires_at > clock_timestamp() FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the lease is over' USING ERRCODE = 'PX001';
  END IF;
END $$;

-- Saves a group of arrivals in one commit, and decides about each (docs/decisions/state.md#seen-and-processed).

-- The deliveries of an event id, for the two indexes.
CREATE FUNCTION pixctl.of_event(key uuid) RETURNS SETOF pixctl.deliveries LANGUAGE sql STABLE AS $$
  SELECT * FROM pixctl.deliveries WHERE event_key = key AND first
  UNION ALL
  SELECT * FROM pixctl.deliveries WHERE event_key = key AND NOT first
$$;

-- What became of a delivery: 0 nothing, 1 it is parked, 2 it was forwarded, 3 it is pending.
CREATE FUNCTION pixctl.rank_of(of_profile smallint, of_id bigint, forward boolean) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE
    WHEN NOT forward THEN 0
    WHEN EXISTS (SELECT FROM pixctl.queue WHERE profile_id = of_profile AND delivery_id = of_id) THEN 3
    WHEN EXISTS (SELECT FROM pixctl.parked WHERE profile_id = of_profile AND delivery_id = of_id) THEN 1
    ELSE 2
  END;
END $$;

CREATE FUNCTION pixctl.state_name(rank integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT (ARRAY['none', 'parked', 'done', 'pending'])[rank + 1]
$$;

-- What became of a delivery's event, whichever delivery was forwarded.
CREATE FUNCTION pixctl.event_state(of_profile smallint, of_id bigint, key uuid, of_secret text, of_forward boolean)
RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN pixctl.state_name(greatest(
    pixctl.rank_of(of_profile, of_id, of_forward),
    (SELECT max(pixctl.rank_of(of_profile, e.id, e.forward)) FROM pixctl.of_event(key) AS e
     WHERE e.secret IS NULL OR of_secret IS NULL OR e.secret = of_secret)));
END $$;

-- Whether the channel of a delivery had seen its event before.
CREATE FUNCTION pixctl.was_seen(of_id bigint, key uuid, of_secret text, of_realtime boolean) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM pixctl.of_event(key) AS e
    WHERE e.id < of_id AND e.realtime = of_realtime
      AND (e.secret IS NULL OR of_secret IS NULL OR e.secret = of_secret));
END $$;

-- An arrival of which the delivery id or the event id is known: the rule is that of src/inbox/seen-before.ts. The caller has
-- locked its event. A unique_violation if another process was faster: then all of the group is inserted again.
CREATE FUNCTION pixctl.insert_known(
  of_profile smallint, new_id bigint, came record,
  OUT duplicate boolean, OUT state text, OUT kept_as text, OUT known boolean, OUT left_out boolean
) LANGUAGE plpgsql AS $$
DECLARE
  copies CONSTANT integer := 10;
  enough text;
  old record;
  key uuid := came.delivery_key;
  tries integer := 0;
  of_secret text := came.secret;
  seen boolean;
  handled boolean;
  again boolean;
BEGIN
  kept_as := came.delivery;
  LOOP
    SELECT id, delivery, deliveries.forward, realtime = came.realtime AND body = came.body AS is_same INTO old
    FROM pixctl.deliveries WHERE delivery_key = key;
    known := FOUND;
    EXIT WHEN NOT known OR (old.is_same AND old.delivery = kept_as);
    -- A sender may have used an id of this form on purpose.
    tries := tries + 1;
    kept_as := came.delivery || '~' || left(encode(sha256(came.body), 'hex'), 12)
      || CASE WHEN tries > 1 THEN '~' || tries ELSE '' END;
    key := encode(substr(uuid_send(came.delivery_key), 1, 6)
      || substr(sha256(convert_to(of_profile || E'\n' || kept_as, 'UTF8')), 1, 10), 'hex')::uuid;
  END LOOP;

  IF came.event_key IS NULL THEN
    -- Only the delivery id can say so, and only for the realtime channel, because there pixctl makes the id.
    SELECT bool_or(true), bool_or(forward) INTO seen, handled
    FROM pixctl.deliveries WHERE came.realtime AND delivery_key = came.delivery_key AND realtime;
  ELSE
    -- While a store changes its secret, an event may come with both: the bytes are the same, and the first one counts.
    SELECT coalesce((
      SELECT secret FROM pixctl.of_event(came.event_key)
      WHERE secret IS NOT NULL AND (secret = of_secret OR body = came.body)
      ORDER BY secret = of_secret DESC, id LIMIT 1), of_secret)
    INTO of_secret WHERE of_secret IS NOT NULL;
    SELECT bool_or(realtime = came.realtime), bool_or(forward),
      CASE WHEN count(*) >= copies AND max(received_at) > came.received_at - interval '1 hour' THEN min(delivery) END
    INTO seen, handled, enough
    FROM pixctl.of_event(came.event_key)
    WHERE secret IS NULL OR of_secret IS NULL OR secret = of_secret;
  END IF;
  again := came.again_up_to IS NOT NULL AND NOT EXISTS (
    SELECT FROM pixctl.of_event(came.event_key) WHERE id > came.again_up_to AND forward);

  IF known THEN
    IF again THEN
      DELETE FROM pixctl.parked WHERE profile_id = of_profile AND delivery_id = old.id;
      INSERT INTO pixctl.queue (profile_id, delivery_id, payment_key, event)
      VALUES (of_profile, old.id, came.payment_key, came.event) ON CONFLICT DO NOTHING;
      UPDATE pixctl.deliveries SET forward = true WHERE profile_id = of_profile AND id = old.id AND NOT forward;
    END IF;
    duplicate := true;
    state := CASE WHEN again THEN 'pending' ELSE pixctl.state_name(pixctl.rank_of(of_profile, old.id, old.forward)) END;
    RETURN;
  END IF;
  duplicate := coalesce(seen, false);
  state := CASE WHEN came.forward AND (again OR NOT coalesce(handled, false)) THEN 'pending' ELSE 'none' END;
  left_out := duplicate AND state = 'none' AND enough IS NOT NULL;
  IF left_out THEN
    kept_as := enough;
    RETURN;
  END IF;
  INSERT INTO pixctl.deliveries (id, profile_id, received_at, delivery_key, event_key, realtime, first, forward, delivery,
    given, event, event_id, secret, payment_id, headers, body)
  VALUES (new_id, of_profile, came.received_at, key, came.event_key, came.realtime,
    came.event_key IS NULL OR NOT EXISTS (SELECT FROM pixctl.of_event(came.event_key)), state = 'pending', kept_as,
    nullif(came.delivery, kept_as), came.event, came.event_id, of_secret, came.payment_id, came.headers, came.body);
  IF state = 'pending' THEN
    INSERT INTO pixctl.queue (profile_id, delivery_id, payment_key, event)
    VALUES (of_profile, new_id, came.payment_key, came.event);
  END IF;
END $$;

-- The arrivals are sorted by their keys, so that two groups wait for each other in the same order; `place` is their order
-- of arrival, from 1. Given back are only those that aren't simply accepted: almost all ids are new.
CREATE FUNCTION pixctl.insert_deliveries(
  of_profile smallint, places integer[], realtimes boolean[], delivery_keys uuid[], event_keys uuid[],
  payment_keys bigint[], all_received_at timestamptz[], forwards boolean[], all_again_up_to bigint[],
  all_deliveries text[], events text[], event_ids text[], secrets text[], payment_ids text[], all_headers text[],
  bodies bytea[]
) RETURNS TABLE (
  place integer, duplicate boolean, state text, kept_as text, approves_too boolean, left_out boolean
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  ids bigint[];
  newest bigint;
  known integer[];
  came record;
  result record;
BEGIN
  -- In this order: what another process saves meanwhile may have higher numbers. Not with max(): its plan, made while the table
  -- was empty, would read all of it later.
  SELECT id INTO newest FROM pixctl.deliveries WHERE profile_id = of_profile ORDER BY id DESC LIMIT 1;
  SELECT array_agg(nextval('pixctl.arrivals')) INTO ids FROM generate_series(1, cardinality(places));
  IF ids[1] <= newest THEN
    RAISE EXCEPTION 'pixctl.arrivals is behind pixctl.deliveries' USING ERRCODE = 'PX002';
  END IF;
  -- If all are new, which is almost always so, ON CONFLICT would only look each of them up first.
  BEGIN
    INSERT INTO pixctl.deliveries (id, profile_id, received_at, delivery_key, event_key, realtime, first, forward,
      delivery, event, event_id, secret, payment_id, headers, body)
    SELECT ids[places[i]], of_profile, all_received_at[i], delivery_keys[i], event_keys[i], realtimes[i], true,
      forwards[i], all_deliveries[i], events[i], event_ids[i], secrets[i], payment_ids[i], all_headers[i], bodies[i]
    FROM generate_series(1, cardinality(places)) AS i;
  EXCEPTION WHEN unique_violation THEN
    WITH inserted AS (
      INSERT INTO pixctl.deliveries (id, profile_id, received_at, delivery_key, event_key, realtime, first, forward,
        delivery, event, event_id, secret, payment_id, headers, body)
      SELECT ids[places[i]], of_profile, all_received_at[i], delivery_keys[i], event_keys[i], realtimes[i], true,
        forwards[i], all_deliveries[i], events[i], event_ids[i], secrets[i], payment_ids[i], all_headers[i], bodies[i]
      FROM generate_series(1, cardinality(places)) AS i
      ON CONFLICT DO NOTHING RETURNING id
    )
    SELECT array_agg(c.place) INTO known FROM unnest(places) AS c (place)
    WHERE ids[c.place] NOT IN (SELECT id FROM inserted);
  END;
  IF true = ANY (forwards) THEN
    INSERT INTO pixctl.queue (profile_id, delivery_id, payment_key, event)
    SELECT of_profile, ids[c.place], c.payment_key, c.event
    FROM unnest(places, payment_keys, forwards, events) AS c (place, payment_key, forward, event)
    WHERE c.forward AND (known IS NULL OR c.place <> ALL (known));
  END IF;

  -- Of those that are new: which of them approve a charge that another event has approved.
  IF events && ARRAY['payment.approved', 'deposit.approved'] AND (
    'deposit.approved' = ANY (events)
    OR EXISTS (SELECT FROM pixctl.deliveries d WHERE d.profile_id = of_profile AND d.event = 'deposit.approved')
    OR EXISTS (SELECT FROM pixctl.approvals a WHERE a.profile_id = of_profile AND a.event = 'deposit.approved')
  ) THEN
    RETURN QUERY
    SELECT c.place, false, NULL::text, NULL::text, true, false
    FROM unnest(places, realtimes, events, payment_ids) AS c (place, realtime, event, payment_id)
    WHERE (known IS NULL OR c.place <> ALL (known))
      AND pixctl.approves_too(of_profile, ids[c.place], c.realtime, c.event, c.payment_id);
  END IF;
  IF known IS NULL THEN
    RETURN;
  END IF;

  FOR came IN
    SELECT * FROM unnest(places, realtimes, delivery_keys, event_keys, payment_keys, all_received_at, forwards,
      all_again_up_to, all_deliveries, events, event_ids, secrets, payment_ids, all_headers, bodies)
      AS c (place, realtime, delivery_key, event_key, payment_key, received_at, forward, again_up_to, delivery, event,
        event_id, secret, payment_id, headers, body)
    WHERE c.place = ANY (known)
  LOOP
    PERFORM pg_advisory_xact_lock(uuid_hash_extended(coalesce(came.event_key, came.delivery_key), 0));
    SELECT * INTO result FROM pixctl.insert_known(of_profile, ids[came.place], came);
    place := came.place;
    duplicate := result.duplicate;
    state := result.state;
    kept_as := result.kept_as;
    left_out := coalesce(result.left_out, false);
    -- For a deposit the search takes long, and anyone can resend one.
    approves_too := NOT left_out AND NOT (result.known AND came.event = 'deposit.approved')
      AND pixctl.approves_too(of_profile, ids[came.place], came.realtime, came.event, came.payment_id);
    RETURN NEXT;
  END LOOP;
END $$;

-- Whether an event approves a charge that another event may have approved before. A deposit needs a longer search.
CREATE FUNCTION pixctl.approves_too(
  of_profile smallint, before bigint, realtime boolean, event text, of_payment text
) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN CASE
    WHEN realtime OR of_payment IS NULL THEN false
    WHEN event = 'deposit.approved' THEN true
    WHEN event = 'payment.approved' THEN EXISTS (
      SELECT FROM pixctl.deliveries d
      WHERE d.profile_id = of_profile AND d.event = 'deposit.approved' AND md5(d.payment_id) = md5(of_payment)
        AND d.id < before
    ) OR EXISTS (
      SELECT FROM pixctl.approvals a
      WHERE a.profile_id = of_profile AND a.event = 'deposit.approved' AND md5(a.payment_id) = md5(of_payment)
    )
    ELSE false
  END;
END $$;

-- Claims what is to be forwarded next, and records attempts.

-- Alone: the first deliveries that aren't claimed. Together with others: the first of each payment of which nothing is
-- claimed. A claim of a lease that is over counts for nothing.
-- For one of several targets, only types that are like `wanted` and not like `unwanted`. Each waits for an earlier one of its
-- payment that is like `with_target`; alone, not for one that is among them. A single target takes every type: then `wanted`
-- is null, and the statement is its own, for with the conditions of types PostgreSQL plans one that takes twice as long.
CREATE FUNCTION pixctl.claim(
  of_profile smallint, of_owner uuid, is_alone boolean, most integer, wanted text[], unwanted text[], with_target text[]
) RETURNS SETOF pixctl.deliveries LANGUAGE plpgsql AS $$
DECLARE
  live uuid[];
  claimed bigint[];
BEGIN
  -- Until the commit nobody acquires the role: what one that isn't in `live` claims would count as free.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('pixctl ' || of_profile || ' forwarding', 0));
  PERFORM pixctl.require_lease(of_owner);
  SELECT array_agg(owner) INTO live FROM pixctl.leases
  WHERE profile_id = of_profile AND role = 'forwarding' AND expires_at > clock_timestamp();
  IF wanted IS NULL THEN
    SELECT array_agg(delivery_id) INTO claimed FROM (
      SELECT q.delivery_id FROM pixctl.queue q
      WHERE q.profile_id = of_profile AND (q.owner IS NULL OR q.owner <> ALL (live))
        AND (is_alone OR q.payment_key IS NULL OR NOT EXISTS (
          SELECT FROM pixctl.queue other
          WHERE other.profile_id = of_profile AND other.payment_key = q.payment_key
            AND (other.delivery_id < q.delivery_id OR other.owner = ANY (live))))
      ORDER BY q.delivery_id LIMIT most
      FOR UPDATE SKIP LOCKED
    ) AS free;
  ELSE
    SELECT array_agg(delivery_id) INTO claimed FROM (
      SELECT q.delivery_id FROM pixctl.queue q
      WHERE q.profile_id = of_profile AND (q.owner IS NULL OR q.owner <> ALL (live))
        AND q.event LIKE ANY (wanted) AND NOT q.event LIKE ANY (unwanted)
        AND (q.payment_key IS NULL OR NOT EXISTS (
          SELECT FROM pixctl.queue other
          WHERE other.profile_id = of_profile AND other.payment_key = q.payment_key
            AND other.event LIKE ANY (with_target)
            AND NOT (is_alone AND other.event LIKE ANY (wanted) AND NOT other.event LIKE ANY (unwanted))
            AND (other.delivery_id < q.delivery_id OR other.owner = ANY (live))))
      ORDER BY q.delivery_id LIMIT most
      FOR UPDATE SKIP LOCKED
    ) AS free;
  END IF;
  UPDATE pixctl.queue SET owner = of_owner WHERE profile_id = of_profile AND delivery_id = ANY (claimed);
  -- A new statement: it also sees a delivery that was saved while this function was called.
  RETURN QUERY SELECT * FROM pixctl.deliveries WHERE profile_id = of_profile AND id = ANY (claimed);
END $$;

-- Their events are processed: none of their deliveries is pending any more.
CREATE FUNCTION pixctl.processed(of_profile smallint, done bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  late uuid[];
  key uuid;
BEGIN
  -- Those that came without a target, such as in a replay: if one arrives again now, it must not become pending.
  SELECT array_agg(event_key ORDER BY event_key) INTO late FROM pixctl.deliveries
  WHERE profile_id = of_profile AND id = ANY (done) AND NOT forward;
  IF late IS NOT NULL THEN
    FOREACH key IN ARRAY late LOOP
      PERFORM pg_advisory_xact_lock(uuid_hash_extended(key, 0)) WHERE key IS NOT NULL;
    END LOOP;
    UPDATE pixctl.deliveries SET forward = true WHERE profile_id = of_profile AND id = ANY (done);
  END IF;
  done := done || ARRAY(
    SELECT other.id FROM pixctl.deliveries AS sent CROSS JOIN LATERAL pixctl.of_event(sent.event_key) AS other
    WHERE sent.profile_id = of_profile AND sent.id = ANY (done) AND other.id <> sent.id
      AND (other.secret IS NULL OR sent.secret IS NULL OR other.secret = sent.secret));
  DELETE FROM pixctl.queue WHERE profile_id = of_profile AND delivery_id = ANY (done);
  IF EXISTS (SELECT FROM pixctl.parked WHERE profile_id = of_profile) THEN
    DELETE FROM pixctl.parked WHERE profile_id = of_profile AND delivery_id = ANY (done);
  END IF;
END $$;

CREATE FUNCTION pixctl.attempted(
  of_profile smallint, ids bigint[], outcomes text[], ats timestamptz[], targets text[], statuses smallint[],
  durations integer[], errors text[], answers text[], replays boolean[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  keeps CONSTANT integer := 50;
  done bigint[];
  parks bigint[];
  long bigint[];
BEGIN
  WITH came AS (
    SELECT c.*, row_number() OVER (PARTITION BY c.id ORDER BY c.n)
      + coalesce((SELECT max(attempt) FROM pixctl.attempts WHERE delivery_id = c.id), 0) AS attempt
    FROM unnest(ids, ats, targets, statuses, durations, errors, answers, replays) WITH ORDINALITY
      AS c (id, at, target, status, ms, error, answer, replay, n)
    WHERE EXISTS (SELECT FROM pixctl.deliveries d WHERE d.profile_id = of_profile AND d.id = c.id)
      -- Recorded before: the commit was done, and its answer did not arrive.
      AND NOT EXISTS (SELECT FROM pixctl.attempts a WHERE a.delivery_id = c.id AND a.at = c.at AND a.ms = c.ms
        AND a.target = c.target AND a.status IS NOT DISTINCT FROM c.status)
  ), kept AS (
    INSERT INTO pixctl.attempts (delivery_id, attempt, at, target, status, ms, error, answer, replay)
    SELECT id, attempt, at, target, status, ms, error, answer, replay FROM came ORDER BY id, attempt
    RETURNING delivery_id, attempt
  )
  SELECT array_agg(delivery_id) INTO long FROM kept WHERE attempt > keeps;
  IF long IS NOT NULL THEN
    DELETE FROM pixctl.attempts a USING (
      SELECT delivery_id, max(attempt) AS latest FROM pixctl.attempts WHERE delivery_id = ANY (long) GROUP BY 1
    ) AS l
    WHERE a.delivery_id = l.delivery_id AND a.attempt <= l.latest - keeps;
  END IF;

  SELECT array_agg(id ORDER BY id) FILTER (WHERE outcome = 'done'),
    array_agg(id ORDER BY id) FILTER (WHERE outcome = 'parked')
  INTO done, parks FROM unnest(ids, outcomes) AS c (id, outcome);
  IF done IS NOT NULL THEN
    PERFORM pixctl.processed(of_profile, done);
  END IF;
  IF parks IS NOT NULL THEN
    WITH gone AS (
      DELETE FROM pixctl.queue WHERE profile_id = of_profile AND delivery_id = ANY (parks) RETURNING delivery_id
    )
    INSERT INTO pixctl.parked (profile_id, delivery_id) SELECT of_profile, delivery_id FROM gone
    ON CONFLICT DO NOTHING;
  END IF;
END $$;

-- Saves the progress of a stream. With an owner, only while its lease of the cursor lives. Each cursor has its own time.
CREATE FUNCTION pixctl.progress(
  of_profile smallint, of_owner uuid, of_stream text, at timestamptz, hashes bigint[], approvals jsonb,
  kinds text[], sequences text[], reached timestamptz[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF of_owner IS NOT NULL THEN
    PERFORM pixctl.require_lease(of_owner);
  END IF;
  INSERT INTO pixctl.shown (profile_id, shown_at, event_hash)
  SELECT DISTINCT of_profile, at, h.hash FROM unnest(hashes) AS h (hash) ORDER BY h.hash
  ON CONFLICT (profile_id, event_hash) DO UPDATE SET shown_at = excluded.shown_at;
  INSERT INTO pixctl.approvals (profile_id, came_at, event, event_id, payment_id, source, amount, net_amount)
  SELECT of_profile, at, a.event, a."eventId", a."paymentId", a.source, a.amount, a."netAmount"
  FROM jsonb_to_recordset(approvals) AS a (
    event text, "eventId" text, "paymentId" text, source text, amount double precision, "netAmount" double precision
  );
  INSERT INTO pixctl.cursors (profile_id, stream, kind, sequence, saved_at)
  SELECT of_profile, of_stream, c.kind, c.sequence, c.reached FROM unnest(kinds, sequences, reached) AS c (kind, sequence, reached)
  ON CONFLICT (profile_id, stream, kind) DO UPDATE SET sequence = excluded.sequence, saved_at = excluded.saved_at;
END $$;

-- Drops what is old, a batch at a time (docs/decisions/state.md#pruning).

-- Whether a delivery is pending or parked.
CREATE FUNCTION pixctl.waits(of_profile smallint, of_id bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM pixctl.queue WHERE profile_id = of_profile AND delivery_id = of_id)
    OR EXISTS (SELECT FROM pixctl.parked WHERE profile_id = of_profile AND delivery_id = of_id)
$$;

-- Whether a delivery may go: it is old and doesn't wait, and so is every other delivery of its event.
CREATE FUNCTION pixctl.may_be_pruned(of_profile smallint, of_id bigint, key uuid, of_received_at timestamptz, before timestamptz)
RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN of_received_at < before AND NOT pixctl.waits(of_profile, of_id) AND NOT EXISTS (
    SELECT FROM pixctl.of_event(key) AS e
    WHERE e.id <> of_id AND (e.received_at >= before OR pixctl.waits(of_profile, e.id)));
END $$;

-- Of the `most` deliveries after one, in the order of arrival, drops those that may go. `last` is null if the rest is younger.
CREATE FUNCTION pixctl.prune_deliveries(
  of_profile smallint, before timestamptz, after bigint, most integer, OUT last bigint, OUT dropped integer
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  oldest timestamptz;
  old bigint[];
  gone bigint[];
BEGIN
  dropped := 0;
  SELECT max(d.id), min(d.received_at) INTO last, oldest FROM (
    SELECT id, received_at FROM pixctl.deliveries
    WHERE profile_id = of_profile AND id > after ORDER BY id LIMIT most
  ) AS d;
  IF last IS NULL OR oldest >= before THEN
    last := NULL;
    RETURN;
  END IF;
  -- An arrival of a known event takes the same lock, so it never relies on a delivery that goes: the event stays then.
  SELECT array_agg(c.id) INTO old FROM (
    SELECT d.id, d.event_key FROM pixctl.deliveries d
    WHERE d.profile_id = of_profile AND d.id > after AND d.id <= last
      AND pixctl.may_be_pruned(of_profile, d.id, d.event_key, d.received_at, before)
  ) AS c
  WHERE c.event_key IS NULL OR pg_try_advisory_xact_lock(uuid_hash_extended(c.event_key, 0));
  -- A new statement sees what was saved before the lock was taken. The deliveries of an event go together: the unique
  -- index knows an event by its first one.
  SELECT array_agg(DISTINCT coalesce(e.id, d.id)) INTO gone
  FROM pixctl.deliveries d LEFT JOIN LATERAL pixctl.of_event(d.event_key) AS e ON true
  WHERE d.profile_id = of_profile AND d.id = ANY (old)
    AND pixctl.may_be_pruned(of_profile, d.id, d.event_key, d.received_at, before);
  DELETE FROM pixctl.deliveries d WHERE d.profile_id = of_profile AND d.id = ANY (gone);
  DELETE FROM pixctl.attempts WHERE delivery_id = ANY (gone);
  dropped := coalesce(cardinality(gone), 0);
END $$;

-- A view for people, with psql or Grafana. Its readers need no right on a table, so it calls no function that reads one.

-- The amount in a body, in reais; null if there is none. A body may be any bytes, and must not end a query with an error.
CREATE FUNCTION pixctl.amount_of(body bytea) RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  amount jsonb;
BEGIN
  -- A larger one takes too long.
  IF octet_length(body) <= 65536 THEN
    amount := convert_from(body, 'UTF8')::jsonb #> '{data,amount}';
    IF jsonb_typeof(amount) = 'number' AND abs(amount::numeric) < 1e10 AND scale(trim_scale(amount::numeric)) <= 2 THEN
      RETURN amount;
    END IF;
  END IF;
  RETURN NULL;
EXCEPTION WHEN others THEN
  RETURN NULL;
END $$;

-- Other deliveries of an event have `first = false`; all of them say what became of it, as in pixctl.event_state.
CREATE VIEW pixctl.events AS
SELECT p.name AS profile, d.received_at, d.event AS type, d.payment_id,
  pixctl.amount_of(d.body)::numeric(12, 2) AS amount,
  (ARRAY['none', 'parked', 'done', 'pending'])[1 + became.rank] AS forward,
  became.attempt_count, became.last_attempt_at, became.last_status, d.event_id, d.delivery, became.channels
FROM pixctl.deliveries d
JOIN pixctl.profiles p ON p.id = d.profile_id
LEFT JOIN LATERAL (
  SELECT max(CASE WHEN NOT e.forward THEN 0 WHEN q.delivery_id IS NOT NULL THEN 3 WHEN k.delivery_id IS NOT NULL THEN 1
      ELSE 2 END) AS rank,
    coalesce(sum(a.attempt), 0)::integer AS attempt_count, max(a.at) AS last_attempt_at,
    (array_agg(a.status ORDER BY a.at DESC NULLS LAST))[1] AS last_status,
    array_remove(ARRAY[CASE WHEN NOT bool_and(e.realtime) THEN 'webhook' END, CASE WHEN bool_or(e.realtime) THEN 'realtime' END], NULL)
      AS channels
  FROM (
    SELECT d.id, d.forward, d.realtime
    UNION ALL
    SELECT o.id, o.forward, o.realtime FROM pixctl.deliveries o WHERE o.event_key = d.event_key AND NOT o.first
      AND (o.secret IS NULL OR d.secret IS NULL OR o.secret = d.secret)
  ) AS e
  LEFT JOIN pixctl.queue q ON q.profile_id = d.profile_id AND q.delivery_id = e.id
  LEFT JOIN pixctl.parked k ON k.profile_id = d.profile_id AND k.delivery_id = e.id
  LEFT JOIN LATERAL (
    SELECT attempt, at, status FROM pixctl.attempts WHERE delivery_id = e.id ORDER BY attempt DESC LIMIT 1
  ) AS a ON true
) AS became ON true
WHERE d.first;

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
