/** What is said about the targets of a run: which check to run against one that refuses, and that one is back. */

import type { Clock } from '#lib/clock.ts'
import type { Notes } from '#lib/notes.ts'
import { suggest } from '#lib/suggestion.ts'
import { type ForwardResult, isAccepted } from './attempt.ts'
import { texts } from './texts.ts'

/** So long after the latest one that had waited, it is said how many there were. Milliseconds. */
const QUIET_MS = 1000

interface Target {
  /** Whether the check was named. */
  isNamed: boolean
  hasAccepted: boolean
  /** Whether the latest attempt that failed was not made up for yet. */
  isFailing: boolean
  /** When it accepted again, in milliseconds since the epoch, and how many that had waited were forwarded since. */
  back: { atMs: number; forwarded: number } | undefined
  cancelTimer?: () => void
}

export class TargetNews {
  readonly #out: Notes
  readonly #clock: Clock
  readonly #targets = new Map<string, Target>()

  constructor(out: Notes, clock: Clock) {
    this.#out = out
    this.#clock = clock
  }

  /** To be called after each attempt. */
  attempted(result: ForwardResult): void {
    const target = this.#targetAt(result.to)
    if (isAccepted(result)) this.#accepted(target, result)
    else this.#failed(target, result)
  }

  #failed(target: Target, { to, status }: ForwardResult): void {
    target.isFailing = true
    target.cancelTimer?.()
    if (target.isNamed || (status !== 400 && status !== 401)) return
    target.isNamed = true
    const check = suggest('webhook check', { say: () => texts.toCheck(to, status), args: [to] })
    this.#out.warn(check, { to, status })
  }

  #accepted(target: Target, { to, attempt, delivery }: ForwardResult): void {
    target.hasAccepted = true
    // Beside a delivery that it refuses, a target may accept others all the time.
    if (target.isFailing && attempt > 1) {
      target.isFailing = false
      target.back = { atMs: this.#clock.now(), forwarded: target.back?.forwarded ?? 0 }
    }
    const { back } = target
    if (back === undefined || Date.parse(delivery.receivedAt) > back.atMs) return
    back.forwarded++
    target.cancelTimer?.()
    target.cancelTimer = this.#clock.setTimer(QUIET_MS, () => this.#sayBack(target, to))
  }

  /** Whether it has refused everything so far, and the check was named. */
  refusesAll(to: string): boolean {
    const { isNamed, hasAccepted } = this.#targetAt(to)
    return isNamed && !hasAccepted
  }

  /** Says what was not said yet. */
  end(): void {
    for (const [to, target] of this.#targets) this.#sayBack(target, to)
  }

  #sayBack(target: Target, to: string): void {
    const { back, isFailing, cancelTimer } = target
    cancelTimer?.()
    if (back === undefined || isFailing) return
    const { forwarded } = back
    target.back = undefined
    this.#out.say(() => texts.isBack(to, forwarded), { to, forwarded })
  }

  #targetAt(to: string): Target {
    const known = this.#targets.get(to)
    if (known) return known
    const target = { isNamed: false, hasAccepted: false, isFailing: false, back: undefined }
    this.#targets.set(to, target)
    return target
  }
}
