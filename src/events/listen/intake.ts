/** Handles each delivery of `webhook listen`: saves and counts it, shows it once it is answered, and passes it on to be forwarded. */

import type { IncomingMessage } from 'node:http'
import { TRANSPORT_TESTS } from '#contract/delivery.ts'
import type { Forwarding } from '#forwarding/forwarding.ts'
import { type Arrival, type InboxWriting, type InsertResult, isUnavailable } from '#inbox/inbox.ts'
import type { Clock } from '#lib/clock.ts'
import { localizedMessage } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { reasonText, verdictFor } from '#lib/refusal-reason/texts.ts'
import { suggest } from '#lib/suggestion.ts'
import type { Meter } from '#monitor/monitor.ts'
import { type DeliveryIntake, TryLater } from '#webhooks/receiver.ts'
import type { Refusal, SignedDelivery } from '#webhooks/verify-delivery.ts'
import { texts } from '../texts.ts'
import type { Explained, RefusedExplainer } from './explain-refused.ts'
import type { KeepRejected } from './keep-rejected.ts'
import type { ListenView, ShownDelivery, ShownRefusal } from './view.ts'

/** How many rejected deliveries may wait to be shown. There is a limit, because anyone can send them. */
const MAX_REJECTED_WAITING = 10_000
/** After this long without a failure to save, the next one is said again. Milliseconds. */
const QUIET_MS = 5_000

export interface IntakeOptions {
  writing: Pick<InboxWriting, 'insert'>
  forwarding: Forwarding | undefined
  view: ListenView
  meter: Meter | undefined
  clock: Clock
  /** Keeps the refused ones. */
  keepRejected: KeepRejected
  explainer: Pick<RefusedExplainer, 'explain'>
  max: number
  /** Describes the signing secrets that deliveries are checked with. */
  secrets: Text
  onMaxShown(): void
}

interface RefusedRequest {
  request: IncomingMessage
  body: Buffer | null
  explained: Promise<Explained>
}

export class Intake implements DeliveryIntake {
  readonly #options: IntakeOptions
  /** How many are shown, or will be when they are explained. */
  #shown = 0
  #saving = 0
  #hasHinted = false
  #canSave = true
  #failedAt = 0
  /** How many were answered 204, including duplicates. */
  received = 0
  rejected = 0
  /** How many had a valid signature and could not be saved. */
  notSaved = 0

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /** Rejects if it can't be saved, or if `max` deliveries were already shown. */
  async save(signed: SignedDelivery, nowMs: number, request: IncomingMessage): Promise<() => void> {
    const { forwarding, max } = this.#options
    // A delivery that is answered 204 isn't sent again, so only those that will be shown are accepted.
    if (this.#shown + this.#saving >= max) throw new Error('enough deliveries were shown')
    const receivedAt = new Date(nowMs).toISOString()
    this.#saving++
    forwarding?.inserting(signed.delivery)
    try {
      const result = await this.#insert(signed, receivedAt, request)
      return () => {
        this.#saving--
        this.received++
        this.#showDelivery(signed, receivedAt, result)
        forwarding?.inserted(signed.delivery, result.forward === 'pending')
      }
    } catch (error) {
      this.#saving--
      forwarding?.inserted(signed.delivery, false)
      throw error
    }
  }

  async #insert(signed: SignedDelivery, receivedAt: string, request: IncomingMessage): Promise<InsertResult> {
    const { writing, forwarding, meter, clock } = this.#options
    const start = clock.monotonic()
    try {
      const result = await writing.insert(
        arrivalOf(signed, receivedAt, forwarding?.hasTarget(signed.event) ?? false),
      )
      this.#canSave ||= clock.monotonic() - this.#failedAt >= QUIET_MS
      meter?.received(result.verdict, signed.event, result.leftOut)
      return result
    } catch (error) {
      const away = isUnavailable(error)
      this.#notSaved(signed, receivedAt, request, error as Error, away ? 503 : 500)
      throw away ? new TryLater(error.message, { cause: error }) : error
    } finally {
      // It is answered at once after this.
      meter?.answered(clock.monotonic() - start)
    }
  }

