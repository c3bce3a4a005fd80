/** What is said about the targets of a run: which check to run against one that refuses, and that one is back. */

import type { Clock } from '#lib/clock.ts'
import type { Text } from '#lib/language.ts'
import type { Notes } from '#lib/notes.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { type ForwardResult, isAccepted } from './attempt.ts'
import { texts } from './texts.ts'

/** So long after the latest one that had waited, it is said how many there were. Milliseconds. */
const QUIET_MS = 1000

interface Target {
  /** Whether the check was named. */
  isNamed: boolean
  /** The latest attempt that failed and was not made up for yet, and how many have failed since one was accepted. */
  failed?: { atMs: number; parked: boolean; inARow: number } | undefined
  /** How many were parked since that was last said. */
  parked: number
  /** Those that came until then had waited; how many of them were forwarded since it accepted again. */
  back?: { untilMs: number; forwarded: number } | undefined
  cancelTimer?: () => void
}

export class TargetNews {
  readonly #out: Notes
  readonly #clock: Clock
  readonly #replayParked: (say: Text) => Suggestion
  readonly #targets = new Map<string, Target>()

  constructor(out: Notes, clock: Clock, replayParked: (say: Text) => Suggestion) {
    this.#out = out
    this.#clock = clock
    this.#replayParked = replayParked
  }

  /** To be called after each attempt. */
  attempted(result: ForwardResult): void {
    const target = this.#targetAt(result.to)
    if (isAccepted(result)) this.#accepted(target, result)
    else this.#failed(target, result)
  }

  #failed(target: Target, { to, status, parked = false }: ForwardResult): void {
    target.failed = { atMs: this.#clock.now(), parked, inARow: (target.failed?.inARow ?? 0) + 1 }
    if (parked) target.parked++
    target.cancelTimer?.()
    if (target.isNamed || (status !== 400 && status !== 401)) return
    target.isNamed = true
    const check = suggest('webhook check', { say: () => texts.toCheck(to, status), args: [to] })
    this.#out.warn(check, { to, status })
  }

  #accepted(target: Target, { to, attempt, delivery }: ForwardResult): void {
    const { failed } = target
    // Beside a delivery that it refuses, a target may accept others all the time.
    const isBack = failed && (attempt > 1 || (failed.parked && failed.inARow > 1))
    if (isBack) {
      const untilMs = attempt > 1 ? this.#clock.now() : failed.atMs
      target.back = { untilMs, forwarded: target.back?.forwarded ?? 0 }
      target.failed = undefined
    } else if (failed) failed.inARow = 0
    const { back } = target
    if (back === undefined) return
    const hasWaited = Date.parse(delivery.receivedAt) <= back.untilMs
    if (hasWaited) back.forwarded++
    if (!isBack && !hasWaited) return
    target.cancelTimer?.()
    target.cancelTimer = this.#clock.setTimer(QUIET_MS, () => this.#sayBack(target, to))
  }

  /** Says what was not said yet. */
  end(): void {
    for (const [to, target] of this.#targets) this.#sayBack(target, to)
  }

  #sayBack(target: Target, to: string): void {
    const { back, failed, parked, cancelTimer } = target
    cancelTimer?.()
    if (back === undefined || failed) return
    const { forwarded } = back
    Object.assign(target, { back: undefined, parked: 0 })
    const say = () => texts.isBack(to, forwarded, parked)
    this.#out.say(parked === 0 ? say : this.#replayParked(say), { to, forwarded, parked })
  }

  #targetAt(to: string): Target {
    const target = this.#targets.get(to) ?? { isNamed: false, parked: 0 }
    this.#targets.set(to, target)
    return target
  }
}
