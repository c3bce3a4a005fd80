/**
 * Waits until many charges are paid (docs/decisions/command-line.md#waiting-for-many). It only reads and changes nothing.
 */

import type { Payment } from '#contract/generated/types.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import type { Notes } from '#lib/notes.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { lossTeller } from '../watching/loss.ts'
import { ChargesWatch, READ_MS, type WatchOptions, type WatchUpdate } from '../watching/watching.ts'
import { type Counts, texts } from './texts.ts'
import { contradictionOf, expiryOf, GRACE_MS, isOver } from './waiting.ts'

/** With more charges than this, no command names them all. */
const MOST_NAMED = 20

export interface ManyOptions extends Omit<WatchOptions, 'of' | 'late' | 'out' | 'firstLimitMs'> {
  out: Pick<Notes, 'note' | 'say' | 'warn'>
  /** Milliseconds; by default until half a minute after the last `expiresAt`, or without limit if `late`. */
  timeoutMs: number | undefined
  /** Goes on after EXPIRED, because a payment may be confirmed late. */
  late: boolean
  /** The id that the beginning of one is completed to. Throws a Failure, by default the given one, if there is none. */
  complete(id: string, refusal: Failure): Promise<string>
}

interface Open {
  charge: Payment
  /** When it can no longer be paid, by the monotonic clock. */
  expiry: number
}

export class ManyWait {
  readonly #options: ManyOptions
  readonly #watch: ChargesWatch
  readonly #ids: Set<string>
  /** Those that have not ended; null for one that was not read yet. */
  readonly #open: Map<string, Open | null>
  readonly #started: number
  readonly #refusals: Failure[] = []
  readonly #expired: string[] = []
  #paid = 0
  #unpaid = 0
  #contradictory = 0

  /** @param ids each is waited for once */
  constructor(ids: readonly string[], options: ManyOptions) {
    this.#options = options
    this.#ids = new Set(ids)
    this.#open = new Map(ids.map(id => [id, null]))
    const { timeoutMs } = options
    const firstLimitMs = timeoutMs === undefined ? undefined : Math.max(1000, timeoutMs)
    this.#watch = new ChargesWatch({ ...options, of: { ids }, firstLimitMs })
    this.#started = options.clock.monotonic()
  }

  get counts(): Counts {
    const counts = {
      paid: this.#paid,
      unpaid: this.#unpaid,
      open: this.#open.size,
      unknown: this.#refusals.length - this.#contradictory,
      contradictory: this.#contradictory,
    }
    return { all: Object.values(counts).reduce((sum, each) => sum + each), ...counts }
  }

  /** Milliseconds until the next one expires; Infinity if none does. */
  get nextExpiryMs(): number {
    const now = this.#options.clock.monotonic()
    const left = this.#known.map(({ expiry }) => expiry - now).filter(ms => ms > 0)
    return Math.min(...left)
  }

  /** Those that have not ended, as they were last read. */
  get unended(): Payment[] {
    return this.#known.map(({ charge }) => charge)
  }

  get #known(): Open[] {
    return [...this.#open.values()].filter(each => each !== null)
  }

  /**
   * Each charge as it ends, until all have ended or the time is over. A charge that the service doesn't know is a warning,
   * and the others are waited for all the same.
   */
  async *ended(): AsyncGenerator<Payment> {
    const { clock, out } = this.#options
    const tellLoss = lossTeller(out)
    let problem: Text | undefined
    let isTimeUp = false
    let cancel = () => {}
    const timeUp = () => {
      isTimeUp = true
      if (problem !== undefined) return this.#watch.close()
      // All are read again.
      this.#watch.refresh()
      cancel = clock.setTimer(READ_MS, () => this.#watch.close())
    }
    try {
      for await (const update of this.#watch) {
        if (!isTimeUp) cancel()
        problem = update.problem
        tellLoss(update)
        for (const [id, refusal] of update.unknown) await this.#complete(id, refusal)
        for (const charge of update.changed) if (this.#take(charge, update)) yield charge
        if (this.#open.size === 0) return
        if (isTimeUp && (update.isWhole || problem !== undefined)) break
        const left = this.#deadline - clock.monotonic()
        if (!isTimeUp && Number.isFinite(left)) cancel = clock.setTimer(left, timeUp)
      }
    } finally {
      cancel()
    }
    const why = problem
    if (why !== undefined) out.warn(() => texts.manyReadEarlier(localized(why)))
  }

  get #deadline(): number {
    const { timeoutMs, late } = this.#options
    if (timeoutMs !== undefined) return this.#started + timeoutMs
    if (late) return Number.POSITIVE_INFINITY
    return (
      Math.max(...[...this.#open.values()].map(each => each?.expiry ?? Number.POSITIVE_INFINITY)) + GRACE_MS
    )
  }

  /** Whether a charge has ended now. */
  #take(charge: Payment, { serviceAheadMs }: WatchUpdate): boolean {
    const { clock, late } = this.#options
    const { id, status } = charge
    if (!this.#open.has(id)) return false
    const at = clock.now() + serviceAheadMs
    if (!isOver(charge, late)) {
      this.#open.set(id, { charge, expiry: expiryOf({ data: charge, at }, clock, this.#started) })
      return false
    }
    this.#open.delete(id)
    const contradiction = contradictionOf(charge, at)
    if (contradiction) {
      this.#contradictory++
      this.#refuse(contradiction)
      return false
    }
    if (status === 'PAID') this.#paid++
    else this.#unpaid++
    if (status === 'EXPIRED') this.#expired.push(id)
    return true
  }

  async #complete(id: string, refusal: Failure): Promise<void> {
    this.#open.delete(id)
    try {
      const whole = await this.#options.complete(id, refusal)
      if (this.#ids.has(whole)) return
      this.#ids.add(whole)
      this.#open.set(whole, null)
      this.#watch.read(whole)
    } catch (error) {
      if (!(error instanceof Failure) || error === this.#options.signal.reason) throw error
      this.#refuse(error)
    }
  }

  #refuse(failure: Failure): void {
    this.#refusals.push(failure)
    this.#options.out.warn(failure.text)
  }

  /** Why not all of them are PAID; null if they are. An unknown charge is graver than an unpaid one. */
  failure(): Failure | null {
    const { counts } = this
    const [refusal] = this.#refusals
    if (counts.paid === counts.all) return null
    const category = refusal?.category ?? (counts.unpaid > 0 ? 'not_as_expected' : 'still_unpaid')
    return new Failure(category, () => texts.manyEnded(counts), {
      next: [...(refusal?.next ?? []), ...this.#again()],
    })
  }

  /** The end after Ctrl-C or SIGTERM, in words. */
  stopped({ category }: Stopped): Stopped {
    const { counts } = this
    return new Stopped(category, () => texts.manyStopped(texts.manyEnded(counts)), { next: this.#again() })
  }

  /** How to wait again for those that may still be paid. */
  #again(): Step[] {
    const [open, expired] = [[...this.#open.keys()], this.#expired]
    const { late } = this.#options
    if (open.length + expired.length > MOST_NAMED) return [texts.waitAgainByInput]
    return [
      ...(open.length > 0
        ? [suggest('charge wait', { say: texts.toWaitAgain, args: open, flags: late ? { late: true } : {} })]
        : []),
      ...(expired.length > 0
        ? [suggest('charge wait', { say: texts.waitForLate, args: expired, flags: { late: true } })]
        : []),
      ...(this.#unpaid > expired.length ? [texts.newCharge] : []),
    ]
  }
}
