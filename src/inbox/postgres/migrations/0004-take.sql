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

-- Makes a saved delivery pending, whatever became of it.
CREATE FUNCTION pixctl.forward_again(of_profile smallint, of_id bigint, of_payment bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM pixctl.parked WHERE profile_id = of_profile AND delivery_id = of_id;
  INSERT INTO pixctl.queue (profile_id, delivery_id, payment_key)
  VALUES (of_profile, of_id, of_payment) ON CONFLICT DO NOTHING;
  UPDATE pixctl.deliveries SET forward = true WHERE profile_id = of_profile AND id = of_id AND NOT forward;
END $$;

-- An arrival of which the delivery id or the event id is known. The caller has locked its event.
CREATE FUNCTION pixctl.take_known(
  of_profile smallint, new_id bigint, came record,
  OUT duplicate boolean, OUT state text, OUT kept_as text
) LANGUAGE plpgsql AS $$
DECLARE
  old record;
  known boolean;
  key uuid := came.delivery_key;
  tries integer := 0;
  of_secret text := came.secret;
  seen boolean;
  handled boolean;
  again boolean;
  pending boolean;
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
    SELECT bool_or(realtime = came.realtime), bool_or(forward) INTO seen, handled
    FROM pixctl.of_event(came.event_key)
    WHERE secret IS NULL OR of_secret IS NULL OR secret = of_secret;
  END IF;
  again := came.again_up_to IS NOT NULL AND NOT EXISTS (
    SELECT FROM pixctl.of_event(came.event_key) WHERE id > came.again_up_to AND forward);

  IF known THEN
    IF again THEN
      PERFORM pixctl.forward_again(of_profile, old.id, came.payment_key);
    END IF;
    duplicate := true;
    state := CASE WHEN again THEN 'pending' ELSE pixctl.state_name(pixctl.rank_of(of_profile, old.id, old.forward)) END;
    RETURN;
  END IF;
  pending := came.forward AND (again OR NOT coalesce(handled, false));
  duplicate := coalesce(seen, false);
  state := CASE WHEN pending THEN 'pending' ELSE 'none' END;
  INSERT INTO pixctl.deliveries (id, profile_id, received_at, delivery_key, event_key, realtime, first, forward, delivery,
    given, event, event_id, secret, payment_id, headers, body)
  VALUES (new_id, of_profile, came.received_at, key, came.event_key, came.realtime,
    came.event_key IS NULL OR NOT EXISTS (SELECT FROM pixctl.of_event(came.event_key)), pending, kept_as,
    nullif(came.delivery, kept_as), came.event, came.event_id, of_secret, came.payment_id, came.headers, came.body)
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    -- Another process was faster: it is to be looked at again.
    state := NULL;
    RETURN;
  END IF;
  IF pending THEN
    INSERT INTO pixctl.queue (profile_id, delivery_id, payment_key) VALUES (of_profile, new_id, came.payment_key);
  END IF;
END $$;

-- The arrivals are sorted by their keys, so that two groups wait for each other in the same order; `place` is their order
-- of arrival, from 1. Given back are only those that aren't simply accepted: almost all ids are new.
CREATE FUNCTION pixctl.take(
  of_profile smallint, places integer[], realtimes boolean[], delivery_keys uuid[], event_keys uuid[],
  payment_keys bigint[], all_received_at timestamptz[], forwards boolean[], all_again_up_to bigint[],
  all_deliveries text[], events text[], event_ids text[], secrets text[], payment_ids text[], all_headers text[],
  bodies bytea[]
) RETURNS TABLE (
  place integer, duplicate boolean, state text, kept_as text, approves_too boolean
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  ids bigint[];
  inserted integer;
  known integer[];
  came record;
  taken record;
BEGIN
  SELECT array_agg(nextval('pixctl.arrivals')) INTO ids FROM generate_series(1, cardinality(places));
  -- If all are new, which is almost always so, ON CONFLICT would only look each of them up first.
  BEGIN
    INSERT INTO pixctl.deliveries (id, profile_id, received_at, delivery_key, event_key, realtime, first, forward,
      delivery, event, event_id, secret, payment_id, headers, body)
    SELECT ids[c.place], of_profile, c.received_at, c.delivery_key, c.event_key, c.realtime, true, c.forward,
      c.delivery, c.event, c.event_id, c.secret, c.payment_id, c.headers, c.body
    FROM unnest(places, realtimes, delivery_keys, event_keys, all_received_at, forwards, all_deliveries, events,
      event_ids, secrets, payment_ids, all_headers, bodies)
      AS c (place, realtime, delivery_key, event_key, received_at, forward, delivery, event, event_id, secret, payment_id,
        headers, body);
    inserted := cardinality(places);
  EXCEPTION WHEN unique_violation THEN
    INSERT INTO pixctl.deliveries (id, profile_id, received_at, delivery_key, event_key, realtime, first, forward,
      delivery, event, event_id, secret, payment_id, headers, body)
    SELECT ids[c.place], of_profile, c.received_at, c.delivery_key, c.event_key, c.realtime, true, c.forward,
      c.delivery, c.event, c.event_id, c.secret, c.payment_id, c.headers, c.body
    FROM unnest(places, realtimes, delivery_keys, event_keys, all_received_at, forwards, all_deliveries, events,
      event_ids, secrets, payment_ids, all_headers, bodies)
      AS c (place, realtime, delivery_key, event_key, received_at, forward, delivery, event, event_id, secret, payment_id,
        headers, body)
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS inserted = ROW_COUNT;
  END;
  IF inserted < cardinality(places) THEN
    SELECT array_agg(c.place) INTO known FROM unnest(places) AS c (place)
    WHERE NOT EXISTS (SELECT FROM pixctl.deliveries d WHERE d.profile_id = of_profile AND d.id = ids[c.place]);
  END IF;
  IF true = ANY (forwards) THEN
    INSERT INTO pixctl.queue (profile_id, delivery_id, payment_key)
    SELECT of_profile, ids[c.place], c.payment_key
    FROM unnest(places, payment_keys, forwards) AS c (place, payment_key, forward)
    WHERE c.forward AND (known IS NULL OR c.place <> ALL (known));
  END IF;

  -- Of those that are new: which of them approve a charge that another event has approved.
  IF events && ARRAY['payment.approved', 'deposit.approved'] AND (
    'deposit.approved' = ANY (events)
    OR EXISTS (SELECT FROM pixctl.deliveries d WHERE d.profile_id = of_profile AND d.event = 'deposit.approved')
    OR EXISTS (SELECT FROM pixctl.approvals a WHERE a.profile_id = of_profile AND a.deposit_of IS NOT NULL)
  ) THEN
    RETURN QUERY
    SELECT c.place, false, NULL::text, NULL::text, true
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
    LOOP
      SELECT * INTO taken FROM pixctl.take_known(of_profile, ids[came.place], came);
      EXIT WHEN taken.state IS NOT NULL;
    END LOOP;
    place := came.place;
    duplicate := taken.duplicate;
    state := taken.state;
    kept_as := taken.kept_as;
    approves_too := pixctl.approves_too(of_profile, ids[came.place], came.realtime, came.event, came.payment_id);
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
      SELECT FROM pixctl.approvals a WHERE a.profile_id = of_profile AND md5(a.deposit_of) = md5(of_payment)
    )
    ELSE false
  END;
END $$;
