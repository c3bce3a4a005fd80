/** What Prometheus can read. No label holds an id, a secret or a text from outside, so there are never more series. */

import type client from 'prom-client'
import { DOCUMENTED_TYPES } from '#contract/delivery.ts'
import type { Stats } from '#inbox/inbox.ts'
import type { Clock } from '#lib/clock.ts'

/** What became of a delivery or an event that arrived. */
export type Verdict = 'accepted' | 'duplicate' | 'rejected' | 'not_saved'

const VERDICTS: readonly Verdict[] = ['accepted', 'duplicate', 'rejected', 'not_saved']
const OTHER = 'other'
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

/** The metrics of a registry. Those of the realtime channel exist only from their first use. */
function seriesOf({ Counter, Gauge, Histogram }: typeof client, registry: client.Registry) {
  const named = (name: string, help: string) => ({ name: `pixctl_${name}`, help, registers: [registry] })
  const gauge = (name: string, help: string) => new Gauge(named(name, help))
  return {
    received: new Counter({
      ...named('received_total', 'Deliveries or events that arrived.'),
      labelNames: ['verdict', 'type'],
    }),
    leftOut: new Counter(
      named(
        'copies_not_kept_total',
        'Duplicates that were not saved, because the inbox has enough deliveries of their event.',
      ),
    ),
    answers: new Histogram({
      ...named('answer_duration_seconds', 'From a complete delivery with a valid signature to its answer.'),
      buckets: ANSWER_BUCKETS,
    }),
    attempts: new Counter({
      ...named(
        'forward_attempts_total',
        'Attempts to forward, by the class of the status that the target answered.',
      ),
      labelNames: ['status', 'target'],
    }),
    forwarding: new Histogram({
      ...named('forward_duration_seconds', 'How long an attempt to forward took.'),
      buckets: FORWARD_BUCKETS,
    }),
    pending: gauge('pending', 'Deliveries that wait to be forwarded.'),
    oldest: gauge(
      'oldest_pending_age_seconds',
      'Since the oldest pending delivery arrived; 0 if there is none.',
    ),
    parked: gauge('parked', 'Deliveries that are not forwarded any more, because the target refused them.'),
    ready: gauge('ready', 'Whether /readyz answers 200.'),
    lastEvent: gauge(
      'last_event_age_seconds',
      'Since the last event arrived; since the start if the inbox has none.',
    ),
    cut: new Counter(
      named(
        'connections_cut_total',
        'Connections that were ended because they sent a request before the last answer.',
      ),
    ),
    version: new Gauge({
      ...named('build_info', 'The version of pixctl; always 1.'),
      labelNames: ['version'],
    }),
    ofRealtime: () => ({
      connected: gauge('realtime_connected', 'Whether the realtime channel is connected.'),
      unreadable: new Counter(
        named('realtime_unreadable_messages_total', 'Messages that could not be read.'),
      ),
    }),
  }
}

export class Metrics {
  readonly #registry: client.Registry
  readonly #clock: Clock
  readonly #series: ReturnType<typeof seriesOf>
  #ofRealtime: ReturnType<ReturnType<typeof seriesOf>['ofRealtime']> | undefined
  /** Milliseconds since the epoch. */
  #lastEventAt: number
  #hasReceived = false
  /** Called before the sender gets its answer. */
  onNotSaved = () => {}

  private constructor(loaded: typeof client, clock: Clock, version: string) {
    this.#registry = new loaded.Registry()
    this.#clock = clock
    this.#lastEventAt = clock.now()
    this.#series = seriesOf(loaded, this.#registry)
    this.#series.version.set({ version }, 1)
    this.#startAtZero()
    loaded.collectDefaultMetrics({ register: this.#registry })
    for (const { name } of this.#registry.getMetricsAsArray()) {
      if (LEFT_OUT.test(name)) this.#registry.removeSingleMetric(name)
    }
  }

  static async create(clock: Clock, version: string): Promise<Metrics> {
    // CommonJS has everything as its default export.
    const { default: loaded } = await import('prom-client')
    return new Metrics(loaded, clock, version)
  }

  /** A counter that begins with its first event would look to Prometheus as if that event had not happened. */
  #startAtZero(): void {
    for (const verdict of VERDICTS) {
      for (const type of [...TYPES, OTHER]) this.#series.received.inc({ verdict, type }, 0)
    }
  }

  /** Events may be forwarded to this one; undefined if there are not several. They are counted from zero on. */
  target(target: string | undefined): void {
    for (const status of [...STATUS_CLASSES, NO_ANSWER]) {
      this.#series.attempts.inc({ status, ...(target !== undefined && { target }) }, 0)
    }
  }

  /** @param type as it was claimed, which may be any text */
  received(verdict: Verdict, type: string | null, leftOut = false): void {
    if (leftOut) this.#series.leftOut.inc()
    this.#series.received.inc({ verdict, type: type !== null && TYPES.has(type) ? type : OTHER })
    if (verdict === 'not_saved') this.onNotSaved()
    if (verdict === 'rejected' || verdict === 'not_saved') return
    this.#lastEventAt = this.#clock.now()
    this.#hasReceived = true
  }

  /** A delivery with a valid signature was answered, so long after all of it was there. */
  answered(ms: number): void {
    this.#series.answers.observe(ms / 1000)
  }

  /**
   * @param status null if no answer came
   * @param target undefined if there are not several
   */
  forwarded(status: number | null, ms: number, target?: string): void {
    const known = status === null ? NO_ANSWER : `${Math.floor(status / 100)}xx`
    this.#series.attempts.inc({
      status: known === NO_ANSWER || STATUS_CLASSES.includes(known) ? known : OTHER,
      ...(target !== undefined && { target }),
    })
    this.#series.forwarding.observe(ms / 1000)
  }

  /** A connection sent a request before it had the last answer, and was ended. */
  cut(): void {
    this.#series.cut.inc()
  }

  /** Whether the realtime channel is connected. */
  connected(isConnected: boolean): void {
    this.#realtime().connected.set(isConnected ? 1 : 0)
  }

  /** A message of the realtime channel can't be read. */
  unreadable(): void {
    this.#realtime().unreadable.inc()
  }

  #realtime() {
    this.#ofRealtime ??= this.#series.ofRealtime()
    return this.#ofRealtime
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
    const now = this.#clock.now()
    const since = (ms: number) => Math.max(0, now - ms) / 1000
    const { pending, parked, oldest, ready, lastEvent } = this.#series
    ready.set(isReady ? 1 : 0)
    lastEvent.set(since(this.#lastEventAt))
    if (stats === null) for (const gauge of [pending, parked, oldest]) gauge.remove()
    else {
      pending.set(stats.pending)
      parked.set(stats.parked)
      oldest.set(stats.oldestPending === null ? 0 : since(Date.parse(stats.oldestPending)))
    }
    return this.#registry.metrics()
  }
}
