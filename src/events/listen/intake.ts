/** Handles each delivery of `webhook listen`: saves and counts it, shows it once it is answered, and wakes the forwarding. */

import type { IncomingMessage } from 'node:http'
import { TRANSPORT_TESTS } from '#contract/delivery.ts'
import type { Forwarding } from '#forwarding/forwarding.ts'
import { type InboxWriting, type Inserted, isUnavailable, type OtherApproval } from '#inbox/inbox.ts'
import type { Clock } from '#lib/clock.ts'
import { localizedMessage } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import type { Notes } from '#lib/notes.ts'
import { type RefusalReason, reasonText, verdictFor } from '#lib/refusal-reason/texts.ts'
import { suggest } from '#lib/suggestion.ts'
import type { Meter } from '#monitor/monitor.ts'
import { type DeliveryIntake, TryLater } from '#webhooks/receiver.ts'
import type { Explained, RejectedExplainer } from '#webhooks/rejected/explain-rejected.ts'
import type { RejectedWriter } from '#webhooks/rejected/writer.ts'
import type { Refusal, SignedDelivery } from '#webhooks/verify-delivery.ts'
import type { Hints } from '#webhooks/wrong-signature/find-cause.ts'
import type { RunView } from '../run.ts'
import { texts } from '../texts.ts'

/** How many rejected deliveries may wait to be shown. There is a limit, because anyone can send them. */
const MAX_REJECTED_WAITING = 10_000

/** What every form of a delivery's line shows. */
export interface ShownDelivery {
  /** ISO 8601. */
  receivedAt: string
  delivery: string | null
  type: string | null
  /** As `webhook deliveries` has it; null if it isn't known. */
  eventId: string | null
  verdict: 'accepted' | 'duplicate' | 'rejected' | 'not_saved'
  /** The HTTP status of pixctl's answer. */
  status: number
  /** Only if it was rejected or not saved. */
  reason?: RefusalReason | undefined
  /** Only if it was rejected: the causes of a wrong signature. */
  hints?: Hints
  /** Why it was rejected, in words; empty or undefined if the reason says all that is known. */
  why?: (() => string) | undefined
  /** `transport_test`: it doesn't announce a payment; `unsigned_event`: only the header names the event. */
  note?: 'transport_test' | 'unsigned_event' | undefined
  /** The id of another event that approves the same charge. */
  sameDepositAs?: string | undefined
}

export interface WaitingLines {
  readonly count: number
  readonly leftOut: number
  /** Counts a line that is not written. */
  leaveOut(): void
  /** Resolves when every line is written, or nobody reads them any more. */
  written(): Promise<void>
}

export interface ListenView extends RunView {
  readonly out: Notes & { readonly logsJson: boolean }
  readonly lines: WaitingLines
  /** Shows an answered delivery. @param accepted null if it was not */
  delivery(shown: ShownDelivery, accepted: { signed: SignedDelivery; inserted: Inserted } | null): void
}

export interface IntakeOptions {
  writing: Pick<InboxWriting, 'insert'>
  forwarding: Pick<Forwarding, 'hasTarget' | 'wake'> | undefined
  view: ListenView
  meter: Meter | undefined
  clock: Clock
  /** Keeps the refused ones. */
  keepRejected: RejectedWriter['add']
  explainer: Pick<RejectedExplainer, 'explain'>
  max: number
  /** Describes the signing secrets that deliveries are checked with. */
  secrets: Text
  onMaxShown(): void
}

/** A request that isn't acknowledged. */
type Refused = Pick<ShownDelivery, 'receivedAt' | 'delivery' | 'type' | 'status'> & {
  reason: Refusal['reason']
  request: IncomingMessage
  /** Null if it was not read to its end. */
  body: Buffer | null
}

