/** What is said about the targets of a run: which check to run against one that refuses, and that one is back. */

import type { Clock } from '#lib/clock.ts'
import type { Text } from '#lib/language.ts'
import type { Notes } from '#lib/notes.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { type ForwardResult, isAccepted } from './attempt.ts'
import { shownTarget } from './routes.ts'
import { texts } from './texts.ts'

/** So long after the latest one that had waited, it is said how many there were. Milliseconds. */
const QUIET_MS = 1000

interface Target {
  /** Whether the check was named. */
  isNamed: boolean
  /** Whether an attempt has failed and is repeated, and no delivery that had failed before was accepted since. */
  hasFailed: boolean
  /** How many were parked since that was last said. */
  parked: number
  /** Since when it accepts again; and how many that had come by then, and so had waited, were forwarded since. */
  back?: { atMs: number; forwarded: number } | undefined
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
    if (parked) target.parked++
    else {
      target.hasFailed = true
      target.cancelTimer?.()
    }
    if (target.isNamed || (status !== 400 && status !== 401)) return
    target.isNamed = true
    const shown = shownTarget(to)
    const check = suggest('webhook check', {
      say: () => texts.toCheck(shown, status),
      args: [new URL(to).search === '' ? shown : `${shown}?…`],
    })
    this.#out.warn(check, { to: shown, status })
  }

  #accepted(target: Target, { to, attempt, delivery }: ForwardResult): void {
    // Beside a delivery that it refuses, a target may accept others all the time.
    if (target.hasFailed && attempt > 1) {
      target.hasFailed = false
      target.back = { atMs: this.#clock.now(), forwarded: target.back?.forwarded ?? 0 }
    }
    const { back } = target
    if (back === undefined || Date.parse(delivery.receivedAt) > back.atMs) return
    back.forwarded++
    target.cancelTimer?.()
    target.cancelTimer = this.#clock.setTimer(QUIET_MS, () => this.#sayBack(target, to))
  }

  /** Says what was not said yet. */
  end(): void {
    for (const [to, target] of this.#targets) this.#sayBack(target, to)
  }

  #sayBack(target: Target, to: string): void {
    const { back, hasFailed, parked, cancelTimer } = target
    cancelTimer?.()
    if (back === undefined || hasFailed) return
    const { forwarded } = back
    Object.assign(target, { back: undefined, parked: 0 })
    const shown = shownTarget(to)
    const say = () => texts.isBack(shown, forwarded, parked)
    this.#out.say(parked === 0 ? say : this.#replayParked(say), { to: shown, forwarded, parked })
  }

  #targetAt(to: string): Target {
    const target = this.#targets.get(to) ?? { isNamed: false, hasFailed: false, parked: 0 }
    this.#targets.set(to, target)
    return target
  }
}
