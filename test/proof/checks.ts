/** What must be true afterwards, found from the target's log, the kills, and the rows of the inbox. */

import type { Came } from './target.ts'

/** An attempt with a 2xx as the inbox has recorded it. */
export interface Recorded {
  delivery: string
  /** What the target answered: the place of the request. */
  answer: string
}

export interface Outcome {
  /** The ids of the deliveries that the service was answered 2xx for. */
  acknowledged: ReadonlySet<string>
  /** The ids of the deliveries in the inbox. */
  kept: readonly string[]
  recorded: readonly Recorded[]
  requests: readonly Came[]
  /** When each killed process was killed, in milliseconds since the epoch. */
  kills: ReadonlyMap<string, number>
  payments: number
  eventsEach: number
}

export interface Findings {
  problems: string[]
  /** How many events were answered 2xx more than once, each time because of a kill. */
  twice: number
}

/** A process that lives so long after an answer has recorded it, also if PostgreSQL was away, in milliseconds. */
const RECORDING_MS = 10_000

export function check(outcome: Outcome): Findings {
  const problems: string[] = []
  const { acknowledged, kept, payments, eventsEach } = outcome
  const known = new Set(kept)
  if (known.size !== kept.length)
    problems.push(`${kept.length - known.size} deliveries are in the inbox twice`)
  for (const delivery of acknowledged) {
    if (!known.has(delivery)) problems.push(`${delivery} was acknowledged and is not in the inbox`)
  }
  const byEvent = Map.groupBy(outcome.requests, ({ event }) => event)
  for (let n = 1; n <= payments; n++) {
    for (let order = 1; order <= eventsEach; order++) {
      const reached = byEvent.get(`evt_${n}_${order}`)?.some(({ status }) => status === 200)
      if (!reached) problems.push(`evt_${n}_${order} was never accepted by the target`)
    }
  }
  checkOrder(outcome, problems)
  return { problems, twice: checkTwice(outcome, byEvent, problems) }
}

/** Each event of a payment comes after a 2xx for the one before it, and never again after the next one has come. */
function checkOrder({ requests }: Outcome, problems: string[]): void {
  for (const [payment, came] of Map.groupBy(requests, each => each.payment)) {
    const accepted = new Map<number, number>()
    for (const { order, status, answered } of came) {
      if (status === 200) accepted.set(order, Math.min(answered, accepted.get(order) ?? answered))
    }
    let latest = 1
    for (const { order, place, event } of came) {
      if (order > 1 && !(accepted.get(order - 1)! < place)) {
        problems.push(`${event} of ${payment} came before the 2xx for the event before it`)
      }
      if (order < latest) problems.push(`${event} of ${payment} came again after a later event`)
      latest = Math.max(latest, order)
    }
  }
}

/** Each event has one recorded 2xx, which came last; the others were in flight when their sender was killed. */
function checkTwice({ recorded, kills }: Outcome, byEvent: Map<string, Came[]>, problems: string[]): number {
  const attempts = Map.groupBy(recorded, ({ delivery }) => delivery)
  let twice = 0
  for (const [event, came] of byEvent) {
    const found = attempts.get(came[0]!.delivery) ?? []
    const accepted = came.filter(({ status }) => status === 200)
    const all = came.map(({ sender, at, status }) => `${status} to ${sender} at ${at}`).join(', ')
    if (found.length !== 1 || accepted.length === 0) {
      problems.push(`${event} has ${found.length} recorded 2xx (${all})`)
      continue
    }
    const last = came.at(-1)!
    if (found[0]!.answer !== String(last.place)) {
      problems.push(`${event} came again after its 2xx was recorded (${all})`)
    }
    for (const { sender, at: when, place } of accepted) {
      if (place === last.place) continue
      // Who sends an event again has forgotten its 2xx, without a kill.
      const lived =
        sender === last.sender ? last.at - when : (kills.get(sender) ?? Number.POSITIVE_INFINITY) - when
      if (sender === last.sender || lived > RECORDING_MS) {
        problems.push(`${event} was sent again, and ${sender} lived ${lived} ms after its 2xx (${all})`)
      }
    }
    if (accepted.length > 1) twice++
  }
  return twice
}