export class Intake implements DeliveryIntake {
  readonly #options: IntakeOptions
  /** How many are shown, or will be when they are explained. */
  #shown = 0
  #saving = 0
  #hasHinted = false
  #canSave = true
  /** How many were answered 204, including duplicates. */
  received = 0
  rejected = 0
  /** How many had a valid signature and could not be saved. */
  notSaved = 0

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /** Saves it, pending if it has a target; gives what follows the answer. Rejects if it can't, or if enough were shown. */
  async save(signed: SignedDelivery, nowMs: number, request: IncomingMessage): Promise<() => void> {
    const { writing, forwarding, meter, clock, max } = this.#options
    // A delivery that is answered 204 isn't sent again, so only those that will be shown are accepted.
    if (this.#shown + this.#saving >= max) throw new Error('enough deliveries were shown')
    const { delivery, type, eventId, store, paymentId, headers, body } = signed
    const receivedAt = new Date(nowMs).toISOString()
    const forward = forwarding?.hasTarget(type) ?? false
    const event = { type, eventId, store, paymentId, forward }
    const start = clock.monotonic()
    this.#saving++
    try {
      const arrival = { channel: 'webhook', delivery, receivedAt, headers, body, ...event } as const
      const inserted = await writing.insert(arrival)
      this.#canSave = true
      meter?.received(inserted.verdict, type, !inserted.isKept)
      return () => {
        this.#saving--
        this.received++
        this.#showAccepted(signed, receivedAt, inserted)
        forwarding?.wake()
      }
    } catch (error) {
      this.#saving--
      const away = isUnavailable(error)
      this.#notSaved({ receivedAt, delivery, type, status: away ? 503 : 500, request, body }, error)
      throw away ? new TryLater(error.message, { cause: error }) : error
    } finally {
      // It is answered at once after this.
      meter?.answered(clock.monotonic() - start)
    }
  }

  /** Shows and keeps a delivery that was refused. */
  refused(refusal: Refusal, nowMs: number, request: IncomingMessage, body: Buffer | null): void {
    const { view, secrets, explainer } = this.#options
    const { reason, status, delivery, event: type } = refusal
    const receivedAt = new Date(nowMs).toISOString()
    const refused = { receivedAt, delivery, type, status, reason, request, body }
    this.#reject(refused, explainer.explain(refused))
    if (status !== 401 || this.#hasHinted) return
    this.#hasHinted = true
    view.out.note(refusalText(reason, receivedAt, secrets), { reason, status })
    view.out.note(suggest('webhook deliveries', { say: texts.toSeeRefused, flags: { rejected: true } }))
  }

  #notSaved(refused: Omit<Refused, 'reason'>, error: unknown): void {
    const { view } = this.#options
    const { status, delivery } = refused
    const words = () => texts.notSaved(localizedMessage(error), status)
    if (this.#canSave) view.out.warn(words, { status, delivery })
    this.#canSave = false
    this.#reject({ ...refused, reason: 'not_saved' }, Promise.resolve({ hints: [] }))
  }

  #reject({ request, body, ...refused }: Refused, explained: Promise<Explained>): void {
    const { view, keepRejected, meter } = this.#options
    const { type, reason } = refused
    const verdict = verdictFor(reason)
    if (verdict === 'not_saved') this.notSaved++
    else this.rejected++
    meter?.received(verdict, type)
    const hints = explained.then(({ hints }) => hints)
    keepRejected({ ...refused, event: type, request, body, hints })
    const shown = { ...refused, eventId: null, verdict }
    if (view.lines.count > MAX_REJECTED_WAITING) view.lines.leaveOut()
    // Other deliveries are shown meanwhile.
    else this.#show(() => explained.then(known => view.delivery({ ...shown, ...known }, null)))
  }

  #showAccepted(signed: SignedDelivery, receivedAt: string, inserted: Inserted): void {
    const { delivery, type, eventId, typeSigned } = signed
    const { verdict, otherApproval } = inserted
    const marks = marksOf(type, typeSigned, otherApproval)
    const shown = { receivedAt, delivery, type, eventId, verdict, status: 204, ...marks }
    this.#show(() => this.#options.view.delivery(shown, { signed, inserted }))
  }

  #show(show: () => unknown): void {
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

/** Marks for special deliveries: a test, an unsigned type, another approval of the same charge. */
function marksOf(
  type: string,
  isSigned: boolean,
  other: OtherApproval | null,
): Pick<ShownDelivery, 'note' | 'sameDepositAs'> {
  const unsigned = isSigned ? undefined : 'unsigned_event'
  const note = TRANSPORT_TESTS.includes(type) ? 'transport_test' : unsigned
  return { note, sameDepositAs: other?.eventId ?? other?.type }
}
