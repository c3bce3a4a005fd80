/** Shows deliveries and forwarding attempts for `webhook listen`: JSON, rows, or lines for a person. */

import { noAnswerText } from '#api/transport-error.ts'
import type { Output } from '#cli/output/output.ts'
import type { GracefulShutdown } from '#events/graceful-shutdown.ts'
import type { ListenView } from '#events/listen/intake.ts'
import { attemptMembers, type ForwardResult, isAccepted, whatFollows } from '#forwarding/attempt-result.ts'
import { shownTarget } from '#forwarding/routes.ts'
import { ClosedPipe } from '#lib/ending.ts'
import { localized } from '#lib/language.ts'
import { markText } from '#terminal/event-line.ts'
import { readBody } from '#webhooks/verify-delivery.ts'
import {
  attemptJsonLine,
  type DeliveryForPerson,
  deliveryJsonLine,
  deliveryTsvRow,
  formatDelivery,
} from './delivery-line.ts'
import { Lines } from './queued-lines.ts'
import { texts } from './texts.ts'

export function createListenView(out: Output, shutdown: GracefulShutdown): ListenView {
  const lines = new Lines(out, error => shutdown.end(error))
  const { stopIntake } = shutdown
  stopIntake.addEventListener('abort', () => stopIntake.reason instanceof ClosedPipe && lines.close())
  const createView = out.json ? jsonView : out.human ? humanView : tsvView
  return { out, lines, ...createView(lines, out) }
}

type DeliveryView = Omit<ListenView, 'out' | 'lines'>

/** NDJSON: one line for each delivery and each attempt. */
function jsonView(lines: Lines): DeliveryView {
  return {
    delivery: (shown, accepted) => lines.add(deliveryJsonLine(shown, accepted?.signed ?? null)),
    attempt: result => lines.add(attemptJsonLine(result)),
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
      const { event, to, status, error } = result
      const answer = status === null ? localized(noAnswerText(error ?? '')) : texts.answered(status)
      const line = texts.notAccepted(event.delivery, shownTarget(to), answer, whatFollows(result))
      out.note(line, attemptMembers(result), 'warn')
    },
  }
}

/** One line for each delivery. It waits for the target's first answer as long as the target accepts deliveries. */
function humanView(lines: Lines, out: Output): DeliveryView {
  /** By the numbers of their events. */
  const held = new Map<number, DeliveryForPerson>()
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
  const again = ({ event }: ForwardResult, receivedAt: string): DeliveryForPerson => {
    const { delivery, type, eventId, paymentId } = event
    const { amount } = readBody(event.body)
    const known = { delivery, type, eventId, paymentId, amount }
    return { receivedAt, ...known, verdict: 'accepted', status: 204 }
  }
  return {
    delivery(shown, accepted) {
      const { amount = null, paymentId = null } = accepted?.signed ?? {}
      const line = { ...shown, amount, paymentId }
      if (accepted?.inserted.forward !== 'pending') return print(line)
      const soon = isForwarding && backingOff.size === 0
      if (soon && shown.verdict === 'accepted') held.set(accepted.inserted.id, line)
      else print({ ...line, forward: 'waiting' })
    },
    attempt(result, at) {
      const { event, to, nextMs } = result
      if (nextMs === null) backingOff.delete(to)
      else backingOff.add(to)
      const line = held.get(event.id) ?? again(result, at)
      held.delete(event.id)
      print({ ...line, forward: result })
      if (nextMs !== null) release(true)
    },
    forwarding() {
      isForwarding = true
    },
    release,
  }
}
