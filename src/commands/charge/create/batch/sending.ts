/**
 * Sends the rows of a file, several at once: each is in the journal before its first byte leaves, and what has come
 * in meanwhile is written there together, in one synced transaction.
 */

import { BURST, MAX_DELAY_MS, Pace } from '../../../../api/paging.ts'
import type { Clock } from '../../../../shared/clock.ts'
import { Failure } from '../../../../shared/failure.ts'
import type { Begun } from '../../../../store/journal.ts'
import { type Attempt, attempt, begin, type CreationsOptions } from '../../shared/creations.ts'
import { concluded, count, noCounts, type RowEnd } from './ends.ts'
import { keyOf } from './keys.ts'
import type { Row } from './rows.ts'

/** How many rows may be in progress or wait for one before them, for each that is sent at once. */
const WINDOW = 16
/** So many rows in a row whose outcome is unknown: then it is the service, not the rows. */
const MOST_UNKNOWN = 50
/** The statuses that say nothing of a row: the key, the account or the address is wrong. */
const FOR_ALL_ROWS = new Set([401, 403, 404, 405])

export interface SendingOptions {
  creations: CreationsOptions
  rows: Iterator<Row>
  batch: string
  /** How many are sent at once. */
  parallel: number
  /** At the most; Infinity doesn't pace. */
  callsPerMinute: number
  clock: Clock
  /** Called before a wait for the rate limit, or one that the service asks for. */
  onWait(ms: number, asked: boolean): void
}

/** A row in its place, until it and all before it have ended and are taken. */
interface Place {
  row: Row
  idempotencyKey: string
  begun: Begun | null
  /** Tells the pace that its call was answered. */
  called: (now: number) => void
  end: RowEnd | null
}

/** A row that has been answered, or will not be; what is to be written of it. */
interface Answered {
  place: Place
  end: Attempt
}

export class Sending {
  readonly counts = noCounts()
  readonly #options: SendingOptions
  readonly #pace: Pace
  /** In the order of the file. */
  readonly #places: Place[] = []
  readonly #answered: Answered[] = []
  readonly #stopped = new AbortController()
  #inProgress = 0
  /** The row to be sent next; null where there is none. */
  #upcoming: Row | null
  #unknownInARow = 0
  /** Until then the service wants no call. */
  #heldUntil = 0
  #wake = Promise.withResolvers<void>()
  #taken = Promise.withResolvers<void>()
  #over = false

  constructor(options: SendingOptions) {
    this.#options = options
    this.#pace = new Pace(options.callsPerMinute, BURST)
    this.#upcoming = this.#nextRow()
  }

