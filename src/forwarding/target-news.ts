/** What is said about the targets of a run: what to do about one that refuses, that it has parked something, and that it is back. */

import { noAnswerText } from '#api/transport-error.ts'
import type { Clock } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { isCertificateError } from '#lib/network-error.ts'
import type { Notes } from '#lib/notes.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { eventMembers, type ForwardResult, isAccepted } from './attempt-result.ts'
import { shownTarget } from './routes.ts'
import { adviceFor } from './targets.ts'
import { texts } from './texts.ts'

/** So long after the latest one that had waited, it is said how many there were. Milliseconds. */
const QUIET_MS = 1000

interface Target {
  /** What was advised already. */
  advised: Set<unknown>
  /** Whether an attempt has failed and is repeated, and no event that had failed before was accepted since. */
  hasFailed: boolean
  /** How many were parked in this run. */
  parked: number
  /** Since when it accepts again; and how many that had come by then, and so had waited, were forwarded since. */
  back?: { atMs: number; forwarded: number } | undefined
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
    const target = this.#targets.get(result.to) ?? { advised: new Set(), hasFailed: false, parked: 0 }
    this.#targets.set(result.to, target)
    if (isAccepted(result)) this.#accepted(target, result)
    else if (result.parked) this.#parked(target, result)
    else {
      target.hasFailed = true
      target.cancelTimer?.()
    }
    this.#advise(target, result)
  }

  /** The first one is named; the summary has their number. */
  #parked(target: Target, { event, to, status }: ForwardResult): void {
    if (target.parked++ > 0) return
    const say = () => texts.parked(event.delivery, shownTarget(to), status)
    this.#out.warn(replayParked(say), eventMembers(event))
  }

  /** Each advice once for each target. */
  #advise({ advised }: Target, { to, status, error }: ForwardResult): void {
    const shown = shownTarget(to)
    const advice = adviceOn(status, error)
    if (advice === null || advised.has(advice)) return
    advised.add(advice)
    const args = [new URL(to).search === '' ? shown : `${shown}?…`]
    const check = suggest('webhook check', { say: () => texts.toCheck(shown, status!), args })
    const answer = () => (error === null ? texts.targetAnswered(status!) : localized(noAnswerText(error)))
    const say = () => `${shown}: ${answer()}; ${localized(advice as Text)}`
    this.#out.warn(advice === texts.toCheck ? check : say, { to: shown, status })
  }

  #accepted(target: Target, { to, attempt, event }: ForwardResult): void {
    // Beside an event that it refuses, a target may accept others all the time.
    if (target.hasFailed && attempt > 1) {
      target.hasFailed = false
      target.back = { atMs: this.#clock.now(), forwarded: target.back?.forwarded ?? 0 }
    }
    const { back } = target
    if (back === undefined || Date.parse(event.receivedAt) > back.atMs) return
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
    target.back = undefined
    const shown = shownTarget(to)
    const say = () => texts.isBack(shown, forwarded, parked)
    this.#out.say(parked === 0 ? say : replayParked(say), { to: shown, forwarded, parked })
  }

  /** The error of a run that has parked something; otherwise null. */
  parkedFailure(): Failure | null {
    const parked = [...this.#targets].filter(([, target]) => target.parked > 0)
    if (parked.length === 0) return null
    const count = parked.reduce((sum, [, target]) => sum + target.parked, 0)
    const targets = parked.map(([to]) => shownTarget(to))
    const next = [texts.checkLogForReason, replayParked(texts.toSendAgain)]
    return new Failure('service', () => texts.parkedFailure(count, targets), { next })
  }
}

function adviceOn(status: number | null, error: string | null): Text | typeof texts.toCheck | null {
  if (status !== null) return status === 400 || status === 401 ? texts.toCheck : adviceFor(status)
  if (error?.startsWith('TIMEOUT')) return texts.moreTime
  return isCertificateError(error ?? '') ? texts.acceptInsecure : null
}

/** The command that sends what is parked: a process that forwards does it, with its own targets. */
export function replayParked(say: Text): Suggestion {
  return suggest('webhook replay', { say, flags: { parked: true } })
}
