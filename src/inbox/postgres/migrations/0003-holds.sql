-- Roles that processes have for a time, by the server's clock. A process renews its hold; a row that is over counts for
-- nothing. A lock of a connection would stay with a process that is stopped, and be lost with a connection that is cut.

CREATE TABLE pixctl.holders (
  owner uuid PRIMARY KEY,
  profile_id smallint NOT NULL,
  role text NOT NULL CHECK (role IN ('forwarding', 'cursor')),
  alone boolean NOT NULL,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Takes a role, unless another process has it. Those who try at the same time wait for each other.
CREATE FUNCTION pixctl.hold(of_profile smallint, of_role text, is_alone boolean, new_owner uuid, lasts interval)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('pixctl ' || of_profile || ' ' || of_role, 0));
  DELETE FROM pixctl.holders
  WHERE profile_id = of_profile AND role = of_role AND expires_at <= clock_timestamp();
  IF EXISTS (
    SELECT FROM pixctl.holders WHERE profile_id = of_profile AND role = of_role AND (alone OR is_alone)
  ) THEN
    RETURN false;
  END IF;
  INSERT INTO pixctl.holders VALUES (new_owner, of_profile, of_role, is_alone, clock_timestamp() + lasts);
  RETURN true;
END $$;

-- Fails if a hold is over. Until this transaction ends, nobody can take the role after it.
CREATE FUNCTION pixctl.demand(of_owner uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM pixctl.holders WHERE owner = of_owner AND expires_at > clock_timestamp() FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the hold is over' USING ERRCODE = 'PX001';
  END IF;
END $$;
