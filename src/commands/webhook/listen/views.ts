/** Shows deliveries and forwarding attempts for `webhook listen`: JSON, rows, or lines for a person. */

import { noAnswerText } from '#api/transport-error.ts'
import type { Output } from '#cli/output/output.ts'
import type { GracefulShutdown } from '#events/graceful-shutdown.ts'
import { marksOf } from '#events/listen/intake.ts'
import type { DeliveryView, ListenView, ShownDelivery } from '#events/listen/view.ts'
import { attemptMembers, type ForwardResult, isAccepted, whatFollows } from '#forwarding/attempt.ts'
import { shownTarget } from '#forwarding/routes.ts'
import type { Inbox, InboxReading } from '#inbox/inbox.ts'
import { localizedMessage } from '#lib/failure.ts'
import { localized } from '#lib/language.ts'
import { markText } from '#terminal/event-line.ts'
import { readBody } from '#webhooks/verify-delivery.ts'
import {
  attemptJsonLine,
  type DeliveryForPerson,
  deliveryJsonLine,
  deliveryTsvRow,
  formatDelivery,
} from './line.ts'
import { Lines } from './lines.ts'
import { texts } from './texts.ts'

export function createListenView(out: Output, inbox: Inbox, shutdown: GracefulShutdown): ListenView {
  const lines = new Lines(out, error => shutdown.end(error))
  shutdown.readerGone.addEventListener('abort', () => lines.close())
  return { out, lines, deliveries: createView(out, lines, inbox) }
}

function createView(out: Output, lines: Lines, { reading }: Inbox): DeliveryView {
  if (out.json) return jsonView(lines)
  if (!out.human) return tsvView(lines, out)
  return humanView(lines, out, event =>
    // What is read only for a line must not end the listener.
    reading.findOtherApproval(event).catch((error: Error) => {
      out.warn(() => texts.lineNotComplete(localizedMessage(error)))
      return null
    }),
  )
}

/** The name of a delivery in the inbox. */
function nameOf({ delivery, keptAs }: ShownDelivery): string {
  return keptAs ?? delivery ?? ''
}

/** The delivery id as received, and its name in the inbox if that is different. */
function shownIds({ delivery, given }: ForwardResult['delivery']): { delivery: string; keptAs?: string } {
  return given === delivery ? { delivery } : { delivery: given, keptAs: delivery }
}

/** NDJSON: one line for each delivery and each attempt. */
function jsonView(lines: Lines): DeliveryView {
  return {
    delivery: (shown, signed) =>
      lines.add(deliveryJsonLine(shown, signed?.json ?? null, signed?.body ?? null)),
    attempt: result => lines.add(attemptJsonLine(shownIds(result.delivery), result)),
  }
}

/** One row for each delivery. Marks, causes that were found and failed attempts, which have no column, go to stderr. */
function tsvView(lines: Lines, out: Output): DeliveryView {
  return {
    delivery(shown) {
      lines.add(deliveryTsvRow(shown))
      const mark = markText(shown)
      if (mark !== null) out.note(texts.mark(shown.delivery, mark))
      const { delivery, reason, hints, why } = shown
      if (hints?.length) out.note(texts.mark(delivery ?? '-', why!()), { delivery, reason, hints }, 'warn')
    },
    attempt(result) {
      if (isAccepted(result)) return
      const { delivery, to, status, error } = result
      const answer = status === null ? localized(noAnswerText(error ?? '')) : texts.answered(status)
      const line = texts.notAccepted(delivery.delivery, shownTarget(to), answer, whatFollows(result))
      out.note(line, attemptMembers(result), 'warn')
    },
  }
}

/** How many lines may wait for their first attempt. */
const MAX_HELD = 1000

/** One line for each delivery. It waits for the target's first answer as long as the target accepts deliveries. */
function humanView(
  lines: Lines,
  out: Output,
  findOtherApproval: InboxReading['findOtherApproval'],
): DeliveryView {
  const held = new Map<string, DeliveryForPerson>()
  let isForwarding = false
  /** The targets whose latest attempt has failed. What waits for one of them may hold back what goes to another. */
  const backingOff = new Set<string>()
  const print = (line: DeliveryForPerson) => {
    const { style, columns } = out
    lines.add(formatDelivery(line, { style, columns }))
  }
  const release = (pending: boolean) => {
    for (const line of held.values()) print(pending ? { ...line, forward: 'waiting' } : line)
    held.clear()
  }
  /** The line of a delivery that was shown before, or that an earlier run has saved. */
  const again = async ({ delivery }: ForwardResult, at: string): Promise<DeliveryForPerson> => {
    const { amount, paymentId, type } = readBody(delivery.body)
    const { event } = delivery
    const marks = marksOf(event, type !== null, await findOtherApproval({ event, paymentId }))
    const shown = { receivedAt: at, ...shownIds(delivery), type: event, eventId: delivery.eventId, ...marks }
    return { ...shown, verdict: 'accepted', status: 204, amount, paymentId }
  }
  return {
    delivery(shown, signed, pending) {
      const { amount = null, paymentId = null } = signed ?? {}
      const line = { ...shown, amount, paymentId }
      const soon = isForwarding && backingOff.size === 0 && held.size < MAX_HELD
      if (pending && soon && shown.verdict === 'accepted') held.set(nameOf(shown), line)
      else print(pending ? { ...line, forward: 'waiting' } : line)
    },
    async attempt(result, at) {
      const { delivery } = result.delivery
      const { to, nextMs } = result
      if (nextMs === null) backingOff.delete(to)
      else backingOff.add(to)
      const line = held.get(delivery) ?? (await again(result, at))
      held.delete(delivery)
      print({ ...line, forward: result })
      if (nextMs !== null) release(true)
    },
    forwarding() {
      isForwarding = true
    },
    release,
  }
}