  /** Shows and keeps a delivery that was refused. The body is null if it was not read to its end. */
  refused(
    { reason, status, delivery, event }: Refusal,
    nowMs: number,
    request: IncomingMessage,
    body: Buffer | null,
  ): void {
    const receivedAt = new Date(nowMs).toISOString()
    const explained = this.#options.explainer.explain({ reason, receivedAt, request, body })
    this.#reject({ receivedAt, delivery, type: event, status, reason }, { request, body, explained })
    if (status !== 401 || this.#hasHinted) return
    this.#hasHinted = true
    const { view, secrets } = this.#options
    const { out } = view
    out.note(refusalText(reason, receivedAt, secrets), { reason, status })
    out.note(suggest('webhook deliveries', { say: texts.toSeeRefused, flags: { rejected: true } }))
  }

  #notSaved(
    { delivery, event, body }: SignedDelivery,
    receivedAt: string,
    request: IncomingMessage,
    error: Error,
    status: 500 | 503,
  ): void {
    const { view, clock } = this.#options
    if (this.#canSave)
      view.out.warn(() => texts.notSaved(localizedMessage(error), status), { status, delivery })
    this.#canSave = false
    this.#failedAt = clock.monotonic()
    const shown = { receivedAt, delivery, type: event, status, reason: 'not_saved' } as const
    this.#reject(shown, { request, body, explained: Promise.resolve({ hints: [] }) })
  }

  #reject(
    refused: Omit<ShownRefusal, 'eventId' | 'verdict'>,
    { request, body, explained }: RefusedRequest,
  ): void {
    const { view, keepRejected, meter } = this.#options
    const verdict = verdictFor(refused.reason)
    const shown = { ...refused, eventId: null, verdict }
    if (verdict === 'not_saved') this.notSaved++
    else this.rejected++
    meter?.received(verdict, shown.type)
    keepRejected(
      shown,
      request,
      body,
      explained.then(({ hints }) => hints),
    )
    if (view.lines.count > MAX_REJECTED_WAITING) view.lines.leaveOut()
    else {
      // Other deliveries are shown meanwhile.
      this.#show(
        () =>
          void explained.then(({ hints, why }) =>
            view.deliveries.delivery({ ...shown, hints, why }, null, false),
          ),
      )
    }
  }

  #showDelivery(signed: SignedDelivery, receivedAt: string, result: InsertResult): void {
    const { delivery, event, eventId, eventSigned } = signed
    const { verdict, otherApproval, altered, forward, keptAs } = result
    if (altered) this.#options.view.out.warn(() => texts.cameAltered(delivery, keptAs), { delivery, keptAs })
    const marks = marksOf(event, eventSigned, otherApproval)
    const name = altered ? { keptAs } : {}
    const known = { receivedAt, delivery, ...name, type: event, eventId }
    const shown = { ...known, verdict, status: 204, ...marks }
    this.#show(() => this.#options.view.deliveries.delivery(shown, signed, forward === 'pending'))
  }

  #show(show: () => void): void {
    const { max, onMaxShown } = this.#options
    if (this.#shown === max) return
    this.#shown++
    show()
    if (this.#shown === max) onMaxShown()
  }
}

/** Why a delivery was refused, and what its signature was checked with where that may be wrong. */
function refusalText(reason: Refusal['reason'], receivedAt: string, secrets: Text): string {
  const rejected = texts.rejected(reasonText(reason))
  if (reason === 'missing_signature') return rejected
  if (reason === 'timestamp_outside_tolerance') return texts.clockSays(rejected, receivedAt)
  return texts.checkedWith(rejected, localized(secrets))
}

/** Marks for special deliveries: a test, an unsigned event, another approval of the same charge. */
export function marksOf(
  event: string,
  isSigned: boolean,
  otherApproval: InsertResult['otherApproval'],
): Pick<ShownDelivery, 'note' | 'sameDepositAs'> {
  const unsigned = isSigned ? undefined : 'unsigned_event'
  const note = TRANSPORT_TESTS.includes(event) ? 'transport_test' : unsigned
  return { note, sameDepositAs: otherApproval?.eventId ?? otherApproval?.event }
}

function arrivalOf(signed: SignedDelivery, receivedAt: string, forward: boolean): Arrival {
  const { delivery, event, eventId, secret, paymentId, headers, body } = signed
  const named = { delivery, event, eventId, secret, paymentId }
  return { channel: 'webhook', ...named, receivedAt, headers, body, forward }
}