  /** Sends no further row; those in progress go on. The first reason counts. */
  stop(reason: unknown): void {
    if (!this.#stopped.signal.aborted) this.#stopped.abort(reason)
    this.#wake.resolve()
  }

  /** How many rows are with the service now. */
  get inProgress(): number {
    return this.#inProgress
  }

  /** Why it was stopped; undefined where it wasn't. */
  get stopReason(): unknown {
    return this.#stopped.signal.reason
  }

  /** Resolves when every row has ended, or none is in progress and no other will be sent. */
  async run(): Promise<void> {
    try {
      for (;;) {
        const wait = this.#write()
        const isLast = this.#upcoming === null || this.#stopped.signal.aborted
        if (isLast && this.#inProgress === 0 && this.#answered.length === 0) return
        await this.#somethingNew(wait)
      }
    } finally {
      this.#over = true
      this.#taken.resolve()
    }
  }

  /** The ends in the order of the file, each once all before it have ended; several where several are ready. */
  async *ends(): AsyncGenerator<RowEnd[]> {
    for (;;) {
      const ready: RowEnd[] = []
      while (this.#places[0]?.end) ready.push(this.#places.shift()!.end!)
      if (ready.length > 0) {
        yield ready
        // There is room for others.
        this.#wake.resolve()
      } else if (this.#over) return
      else {
        this.#taken = Promise.withResolvers()
        await this.#taken.promise
      }
    }
  }

  /** Waits for an answer, for room or for the time when the next row may be sent. */
  async #somethingNew(waitMs: number): Promise<void> {
    const { clock } = this.#options
    const woken = new AbortController()
    if (waitMs > 0 && Number.isFinite(waitMs)) {
      clock.sleep(waitMs, AbortSignal.any([woken.signal, this.#stopped.signal])).then(
        () => this.#wake.resolve(),
        () => {},
      )
    }
    await this.#wake.promise
    woken.abort()
    // All that has come in by then is written together.
    await new Promise(resolve => setImmediate(resolve))
    this.#wake = Promise.withResolvers()
  }

  /** Writes what was answered and what is to be sent, and sends it. Gives how long to wait for the next row. */
  #write(): number {
    const { creations } = this.#options
    const answered = this.#answered.splice(0)
    const { places, wait } = this.#next()
    if (answered.length + places.length === 0) return wait
    let ends: RowEnd[]
    try {
      ends = creations.journal.inTransaction(() => {
        for (const place of places) this.#begin(place)
        return answered.map(each => this.#conclude(each))
      })
    } catch (error) {
      this.stop(error instanceof Failure ? error : diskFault(error))
      for (const place of places.splice(0)) if (!place.end) this.#drop(place)
      // One by one each says itself that it couldn't be written down.
      ends = answered.map(each => this.#conclude(each))
    }
    for (const [index, { place }] of answered.entries()) this.#end(place, ends[index]!)
    for (const place of places) {
      if (place.begun) this.#send(place, place.begun)
    }
    if (this.#places[0]?.end) this.#taken.resolve()
    return wait
  }

  /** The rows to send now, in their places, and how long it is until another one may be sent. */
  #next(): { places: Place[]; wait: number } {
    const { clock, parallel, batch } = this.#options
    const places: Place[] = []
    const now = clock.monotonic()
    const isFull = () =>
      this.#inProgress + places.length >= parallel || this.#places.length >= WINDOW * parallel
    for (let row = this.#upcoming; row && !this.#stopped.signal.aborted && !isFull(); row = this.#upcoming) {
      const wait = this.#waitFrom(now)
      if (wait > 0) return { places, wait }
      this.#upcoming = this.#nextRow()
      const called = this.#pace.begin(now)
      const place = { row, idempotencyKey: keyOf(batch, row.reference), begun: null, called, end: null }
      places.push(place)
      this.#places.push(place)
    }
    return { places, wait: Number.POSITIVE_INFINITY }
  }

  #nextRow(): Row | null {
    const { value, done } = this.#options.rows.next()
    return done ? null : value
  }

  /** Milliseconds until another call may be made. */
  #waitFrom(now: number): number {
    const [held, paced] = [this.#heldUntil - now, this.#pace.wait(now)]
    const wait = Math.max(0, held, paced)
    if (wait > 0) this.#options.onWait(wait, held >= paced)
    return wait
  }

  #begin(place: Place): void {
    const { row, idempotencyKey } = place
    try {
      place.begun = begin(this.#options.creations, idempotencyKey, row.request)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // What the journal knows of it already is enough.
      this.#put(place, { row, idempotencyKey, outcome: 'conflict', created: null, failure: error })
    }
  }

  async #send(place: Place, begun: Begun): Promise<void> {
    const { client } = this.#options.creations
    const { clock } = this.#options
    const started = clock.monotonic()
    let { called } = place
    this.#inProgress++
    for (;;) {
      const end = await attempt(client, begun.entry)
      called(clock.monotonic())
      if ('failure' in end && isForAllRows(end)) this.stop(end.failure)
      if (!this.#putsOff(end, started) || !(await this.#isAllowedAgain())) {
        this.#answered.push({ place, end })
        return this.#wake.resolve()
      }
      begun.doubted ||= end.outcome === 'unknown'
      called = this.#pace.begin(clock.monotonic())
    }
  }

  /** Whether the service wants the row later, and that isn't too late. Then no other one is sent before either. */
  #putsOff(end: Attempt, started: number): boolean {
    const seconds = 'failure' in end ? end.failure.details.retryAfter : undefined
    if (seconds === undefined) return false
    const until = this.#options.clock.monotonic() + seconds * 1000
    if (until > started + MAX_DELAY_MS) return false
    this.#heldUntil = Math.max(this.#heldUntil, until)
    return true
  }

  /** Resolves when a call may be made; with false where none is to be made any more. */
  async #isAllowedAgain(): Promise<boolean> {
    const { clock } = this.#options
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const wait = this.#waitFrom(clock.monotonic())
      if (wait === 0) return true
      await clock.sleep(wait, signal).catch(() => {})
    }
    return false
  }

  #conclude({ place, end }: Answered): RowEnd {
    return concluded(this.#options.creations, place.row, place.begun!, end)
  }

  /** What the end of a row means for the others. */
  #end(place: Place, end: RowEnd): void {
    this.#inProgress--
    const { failure } = end
    this.#unknownInARow = end.outcome === 'unknown' ? this.#unknownInARow + 1 : 0
    const isForAll =
      failure?.category === 'rate_limited' ||
      failure?.category === 'fault' ||
      this.#unknownInARow >= MOST_UNKNOWN
    if (failure && isForAll) this.stop(failure)
    // It was put off, and in the end not sent: another run will.
    if (failure?.category === 'rate_limited' && end.outcome === 'refused') this.#drop(place)
    else this.#put(place, end)
  }

  #put(place: Place, end: RowEnd): void {
    place.end = end
    count(this.counts, end)
  }

  /** Gives up the place of a row that is not sent. */
  #drop(place: Place): void {
    this.#places.splice(this.#places.indexOf(place), 1)
  }
}

/** Whether any other row would end like that. */
function isForAllRows({ outcome, failure }: Extract<Attempt, { failure: Failure }>): boolean {
  return outcome === 'unsent' || FOR_ALL_ROWS.has(failure.details.status ?? 0)
}

/** Nothing was sent that isn't written down. */
function diskFault(error: unknown): Failure {
  return new Failure('fault', `the journal could not be written (${(error as Error).message})`, {
    next: 'free some space',
    cause: error,
  })
}
