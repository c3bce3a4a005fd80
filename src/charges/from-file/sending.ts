/**
 * Sends the rows of a file, several at the same time. Each row is in the journal before its first byte is sent; answers
 * that arrived in the meantime are written in the same synced transaction.
 */

import { BURST, Pace } from '#api/pace.ts'
import type { Payment } from '#contract/generated/types.ts'
import type { Clock } from '#lib/clock.ts'
import { attempt, Failure, localizedMessage } from '#lib/failure.ts'
import type { Attempt, Creations } from '../creations/create.ts'
import type { StartedCreation } from '../creations/journal.ts'
import { conclude, conflicting, count, noCounts, type RowResult } from './results.ts'
import { keyOf, type Row, type Rows } from './rows.ts'
import { texts } from './texts.ts'

/** Rows in progress or waiting for an earlier row, per parallel request. */
const WINDOW = 16
/** After this many unknown outcomes one after the other, the service is the problem, so the run stops. */
const MOST_UNKNOWN = 50
/** The statuses that aren't about a single row: the key, the account or the address is wrong. */
const FOR_ALL_ROWS = new Set([401, 403, 404, 405])
/** So long the earlier charge of a row in conflict may take to be read, in milliseconds: it is only for the advice. */
const EARLIER_MS = 5000

export interface SendingOptions {
  creations: Creations
  rows: Rows
  batch: string
  /** How many rows are sent at the same time. */
  parallel: number
  /** Infinity for no limit. */
  callsPerMinute: number
  clock: Clock
  /** Called before a wait for the rate limit, or one that the service asks for. */
  onWait(ms: number, asked: boolean): void
}

/** A row in progress: it is one until it and all rows before it have ended and are printed. */
interface RowInProgress {
  row: Row
  idempotencyKey: string
  begun: StartedCreation | null
  /** Called when its call is answered, for the rate limit. */
  called: (now: number) => void
  result: RowResult | null
}

/** A row with an answer, or without any more hope of one, and the result to write to the journal. */
interface Answered {
  current: RowInProgress
  end: Attempt
  /** After a conflict: the charge that has the reference already, if this machine made it and it could be read. */
  earlier: Payment | null
}

export class Sending {
  readonly counts = noCounts()
  readonly #options: SendingOptions
  readonly #pace: Pace
  readonly #rows: Iterator<Row>
  /** In the order of the file. */
  readonly #inOrder: RowInProgress[] = []
  readonly #answered: Answered[] = []
  readonly #stopped = new AbortController()
  #inProgress = 0
  /** The next row to send; null if there is none. */
  #upcoming: Row | null
  #unknownInARow = 0
  #wake = Promise.withResolvers<void>()
  #ready = Promise.withResolvers<void>()
  #over = false

  constructor(options: SendingOptions) {
    this.#options = options
    this.#pace = new Pace(options.callsPerMinute, BURST)
    this.#rows = options.rows.inOrder()
    this.#upcoming = this.#nextRow()
  }

