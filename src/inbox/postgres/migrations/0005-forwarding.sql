-- Claims what is to be forwarded next, and records attempts.

-- Alone: the first deliveries that aren't claimed. Together with others: the first of each payment of which nothing is
-- claimed. A claim of a hold that is over counts for nothing.
CREATE FUNCTION pixctl.claim(of_profile smallint, of_owner uuid, is_alone boolean, most integer)
RETURNS SETOF pixctl.deliveries LANGUAGE plpgsql AS $$
DECLARE
  live uuid[];
  claimed bigint[];
BEGIN
  -- Nobody takes the role from here to the commit (pixctl.hold): what a process claims that is not among the live ones
  -- would count as free.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('pixctl ' || of_profile || ' forwarding', 0));
  PERFORM pixctl.demand(of_owner);
  SELECT array_agg(owner) INTO live FROM pixctl.holders
  WHERE profile_id = of_profile AND role = 'forwarding' AND expires_at > clock_timestamp();
  WITH free AS (
    SELECT q.delivery_id FROM pixctl.queue q
    WHERE q.profile_id = of_profile AND (q.owner IS NULL OR q.owner <> ALL (live))
      AND (is_alone OR q.payment_key IS NULL OR NOT EXISTS (
        SELECT FROM pixctl.queue other
        WHERE other.profile_id = of_profile AND other.payment_key = q.payment_key
          AND (other.delivery_id < q.delivery_id OR other.owner = ANY (live))))
    ORDER BY q.delivery_id LIMIT most
    FOR UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE pixctl.queue SET owner = of_owner FROM free
    WHERE queue.profile_id = of_profile AND queue.delivery_id = free.delivery_id
    RETURNING queue.delivery_id
  )
  SELECT array_agg(delivery_id) INTO claimed FROM taken;
  -- A new statement: it also sees a delivery that was saved while this function was called.
  RETURN QUERY SELECT * FROM pixctl.deliveries WHERE profile_id = of_profile AND id = ANY (claimed);
END $$;

-- Their events are processed: none of their deliveries is pending any more.
CREATE FUNCTION pixctl.processed(of_profile smallint, done bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  late uuid[];
  key uuid;
BEGIN
  IF coalesce(cardinality(done), 0) = 0 THEN
    RETURN;
  END IF;
  -- Those that came without a target, such as in a replay: if one arrives again now, it must not become pending.
  SELECT array_agg(event_key ORDER BY event_key) INTO late FROM pixctl.deliveries
  WHERE profile_id = of_profile AND id = ANY (done) AND NOT forward;
  IF late IS NOT NULL THEN
    FOREACH key IN ARRAY late LOOP
      PERFORM pg_advisory_xact_lock(uuid_hash_extended(key, 0)) WHERE key IS NOT NULL;
    END LOOP;
    UPDATE pixctl.deliveries SET forward = true WHERE profile_id = of_profile AND id = ANY (done);
  END IF;
  done := done || ARRAY(SELECT id FROM pixctl.same_events(of_profile, done));
  DELETE FROM pixctl.queue WHERE profile_id = of_profile AND delivery_id = ANY (done);
  IF EXISTS (SELECT FROM pixctl.parked WHERE profile_id = of_profile) THEN
    DELETE FROM pixctl.parked WHERE profile_id = of_profile AND delivery_id = ANY (done);
  END IF;
END $$;

-- Those that are pending are parked.
CREATE FUNCTION pixctl.park(of_profile smallint, parks bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(cardinality(parks), 0) = 0 THEN
    RETURN;
  END IF;
  WITH gone AS (
    DELETE FROM pixctl.queue WHERE profile_id = of_profile AND delivery_id = ANY (parks) RETURNING delivery_id
  )
  INSERT INTO pixctl.parked (profile_id, delivery_id) SELECT of_profile, delivery_id FROM gone
  ON CONFLICT DO NOTHING;
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
  PERFORM pixctl.processed(of_profile, done);
  PERFORM pixctl.park(of_profile, parks);
END $$;

-- Other deliveries of the same events.
CREATE FUNCTION pixctl.same_events(of_profile smallint, ids bigint[]) RETURNS TABLE (id bigint)
LANGUAGE sql STABLE AS $$
  SELECT other.id FROM pixctl.deliveries AS sent JOIN pixctl.deliveries AS other
    ON other.event_key = sent.event_key AND other.first AND other.id <> sent.id
    AND (other.secret IS NULL OR sent.secret IS NULL OR other.secret = sent.secret)
  WHERE sent.profile_id = of_profile AND sent.id = ANY (ids) AND NOT sent.first
  UNION ALL
  SELECT other.id FROM pixctl.deliveries AS sent JOIN pixctl.deliveries AS other
    ON other.event_key = sent.event_key AND NOT other.first AND other.id <> sent.id
    AND (other.secret IS NULL OR sent.secret IS NULL OR other.secret = sent.secret)
  WHERE sent.profile_id = of_profile AND sent.id = ANY (ids)
$$;

-- Saves the progress of a stream. With an owner, only while its hold of the cursor lives.
CREATE FUNCTION pixctl.progress(
  of_profile smallint, of_owner uuid, of_stream text, at timestamptz, groups text[], hashes integer[],
  group_of integer[], deposits text[], approvals text[], places text[], sequences text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  shown_ids bigint[];
BEGIN
  IF of_owner IS NOT NULL THEN
    PERFORM pixctl.demand(of_owner);
  END IF;
  WITH saved AS (
    INSERT INTO pixctl.shown (profile_id, shown_at, ids)
    SELECT of_profile, at, g.ids FROM unnest(groups) WITH ORDINALITY AS g (ids, n) ORDER BY n
    RETURNING id
  )
  SELECT array_agg(id ORDER BY id) INTO shown_ids FROM saved;
  INSERT INTO pixctl.shown_ids (profile_id, shown_id, event_hash)
  SELECT of_profile, shown_ids[h.of_group], h.hash FROM unnest(hashes, group_of) AS h (hash, of_group)
  ON CONFLICT DO NOTHING;
  INSERT INTO pixctl.approvals (profile_id, came_at, deposit_of, events)
  SELECT of_profile, at, a.deposit, a.events FROM unnest(deposits, approvals) WITH ORDINALITY AS a (deposit, events, n)
  ORDER BY n;
  INSERT INTO pixctl.cursors (profile_id, stream, place, sequence, saved_at)
  SELECT of_profile, of_stream, c.place, c.sequence, at FROM unnest(places, sequences) AS c (place, sequence)
  ON CONFLICT (profile_id, stream, place) DO UPDATE SET sequence = excluded.sequence, saved_at = excluded.saved_at;
END $$;
