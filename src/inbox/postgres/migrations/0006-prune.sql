-- Drops what is old, a batch at a time (docs/decisions/state.md#pruning).

-- From when on the inbox has every event; null if nothing was ever dropped.
ALTER TABLE pixctl.profiles ADD COLUMN whole_from timestamptz;

-- Whether a delivery is pending or parked.
CREATE FUNCTION pixctl.waits(of_profile smallint, of_id bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM pixctl.queue WHERE profile_id = of_profile AND delivery_id = of_id)
    OR EXISTS (SELECT FROM pixctl.parked WHERE profile_id = of_profile AND delivery_id = of_id)
$$;

-- Whether a delivery may go: it is old and doesn't wait, and so is every other delivery of its event.
CREATE FUNCTION pixctl.may_go(of_profile smallint, of_id bigint, key uuid, of_received_at timestamptz, before timestamptz)
RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN of_received_at < before AND NOT pixctl.waits(of_profile, of_id) AND NOT EXISTS (
    SELECT FROM pixctl.of_event(key) AS e
    WHERE e.id <> of_id AND (e.received_at >= before OR pixctl.waits(of_profile, e.id)));
END $$;

-- Looks at up to `most` deliveries after one, in the order of arrival, and drops those that may go. `last` is null if the
-- rest is younger.
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
  -- An arrival of a known event takes the same lock: it must not rely on a delivery that goes. An event that just arrives
  -- again stays.
  SELECT array_agg(c.id) INTO old FROM (
    SELECT d.id, d.event_key FROM pixctl.deliveries d
    WHERE d.profile_id = of_profile AND d.id > after AND d.id <= last
      AND pixctl.may_go(of_profile, d.id, d.event_key, d.received_at, before)
  ) AS c
  WHERE c.event_key IS NULL OR pg_try_advisory_xact_lock(uuid_hash_extended(c.event_key, 0));
  -- A new statement sees what was saved before the lock was taken. The deliveries of an event go together: the unique
  -- index knows an event by its first one.
  SELECT array_agg(DISTINCT coalesce(e.id, d.id)) INTO gone
  FROM pixctl.deliveries d LEFT JOIN LATERAL pixctl.of_event(d.event_key) AS e ON true
  WHERE d.profile_id = of_profile AND d.id = ANY (old)
    AND pixctl.may_go(of_profile, d.id, d.event_key, d.received_at, before);
  DELETE FROM pixctl.deliveries d WHERE d.profile_id = of_profile AND d.id = ANY (gone);
  DELETE FROM pixctl.attempts WHERE delivery_id = ANY (gone);
  dropped := coalesce(cardinality(gone), 0);
END $$;
