/** Prints events for `events tail`: JSON, rows, or lines for a person; and the attempts to forward them that failed. */

import { noAnswerText } from '#api/transport-error.ts'
import type { Output } from '#cli/output/output.ts'
import type { ShownEvent, TailView } from '#events/tail/tail.ts'
import { attemptMembers, isAccepted, whatFollows } from '#forwarding/attempt-result.ts'
import { shownTarget } from '#forwarding/routes.ts'
import { type Clock, isoNow } from '#lib/clock.ts'
import { localized } from '#lib/language.ts'
import {
  type EventFacts,
  eventFacts,
  eventJsonLines,
  eventMark,
  eventTsvRow,
  formatEvent,
} from './event-line.ts'
import { texts } from './texts.ts'

/** @param isEnding whether no more attempts are started */
export function createTailView(out: Output, clock: Clock, isEnding: () => boolean): TailView {
  const linesOf = linesFor(out, clock)
  /** The targets whose latest attempt has failed. */
  const failing = new Set<string>()
  return {
    out,
    show: async events => out.handedOver(linesOf(events)),
    // Every failed attempt for a person, and for a script the first one.
    attempt(result) {
      const { event, to, status, error, nextMs } = result
      const isFirst = !failing.has(to)
      if (nextMs === null) failing.delete(to)
      else failing.add(to)
      if (isAccepted(result)) return
      const answer = status === null ? localized(noAnswerText(error ?? '')) : texts.targetAnswered(status)
      const members = attemptMembers(result)
      if (out.json && isFirst && nextMs !== null && !isEnding()) {
        out.warn(() => texts.waitToForward(shownTarget(to), answer), members)
      }
      const { type, delivery } = event
      const line = texts.attemptFailed(type, delivery, shownTarget(to), answer, whatFollows(result))
      out.note(line, members, 'warn')
    },
  }
}

function linesFor(out: Output, clock: Clock): (events: readonly ShownEvent[]) => string {
  if (out.json) return events => eventJsonLines(events.map(({ item }) => item))
  if (out.human) {
    return events => {
      const { style, columns } = out
      const today = isoNow(clock)
      return events.map(event => formatEvent(factsOf(event), { style, columns, today })).join('')
    }
  }
  return events => {
    const rows = events.map(event => {
      const facts = factsOf(event)
      const mark = eventMark(facts)
      if (mark !== null) out.note(texts.markOf(event.item.id, mark))
      return eventTsvRow(facts)
    })
    return rows.join('')
  }
}

/** With the id of another approval of the same charge: a script that acts on both would act twice. */
function factsOf({ item, inserted }: ShownEvent): EventFacts {
  const other = inserted?.otherApproval
  return { ...eventFacts(item), sameDepositAs: other?.eventId ?? other?.type }
}
