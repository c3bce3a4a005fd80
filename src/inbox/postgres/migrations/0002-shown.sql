-- What `events tail` has shown, how far each stream was read, and which approvals it brought.

-- Events that were shown together share a row; their ids are found by a hash of 32 bits.
CREATE TABLE pixctl.shown (
  id bigint GENERATED ALWAYS AS IDENTITY,
  profile_id smallint NOT NULL,
  shown_at timestamptz NOT NULL,
  -- JSON strings, with a line feed before each and after the last.
  ids text NOT NULL,
  PRIMARY KEY (profile_id, id)
);

CREATE TABLE pixctl.shown_ids (
  shown_id bigint NOT NULL,
  event_hash integer NOT NULL,
  profile_id smallint NOT NULL,
  PRIMARY KEY (profile_id, event_hash, shown_id)
) WITH (autovacuum_vacuum_insert_scale_factor = 0.05);

CREATE TABLE pixctl.approvals (
  id bigint GENERATED ALWAYS AS IDENTITY,
  profile_id smallint NOT NULL,
  came_at timestamptz NOT NULL,
  -- The payment of a `deposit.approved`, which has a row for itself.
  deposit_of text,
  events text NOT NULL,
  PRIMARY KEY (profile_id, id)
);
CREATE INDEX approvals_deposits ON pixctl.approvals (profile_id, md5(deposit_of), id) WHERE deposit_of IS NOT NULL;

CREATE TABLE pixctl.cursors (
  profile_id smallint NOT NULL,
  stream text NOT NULL,
  place text NOT NULL CHECK (place IN ('watched', 'processed')),
  sequence text NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (profile_id, stream, place)
) WITH (fillfactor = 50);
