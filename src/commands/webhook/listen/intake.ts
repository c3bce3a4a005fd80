/** What becomes of each delivery of `webhook listen`: kept, counted, shown, handed on to be forwarded. */

import type { Output } from '../../../cli/output/output.ts'
import type { Forwarding } from '../../../forwarding/forwarding.ts'
import { suggest } from '../../../shared/suggestion.ts'
import type { Arrival, Taken } from '../../../store/inbox.ts'
import type { InboxWriter } from '../../../store/inbox-writer.ts'
import { reasonText, type ShownDelivery } from '../../../terminal/delivery.ts'
import type { Refusal, SignedDelivery } from '../../../webhooks/receive.ts'
import type { Lines } from './lines.ts'
import { marksOf, type View } from './views.ts'

/** How many rejected deliveries may wait to be shown: anyone may send them, as many as they like. */
const MAX_REJECTED_WAITING = 10_000

export interface IntakeOptions {
  writer: InboxWriter
  forwarding: Forwarding | undefined
  view: View
  lines: Lines
  out: Output
  /** Leaves out what the other channel has shown. */
  unseen: boolean
  /** How many are shown. */
  max: number
  /** Which signing secrets deliveries are checked with, in words. */
  secrets: string
  /** Told once that many are shown. */
  onEnough(): void
}

export class Intake {
  readonly #options: IntakeOptions
  #shown = 0
  /** How many are being written. */
  #writing = 0
  #hinted = false
  #keeping = true
  /** How many were kept, duplicates too. */
  received = 0
  rejected = 0

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /** Keeps and shows a delivery; rejects when it couldn't be kept, or is one more than may be shown. */
  async keep(signed: SignedDelivery, receivedAt: string): Promise<void> {
    const { forwarding, max } = this.#options
    // What had its 204 would not be sent again: no more is taken than will be shown.
    if (this.#shown + this.#writing >= max) throw new Error('enough deliveries were shown')
    this.#writing++
    forwarding?.taking(signed.delivery)
    let pending = false
    try {
      const taken = await this.#take(signed, receivedAt)
      pending = taken.forward === 'pending'
      this.received++
      this.#showTaken(signed, receivedAt, taken)
    } finally {
      this.#writing--
      forwarding?.taken(signed.delivery, pending)
    }
  }

  async #take(signed: SignedDelivery, receivedAt: string): Promise<Taken> {
    const { writer, forwarding } = this.#options
    try {
      const taken = await writer.take(arrivalOf(signed, receivedAt, forwarding !== undefined))
      this.#keeping = true
      return taken
    } catch (error) {
      this.#notKept(signed, receivedAt, error as Error)
      throw error
    }
  }

  /** Shows a delivery that was refused. */
  refused({ reason, status, delivery, event }: Refusal, receivedAt: string): void {
    this.#reject({ receivedAt, delivery, event, verdict: 'rejected', status, reason })
    if (status !== 401 || this.#hinted) return
    this.#hinted = true
    const { out, secrets } = this.#options
    out.note(`refused, ${reasonText(reason)}: checked with ${secrets}`)
    out.note(
      suggest('webhook verify', { say: 'to find out why', flags: { signature: 't=…,v1=…', body: 'FILE' } }),
    )
  }

  #notKept({ delivery, event }: SignedDelivery, receivedAt: string, error: Error): void {
    if (this.#keeping) {
      this.#options.out.warn(
        `deliveries can't be saved (${error.message}): they are answered 500, and the service may send them again`,
      )
    }
    this.#keeping = false
    this.#reject({ receivedAt, delivery, event, verdict: 'rejected', status: 500, reason: 'not_kept' })
  }

  #reject(shown: ShownDelivery): void {
    this.rejected++
    const { lines } = this.#options
    if (lines.count > MAX_REJECTED_WAITING) lines.leaveOut()
    else this.#show(shown, null, false)
  }

  #showTaken(signed: SignedDelivery, receivedAt: string, taken: Taken): void {
    const { out, unseen } = this.#options
    const { delivery, event, eventSigned } = signed
    const { verdict, seenByOther, otherApproval, altered, forward, keptAs } = taken
    if (altered) {
      out.warn(
        `delivery ${delivery} came again with a different body, which the service never does: saved as ${keptAs}`,
      )
    }
    if (unseen && seenByOther) return
    const marks = marksOf(event, eventSigned, otherApproval)
    const name = altered ? { keptAs } : {}
    const shown = { receivedAt, delivery, ...name, event, verdict, status: 204, ...marks }
    this.#show(shown, signed, forward === 'pending')
  }

  #show(shown: ShownDelivery, signed: SignedDelivery | null, pending: boolean): void {
    const { view, max, onEnough } = this.#options
    if (this.#shown === max) return
    this.#shown++
    view.delivery(shown, signed, pending)
    if (this.#shown === max) onEnough()
  }
}

function arrivalOf(signed: SignedDelivery, receivedAt: string, forward: boolean): Arrival {
  const { delivery, event, eventId, secret, paymentId, headers, body } = signed
  return {
    channel: 'webhook',
    delivery,
    event,
    eventId,
    secret,
    paymentId,
    receivedAt,
    headers,
    body,
    forward,
  }
}
