-- A view for people, with psql or Grafana. Its readers need no right on a table, so it calls no function that reads one.

-- Arrivals follow the time, so a filter for every 32 pages finds those of a day, and costs hardly anything to write.
CREATE INDEX deliveries_by_time ON pixctl.deliveries
  USING brin (received_at) WITH (pages_per_range = 32, autosummarize = on);

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
  became.attempts, became.last_attempt_at, became.last_status, d.event_id, d.delivery,
  CASE WHEN d.realtime THEN 'realtime' ELSE 'webhook' END AS channel
FROM pixctl.deliveries d
JOIN pixctl.profiles p ON p.id = d.profile_id
LEFT JOIN LATERAL (
  SELECT max(CASE WHEN NOT e.forward THEN 0 WHEN q.delivery_id IS NOT NULL THEN 3 WHEN k.delivery_id IS NOT NULL THEN 1
      ELSE 2 END) AS rank,
    coalesce(sum(a.attempt), 0)::integer AS attempts, max(a.at) AS last_attempt_at,
    (array_agg(a.status ORDER BY a.at DESC NULLS LAST))[1] AS last_status
  FROM (
    SELECT d.id, d.forward
    UNION ALL
    SELECT o.id, o.forward FROM pixctl.deliveries o WHERE o.event_key = d.event_key AND NOT o.first
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
COMMENT ON COLUMN pixctl.events.attempts IS 'How often it was sent to a target';
COMMENT ON COLUMN pixctl.events.last_attempt_at IS 'When it was last sent to a target';
COMMENT ON COLUMN pixctl.events.last_status IS 'HTTP status of the last attempt; null if there was no answer';
COMMENT ON COLUMN pixctl.events.event_id IS 'Id of the event; null if it has none';
COMMENT ON COLUMN pixctl.events.delivery IS 'Id for pixctl webhook show';
COMMENT ON COLUMN pixctl.events.channel IS 'How it first arrived: webhook or realtime';
