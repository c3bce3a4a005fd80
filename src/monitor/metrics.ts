/** What Prometheus can read. No label holds an id, a secret or a text from outside, so there are never more series. */

import type client from 'prom-client'
import { DOCUMENTED_TYPES } from '#contract/delivery.ts'
import type { Channel, Stats } from '#inbox/inbox.ts'
import type { Clock } from '#lib/clock.ts'
import { EARLY_REFUSALS, type EarlyRefusal } from '#lib/refused-early.ts'

/** What became of a delivery or an event that arrived. */
export type Verdict = 'accepted' | 'duplicate' | 'rejected' | 'not_saved'

const VERDICTS: readonly Verdict[] = ['accepted', 'duplicate', 'rejected', 'not_saved']
/** A type that isn't documented, which may be any text, or a status that HTTP doesn't have. */
const UNKNOWN = 'unknown'
const TYPES: ReadonlySet<string> = new Set(DOCUMENTED_TYPES)
const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx']
/** The status class of an attempt that got no answer. */
const NO_ANSWER = 'none'
/** Seconds. An answer is one synced write; a target may take longer. */
const ANSWER_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const FORWARD_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30]

/** Of Node's own metrics, those whose names break Prometheus' rules, and those that have a label for each kind of object. */
const LEFT_OUT =
  /^nodejs_(active_(resources|handles|requests)(_total)?|heap_space_.*|eventloop_lag_(min|stddev|p50|p90)_seconds)$/

/** Makes metrics of a registry. */
function makersOf({ Counter, Gauge, Histogram }: typeof client, registry: client.Registry) {
  const named = (name: string, help: string) => ({ name: `pixctl_${name}`, help, registers: [registry] })
  return {
    gauge: (name: string, help: string, ...labelNames: string[]) =>
      new Gauge({ ...named(name, help), labelNames }),
    counter: (name: string, help: string, ...labelNames: string[]) =>
      new Counter({ ...named(name, help), labelNames }),
    histogram: (name: string, help: string, buckets: number[]) =>
      new Histogram({ ...named(name, help), buckets }),
  }
}

/** The metrics of a registry. */
function seriesOf({ gauge, counter, histogram }: ReturnType<typeof makersOf>, channel: Channel) {
  return {
    received: counter('received_total', 'Deliveries or events that arrived.', 'channel', 'verdict', 'type'),
    leftOut: counter(
      'copies_not_saved_total',
      'Arrivals that were only counted, because the inbox keeps enough of their event.',
    ),
    answers: histogram(
      'answer_duration_seconds',
      'From a complete delivery with a valid signature to its answer.',
      ANSWER_BUCKETS,
    ),
    attempts: counter(
      'forward_attempts_total',
      'Attempts to forward, by target and by the class of the status that it answered.',
      'target',
      'status',
    ),
    forwarding: histogram(
      'forward_duration_seconds',
      'How long an attempt to forward took.',
      FORWARD_BUCKETS,
    ),
    pending: gauge('pending_deliveries', 'Events that wait to be forwarded.'),
    oldest: gauge(
      'oldest_pending_timestamp_seconds',
      'When the oldest pending event arrived; absent if there is none.',
    ),
    parked: gauge('parked_deliveries', 'Events that are parked, because the target refused them.'),
    ready: gauge('ready', 'Whether /readyz answers 200.'),
    lastEvent: gauge(
      'last_event_timestamp_seconds',
      'When the last event arrived; the start of this process if the inbox has none.',
    ),
    version: gauge('build_info', 'The version of pixctl; always 1.', 'version'),
    ...(channel === 'webhook' && {
      refusedEarly: counter(
        'refused_early_total',
        'Connections and requests that were refused before they were a delivery.',
        'reason',
      ),
      certificate: gauge(
        'certificate_end_timestamp_seconds',
        'When the certificate that is served ends; absent without one.',
      ),
    }),
    ...(channel === 'realtime' && {
      connected: gauge('realtime_connected', 'Whether the realtime channel is connected.'),
      unreadable: counter('realtime_unreadable_messages_total', 'Messages that could not be read.'),
    }),
  }
}

