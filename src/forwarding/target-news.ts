/** What is said about the targets of a run: which check to run against one that refuses, and that one is back. */

import { noAnswerText } from '#api/transport-error.ts'
import type { Clock } from '#lib/clock.ts'
import { localized, type Text } from '#lib/language.ts'
import type { Notes } from '#lib/notes.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { type ForwardResult, isAccepted } from './attempt.ts'
import { shownTarget } from './routes.ts'
import { adviceFor } from './targets.ts'
import { texts } from './texts.ts'

/** So long after the latest one that had waited, it is said how many there were. Milliseconds. */
const QUIET_MS = 1000

interface Target {
  /** What was advised already. */
  advised: Set<unknown>
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

  #failed(target: Target, result: ForwardResult): void {
    if (result.parked) target.parked++
    else {
      target.hasFailed = true
      target.cancelTimer?.()
    }
    this.#advise(target, result)
  }

  /** Each advice once for each target. */
  #advise({ advised }: Target, { to, status, error }: ForwardResult): void {
    const shown = shownTarget(to)
    const isInvalid = status === 400 || status === 401
    const noTime = status === null && error?.startsWith('TIMEOUT') ? error : null
    const advice = isInvalid ? texts.toCheck : noTime ? texts.moreTime : adviceFor(status ?? 0)
    if (advice === null || advised.has(advice)) return
    advised.add(advice)
    const args = [new URL(to).search === '' ? shown : `${shown}?…`]
    const check = suggest('webhook check', { say: () => texts.toCheck(shown, status!), args })
    const answer = () => (noTime ? localized(noAnswerText(noTime)) : texts.targetAnswered(status!))
    const say = () => `${shown}: ${answer()}; ${localized(advice as Text)}`
    this.#out.warn(isInvalid ? check : say, { to: shown, status })
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
    const target = this.#targets.get(to) ?? { advised: new Set(), hasFailed: false, parked: 0 }
    this.#targets.set(to, target)
    return target
  }
}
