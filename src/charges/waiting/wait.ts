/** Waits until charges are paid (docs/decisions/command-line.md#charge-wait). It only reads and changes nothing. */

import type { Payment } from '#contract/generated/types.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import type { ProgressNotes } from '#lib/notes.ts'
import type { Step } from '#lib/suggestion.ts'
import { ChargesWatch, READ_MS, type WatchOptions, type WatchUpdate } from '../watching/charges-watch.ts'
import { connectionNotices } from '../watching/connection-notices.ts'
import { leftMs } from './expiry.ts'
import { contradictionOf, isOver, waitAgain } from './outcome.ts'
import { type Counts, texts } from './texts.ts'

/** With more charges than this, no command names them all. */
const MOST_NAMED = 20
/** How often the remaining time is updated on the screen, in milliseconds. */
const TICK_MS = 1000
/** How long to wait after a charge expires: the service needs a moment to show the final state. */
const GRACE_MS = 30_000

export interface WaitOptions extends Omit<WatchOptions, 'of' | 'late' | 'out' | 'firstLimitMs'> {
  out: Pick<ProgressNotes, 'note' | 'say' | 'warn' | 'clearStatus'>
  /** Milliseconds; by default until half a minute after the last `expiresAt`, or without limit if `late`. */
  timeoutMs: number | undefined
  /** Goes on after EXPIRED, because a payment may be confirmed late (docs/service.md, 3). */
  late: boolean
  /** Called at the start, after each reading, and each second after that. */
  onTick(): void
  /** With a single charge, the first Failure ends the wait. With several it is a warning, and the others are waited for. */
  isSingle: boolean
}

interface Open {
  charge: Payment
  /** When it can no longer be paid, by the monotonic clock. */
  expiry: number
}

export class ChargesWait {
  readonly #options: WaitOptions
  readonly #watch: ChargesWatch
  /** Those that have not ended; null for one that was not read yet. */
  readonly #open: Map<string, Open | null>
  readonly #started: number
  readonly #refusals: Failure[] = []
  #paid = 0
  #unpaid = 0
  #contradictory = 0
  #cancelTick = () => {}

  /** @param ids each is waited for once */
  constructor(ids: readonly string[], options: WaitOptions) {
    this.#options = options
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
    return { all: Object.values(counts).reduce((sum, count) => sum + count), ...counts }
  }

  /** Those that have not ended, as they were last read. */
  get unended(): Open[] {
    return [...this.#open.values()].filter(open => open !== null)
  }

  /** Each charge as it ends, until all have ended or the time is over. */
  async *ended(): AsyncGenerator<Payment> {
    const { clock, out, isSingle } = this.#options
    const noticeConnection = isSingle ? () => {} : connectionNotices(out)
    let problem: Failure | undefined
    let isTimeUp = false
    let cancel = () => {}
    const timeUp = () => {
      isTimeUp = true
      if (problem !== undefined) return this.#watch.close()
      // All are read again.
      this.#watch.refresh()
      cancel = clock.setTimer(READ_MS, () => this.#watch.close())
    }
    this.#tick()
    try {
      for await (const update of this.#watch) {
        if (!isTimeUp) cancel()
        problem = update.problem
        noticeConnection(update)
        for (const [id, refusal] of update.unknown) {
          this.#open.delete(id)
          this.#refuse(refusal)
        }
        for (const charge of update.changed) if (this.#hasEnded(charge, update)) yield charge
        if (this.#open.size === 0) return
        if (isTimeUp && (update.isWhole || problem !== undefined)) break
        this.#tick()
        const left = this.#deadline - clock.monotonic()
        if (!isTimeUp && Number.isFinite(left)) cancel = clock.setTimer(left, timeUp)
      }
    } finally {
      cancel()
      this.#cancelTick()
      out.clearStatus()
    }
    const why = problem
    const earlier = isSingle ? texts.readEarlier : texts.manyReadEarlier
    if (why !== undefined) out.warn(() => earlier(why.localized))
  }

  get #deadline(): number {
    const { timeoutMs, late } = this.#options
    if (timeoutMs !== undefined) return this.#started + timeoutMs
    if (late) return Number.POSITIVE_INFINITY
    return (
      Math.max(...[...this.#open.values()].map(open => open?.expiry ?? Number.POSITIVE_INFINITY)) + GRACE_MS
    )
  }

  #tick(): void {
    this.#cancelTick()
    const { clock, onTick } = this.#options
    onTick()
    this.#cancelTick = clock.setTimer(TICK_MS, () => this.#tick())
  }

  /** Records what was read of a charge. Whether it has ended now. */
  #hasEnded(charge: Payment, { serviceAheadMs }: WatchUpdate): boolean {
    const { clock, late } = this.#options
    const { id, status } = charge
    if (!this.#open.has(id)) return false
    const at = clock.now() + serviceAheadMs
    if (!isOver(charge, late)) {
      this.#open.set(id, { charge, expiry: clock.monotonic() + leftMs(charge, at) })
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
    return true
  }

  #refuse(failure: Failure): void {
    const { isSingle, out } = this.#options
    if (isSingle) throw failure
    this.#refusals.push(failure)
    out.warn(failure.text)
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
    const open = [...this.#open.keys()]
    if (open.length > MOST_NAMED) return [texts.waitAgainByInput]
    return open.length > 0 ? [waitAgain(open, this.#options.late)] : []
  }
}