export class Metrics {
  readonly #registry: client.Registry
  readonly #clock: Clock
  readonly #channel: Channel
  readonly #series: ReturnType<typeof seriesOf>
  /** Milliseconds since the epoch. */
  #lastEventAt: number
  #hasReceived = false

  private constructor(loaded: typeof client, clock: Clock, version: string, channel: Channel) {
    this.#registry = new loaded.Registry()
    this.#clock = clock
    this.#lastEventAt = clock.now()
    this.#channel = channel
    this.#series = seriesOf(makersOf(loaded, this.#registry), channel)
    this.#series.version.set({ version }, 1)
    this.#startAtZero()
    loaded.collectDefaultMetrics({ register: this.#registry })
    for (const { name } of this.#registry.getMetricsAsArray()) {
      if (LEFT_OUT.test(name)) this.#registry.removeSingleMetric(name)
    }
  }

  static async create(clock: Clock, version: string, channel: Channel): Promise<Metrics> {
    // CommonJS has everything as its default export.
    const { default: loaded } = await import('prom-client')
    return new Metrics(loaded, clock, version, channel)
  }

  /** A counter that begins with its first event would look to Prometheus as if that event had not happened. */
  #startAtZero(): void {
    for (const verdict of VERDICTS) {
      for (const type of [...TYPES, UNKNOWN])
        this.#series.received.inc({ channel: this.#channel, verdict, type }, 0)
    }
    this.#series.certificate?.remove()
    for (const reason of EARLY_REFUSALS) this.#series.refusedEarly?.inc({ reason }, 0)
  }

  /** Events may be forwarded to this one. They are counted from zero on. */
  target(target: string): void {
    for (const status of [...STATUS_CLASSES, NO_ANSWER]) this.#series.attempts.inc({ target, status }, 0)
  }

  /** @param type as it was claimed, which may be any text */
  received(verdict: Verdict, type: string | null, leftOut = false): void {
    if (leftOut) this.#series.leftOut.inc()
    const known = type !== null && TYPES.has(type) ? type : UNKNOWN
    this.#series.received.inc({ channel: this.#channel, verdict, type: known })
    if (verdict === 'rejected' || verdict === 'not_saved') return
    this.#lastEventAt = this.#clock.now()
    this.#hasReceived = true
  }

  /** A delivery with a valid signature was answered, so long after all of it was there. */
  answered(ms: number): void {
    this.#series.answers.observe(ms / 1000)
  }

  /** @param status null if no answer came */
  forwarded(target: string, status: number | null, ms: number): void {
    const known = status === null ? NO_ANSWER : `${Math.floor(status / 100)}xx`
    const isKnown = known === NO_ANSWER || STATUS_CLASSES.includes(known)
    this.#series.attempts.inc({ target, status: isKnown ? known : UNKNOWN })
    this.#series.forwarding.observe(ms / 1000)
  }

  /** A connection or a request was refused before it was a delivery. */
  refusedEarly(reason: EarlyRefusal): void {
    this.#series.refusedEarly?.inc({ reason })
  }

  /** @param endsAt of the certificate that is served now, in milliseconds since the epoch */
  certificateEnds(endsAt: number): void {
    this.#series.certificate?.set(endsAt / 1000)
  }

  /** Whether the realtime channel is connected. */
  connected(isConnected: boolean): void {
    this.#series.connected?.set(isConnected ? 1 : 0)
  }

  /** A message of the realtime channel can't be read. */
  unreadable(): void {
    this.#series.unreadable?.inc()
  }

  /** An event that is in the inbox already. It counts until this process has received one. */
  lastEvent(at: string): void {
    if (!this.#hasReceived) this.#lastEventAt = Date.parse(at)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** @param stats null if they aren't known: then their metrics are absent */
  text(isReady: boolean, stats: Stats | null): Promise<string> {
    const { pending, parked, oldest, ready, lastEvent } = this.#series
    const { oldestPending = null } = stats ?? {}
    ready.set(isReady ? 1 : 0)
    lastEvent.set(this.#lastEventAt / 1000)
    for (const gauge of [pending, parked, oldest]) gauge.remove()
    if (stats) pending.set(stats.pending)
    if (stats) parked.set(stats.parked)
    if (oldestPending !== null) oldest.set(Date.parse(oldestPending) / 1000)
    return this.#registry.metrics()
  }
}
