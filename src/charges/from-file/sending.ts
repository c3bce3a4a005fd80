/** Sends the rows of a file, several at the same time. Each row is in the journal before its first byte is sent. */

import { Readable } from 'node:stream'
import { BURST, Pace } from '#api/pace.ts'
import type { Payment } from '#contract/generated/types.ts'
import type { Clock } from '#lib/clock.ts'
import { Failure, localizedMessage } from '#lib/failure.ts'
import type { Attempt, Creations } from '../creations/create.ts'
import type { StartedCreation } from '../creations/journal.ts'
import { conclude, conflicting, count, noCounts, type RowResult } from './results.ts'
import { keyOf, type Row, type Rows } from './rows.ts'
import { texts } from './texts.ts'

/** Rows in progress or waiting to be printed after an earlier row, per parallel request. */
const WINDOW = 16
/** After this many unknown outcomes one after the other, the service is the problem, so the run stops. */
const MOST_UNKNOWN = 50
/** The statuses that aren't about a single row: the key, the account or the address is wrong. */
const FOR_ALL_ROWS = new Set([401, 403, 404, 405])
/** So long the earlier charge of a row in conflict may take to be read, in milliseconds: it is only for the advice. */
const EARLIER_MS = 5000

interface SendingOptions {
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

/** Records that a call was answered, for the rate limit. */
type Answered = (now: number) => void

export class Sending {
  readonly counts = noCounts()
  readonly #options: SendingOptions
  readonly #pace: Pace
  readonly #stopped = new AbortController()
  /** Null is the result of a row that was not sent after all. */
  readonly #inProgress = new Set<Promise<RowResult | null>>()
  #unknownInARow = 0

  constructor(options: SendingOptions) {
    this.#options = options
    this.#pace = new Pace(options.callsPerMinute, BURST)
  }

  /** Sends no more rows; those in progress continue. The first reason counts. */
  stop(reason: unknown): void {
    if (!this.#stopped.signal.aborted) this.#stopped.abort(reason)
  }

  /** How many rows were sent and have no answer yet. */
  get inProgress(): number {
    return this.#inProgress.size
  }

  /** Why it was stopped; undefined if it wasn't. */
  get stopReason(): unknown {
    return this.#stopped.signal.reason
  }

  /**
   * Sends the rows until it is stopped, and waits for those in progress.
   *
   * @param print gets the results in the order of the file. If it rejects, no more rows are sent
   */
  async run(print: (results: AsyncIterable<RowResult>) => Promise<void>): Promise<void> {
    await print(this.#results()).catch(error => this.stop(error))
    await Promise.all(this.#inProgress)
  }

  async *#results(): AsyncGenerator<RowResult> {
    // It begins rows ahead of the one that is awaited here.
    const begun = Readable.from(this.#begin(), { highWaterMark: WINDOW * this.#options.parallel })
    for await (const { end } of begun) {
      const result = await end
      if (result) yield result
    }
  }

  /** Sends each row as soon as it may be sent, and doesn't wait for its end. */
  async *#begin(): AsyncGenerator<{ end: Promise<RowResult | null> }> {
    const { rows, parallel } = this.#options
    for (const row of rows.inOrder()) {
      while (this.#inProgress.size >= parallel) await Promise.race(this.#inProgress)
      const answered = await this.#beginCall()
      if (!answered) return
      const end = this.#send(row, answered).finally(() => this.#inProgress.delete(end))
      this.#inProgress.add(end)
      yield { end }
    }
  }

  /** Begins a call as soon as one may be made. Null if the run was stopped. */
  async #beginCall(): Promise<Answered | null> {
    const { clock, onWait } = this.#options
    const { signal } = this.#stopped
    while (!signal.aborted) {
      const now = clock.monotonic()
      const { ms, asked } = this.#pace.wait(now)
      if (ms === 0) return this.#pace.begin(now)
      onWait(ms, asked)
      await clock.sleep(ms, signal).catch(() => {})
    }
    return null
  }

  async #send(row: Row, answered: Answered): Promise<RowResult | null> {
    const { clock, creations, batch } = this.#options
    const idempotencyKey = keyOf(batch, row.reference)
    const started = clock.monotonic()
    let begun: StartedCreation
    try {
      begun = creations.begin(idempotencyKey, row.request)
    } catch (error) {
      answered(started)
      // The journal has another request with this key, so nothing is sent.
      if (error instanceof Failure && error.category === 'conflict')
        return this.#counted(conflicting(row, idempotencyKey, error))
      this.stop(error instanceof Failure ? error : diskFault(error))
      return null
    }
    for (let call: Answered | null = answered; ; ) {
      const end = await creations.attempt(begun.entry)
      const now = clock.monotonic()
      call(now)
      if ('failure' in end && isForAllRows(end)) this.stop(end.failure)
      const isPutOff = 'failure' in end && this.#pace.putsOff(end.failure, started, now)
      call = isPutOff ? await this.#beginCall() : null
      if (!call) return this.#end(row, begun, end)
      begun.doubted ||= end.outcome === 'unknown'
    }
  }

  /** Records the end of a row, and stops the run if the other rows would end in the same way. */
  async #end(row: Row, begun: StartedCreation, end: Attempt): Promise<RowResult | null> {
    const result = conclude(this.#options.creations, row, begun, end, await this.#earlierOf(begun, end))
    const { failure, outcome } = result
    this.#unknownInARow = outcome === 'unknown' ? this.#unknownInARow + 1 : 0
    const isForAll =
      failure?.category === 'rate_limited' ||
      failure?.category === 'fault' ||
      this.#unknownInARow >= MOST_UNKNOWN
    if (failure && isForAll) this.stop(failure)
    // The service delayed it, and then it was not sent. Another run will send it.
    return failure?.category === 'rate_limited' && outcome === 'refused' ? null : this.#counted(result)
  }

  /** After a conflict: the charge that has the reference already, if this machine made it and it can be read. */
  async #earlierOf({ before }: StartedCreation, end: Attempt): Promise<Payment | null> {
    const isConflict = 'failure' in end && end.failure.category === 'conflict'
    const answered = isConflict && before?.paymentId ? await this.#beginCall() : null
    if (!answered) return null
    const { clock, creations } = this.#options
    const read = await creations.client.payment(before!.paymentId!, EARLIER_MS).catch(() => null)
    answered(clock.monotonic())
    return read?.data ?? null
  }

  #counted(result: RowResult): RowResult {
    count(this.counts, result)
    return result
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