  /** Sends no more rows; those in progress continue. The first reason counts. */
  stop(reason: unknown): void {
    if (!this.#stopped.signal.aborted) this.#stopped.abort(reason)
    this.#wake.resolve()
  }

  /** How many rows were sent and have no answer yet. */
  get inProgress(): number {
    return this.#inProgress
  }

  /** Why it was stopped; undefined if it wasn't. */
  get stopReason(): unknown {
    return this.#stopped.signal.reason
  }

  /** Resolves when every row has ended, or when it was stopped and no row is in progress. */
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
      this.#ready.resolve()
    }
  }

  /** The results in the order of the file, each when all before it have ended; several at once if several are ready. */
  async *results(): AsyncGenerator<RowResult[]> {
    for (;;) {
      const ready: RowResult[] = []
      while (this.#inOrder[0]?.result) ready.push(this.#inOrder.shift()!.result!)
      if (ready.length > 0) {
        yield ready
        // Now there is room for other rows.
        this.#wake.resolve()
      } else if (this.#over) return
      else {
        this.#ready = Promise.withResolvers()
        await this.#ready.promise
      }
    }
  }

  /** Waits for an answer, for room or for the time when the next row may be sent. */
  async #somethingNew(waitMs: number): Promise<void> {
    const { clock } = this.#options
    const woken = new AbortController()
    if (waitMs > 0 && Number.isFinite(waitMs)) {
      clock.sleep(waitMs, woken.signal).then(
        () => this.#wake.resolve(),
        () => {},
      )
    }
    await this.#wake.promise
    woken.abort()
    // Answers that arrive in this turn are written in the same transaction.
    await new Promise(resolve => setImmediate(resolve))
    this.#wake = Promise.withResolvers()
  }

  /** Writes the answers and the next rows to the journal, then sends these rows. Returns how long to wait for more. */
  #write(): number {
    const { creations } = this.#options
    const answered = this.#answered.splice(0)
    const { next, wait } = this.#next()
    if (answered.length + next.length === 0) return wait
    let results: RowResult[]
    try {
      results = creations.journal.inTransaction(() => {
        for (const row of next) this.#begin(row)
        return answered.map(row => this.#conclude(row))
      })
    } catch (error) {
      this.stop(error instanceof Failure ? error : diskFault(error))
      for (const row of next.splice(0)) if (!row.result) this.#drop(row)
      // Written one by one, each has its own error.
      results = answered.map(row => this.#conclude(row))
    }
    for (const [index, { current }] of answered.entries()) this.#end(current, results[index]!)
    for (const row of next) {
      if (row.begun) this.#send(row, row.begun)
    }
    if (this.#inOrder[0]?.result) this.#ready.resolve()
    return wait
  }

  /** The rows to send now, and how long to wait until another one may be sent. */
  #next(): { next: RowInProgress[]; wait: number } {
    const { clock, parallel, batch } = this.#options
    const next: RowInProgress[] = []
    const now = clock.monotonic()
    const isFull = () =>
      this.#inProgress + next.length >= parallel || this.#inOrder.length >= WINDOW * parallel
    for (let row = this.#upcoming; row && !this.#stopped.signal.aborted && !isFull(); row = this.#upcoming) {
      const wait = this.#waitFrom(now)
      if (wait > 0) return { next, wait }
      this.#upcoming = this.#nextRow()
      const called = this.#pace.begin(now)
      const idempotencyKey = keyOf(batch, row.reference)
      const current = { row, idempotencyKey, begun: null, called, result: null }
      next.push(current)
      this.#inOrder.push(current)
    }
    return { next, wait: Number.POSITIVE_INFINITY }
  }

  #nextRow(): Row | null {
    const { value, done } = this.#rows.next()
    return done ? null : value
  }

  /** Milliseconds until another call may be made. */
  #waitFrom(now: number): number {
    const { ms, asked } = this.#pace.wait(now)
    if (ms > 0) this.#options.onWait(ms, asked)
    return ms
  }

  #begin(current: RowInProgress): void {
    const { row, idempotencyKey } = current
    const begun = attempt(() => this.#options.creations.begin(idempotencyKey, row.request))
    // The journal has another request with this key, so nothing is sent.
    if (begun instanceof Failure) this.#put(current, conflicting(row, idempotencyKey, begun))
    else current.begun = begun
  }

  async #send(current: RowInProgress, begun: StartedCreation): Promise<void> {
    const { clock, creations } = this.#options
    const started = clock.monotonic()
    let { called } = current
    this.#inProgress++
    for (;;) {
      const end = await creations.attempt(begun.entry)
      const now = clock.monotonic()
      called(now)
      if ('failure' in end && isForAllRows(end)) this.stop(end.failure)
      const isPutOff = 'failure' in end && this.#pace.putsOff(end.failure, started, now)
      const again = isPutOff ? await this.#beginAgain() : null
      if (again === null) {
        this.#answered.push({ current, end, earlier: await this.#earlierOf(begun, end) })
        return this.#wake.resolve()
      }
      begun.doubted ||= end.outcome === 'unknown'
      called = again
    }
  }

  async #earlierOf({ before }: StartedCreation, end: Attempt): Promise<Payment | null> {
    const isConflict = 'failure' in end && end.failure.category === 'conflict'
    const called = isConflict && before?.paymentId ? await this.#beginAgain() : null
    const { clock, creations } = this.#options
    const read = called && (await creations.client.payment(before!.paymentId!, EARLIER_MS).catch(() => null))
    called?.(clock.monotonic())
    return read?.data ?? null
  }

  /** Begins a call as soon as one may be made. Null if the run was stopped. */
  async #beginAgain(): Promise<RowInProgress['called'] | null> {
    const { clock } = this.#options
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const now = clock.monotonic()
      const wait = this.#waitFrom(now)
      if (wait === 0) return this.#pace.begin(now)
      await clock.sleep(wait, signal).catch(() => {})
    }
    return null
  }

  #conclude({ current, end, earlier }: Answered): RowResult {
    return conclude(this.#options.creations, current.row, current.begun!, end, earlier)
  }

  /** Records the end of a row, and stops the run if the other rows would end in the same way. */
  #end(current: RowInProgress, result: RowResult): void {
    this.#inProgress--
    const { failure, outcome } = result
    this.#unknownInARow = outcome === 'unknown' ? this.#unknownInARow + 1 : 0
    const isForAll =
      failure?.category === 'rate_limited' ||
      failure?.category === 'fault' ||
      this.#unknownInARow >= MOST_UNKNOWN
    if (failure && isForAll) this.stop(failure)
    // The service delayed it, and then it was not sent. Another run will send it.
    if (failure?.category === 'rate_limited' && outcome === 'refused') this.#drop(current)
    else this.#put(current, result)
  }

  #put(current: RowInProgress, result: RowResult): void {
    current.result = result
    count(this.counts, result)
  }

  /** Removes a row that is not sent. */
  #drop(current: RowInProgress): void {
    this.#inOrder.splice(this.#inOrder.indexOf(current), 1)
  }
}

/** Whether every other row would end in the same way. */
function isForAllRows({ outcome, failure }: Extract<Attempt, { failure: Failure }>): boolean {
  return outcome === 'unsent' || FOR_ALL_ROWS.has(failure.details.status ?? 0)
}

/** No row was sent that isn't in the journal. */
function diskFault(error: unknown): Failure {
  return new Failure('fault', () => texts.journalFault(localizedMessage(error)), {
    next: texts.freeSpace,
    cause: error,
  })
}
