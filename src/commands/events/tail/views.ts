/** Prints events for `events tail`: JSON, rows, or lines for a person. */

import type { Output } from '#cli/output/output.ts'
import { APPROVALS } from '#contract/delivery.ts'
import type { InboxReading } from '#inbox/inbox.ts'
import { type Clock, isoNow } from '#lib/clock.ts'
import { localizedMessage } from '#lib/failure.ts'
import type { TailItem } from '#realtime/tail.ts'
import { type EventFacts, eventFacts, eventJsonLines, eventMark, eventTsvRow, formatEvent } from './line.ts'
import { texts } from './texts.ts'

export type EventView = (items: readonly TailItem[]) => string | Promise<string>

/** How many approvals are remembered, to find another one of the same charge. */
const MAX_APPROVALS = 1000

export function createEventView(out: Output, reading: InboxReading, clock: Clock): EventView {
  if (out.json) return eventJsonLines
  const otherApproval = otherApprovals(reading, error =>
    out.warn(() => texts.approvalsUnknown(localizedMessage(error))),
  )
  const factsOf = async (item: TailItem): Promise<EventFacts> => {
    const facts = eventFacts(item)
    return { ...facts, sameDepositAs: await otherApproval(facts) }
  }
  if (out.human) {
    return async items => {
      const { style, columns } = out
      const today = isoNow(clock)
      let lines = ''
      for (const item of items) lines += formatEvent(await factsOf(item), { style, columns, today })
      return lines
    }
  }
  return async items => {
    let rows = ''
    for (const item of items) {
      const facts = await factsOf(item)
      const mark = eventMark(facts)
      if (mark !== null) out.note(texts.markOf(item.id, mark))
      rows += eventTsvRow(facts)
    }
    return rows
  }
}

/** Finds the id of another approval of the same charge: a script that acts on both would act twice. */
function otherApprovals(reading: InboxReading, onFault: (error: Error) => void) {
  /** The latest approvals by charge. Approvals that were just shown are not in the inbox yet. */
  const latest = new Map<string, { id: string; type: string }>()
  return async ({ id, type, paymentId }: EventFacts): Promise<string | undefined> => {
    if (id === null || paymentId === null || !APPROVALS.includes(type)) return undefined
    const here = latest.get(paymentId)
    if (here && here.type !== type) return here.id
    latest.set(paymentId, here ?? { id, type })
    if (latest.size > MAX_APPROVALS) latest.delete(latest.keys().next().value!)
    // That the inbox can't be read must not end a tail.
    const elsewhere = await reading.findOtherApproval({ event: type, paymentId }).catch(onFault)
    return elsewhere ? (elsewhere.eventId ?? elsewhere.event) : undefined
  }
}
