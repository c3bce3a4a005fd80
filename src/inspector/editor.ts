/** Sends a changed copy of a saved event as a test, and keeps what was typed and answered for its page. */

import { isUtf8 } from 'node:buffer'
import { noAnswerText } from '#api/transport-error.ts'
import { deliveryHeaders, isSuccess } from '#contract/delivery.ts'
import { type SentOnce, sendOnce } from '#forwarding/send.ts'
import { refusedDelivery } from '#forwarding/targets.ts'
import type { LogEvent } from '#inbox/inbox.ts'
import { UNSAFE } from '#lib/escape.ts'
import { localized } from '#lib/language.ts'
import { formatDuration } from '#lib/local-time.ts'
import { failureText } from '#web/problems.tsx'
import type { Notice } from '#web/sessions.ts'
import { type EditedEvent, editedEvent } from '#webhooks/edited-event.ts'
import { signedDelivery } from '#webhooks/events.ts'
import type { InspectorParts } from './inspector.ts'
import { texts } from './texts.ts'

/** A test event that was sent. */
export interface SentTest extends SentOnce {
  type: string
  eventId: string
  delivery: string
  bytes: number
  to: string
}

export interface Draft {
  text: string
  to: string
  /** What was sent last; null if nothing was. */
  sent: SentTest | null
}

export class Editor {
  readonly #parts: InspectorParts
  /** By the number of the event. */
  readonly #drafts = new Map<number, Draft>()

  constructor(parts: InspectorParts) {
    this.#parts = parts
  }

  draftOf({ id }: LogEvent): Draft | undefined {
    return this.#drafts.get(id)
  }

  /** Keeps what was typed in the page of an event. Failure if it can't be sent as an event. */
  keep({ id }: LogEvent, text: string, to: string): EditedEvent {
    const event = editedEvent(Buffer.from(text))
    this.#drafts.set(id, { text, to, sent: null })
    return event
  }

  /** Sends the test that was kept for an event. */
  async send({ id }: LogEvent, { type, eventId, body }: EditedEvent, to: string): Promise<Notice> {
    const { secrets, post, clock, commandText } = this.#parts.options
    if (secrets === null) return { kind: 'error', text: texts.cannotSign() }
    const signer = secrets.signer(to)
    const signed = signedDelivery(signer.secret, clock.now(), body)
    const sent = await sendOnce(signed, deliveryHeaders(type, signed), {
      to,
      post,
      secret: signer.secret,
      clock,
    })
    const draft = this.#drafts.get(id)
    if (draft) draft.sent = { ...sent, type, eventId, delivery: signed.id, bytes: body.length, to }
    const { host } = new URL(to)
    const { status, ms, error } = sent
    if (status === null)
      return { kind: 'error', text: texts.noAnswer(host, localized(noAnswerText(error ?? ''))) }
    const answered = texts.answeredIn(host, status, formatDuration(ms))
    if (isSuccess(status)) return { kind: 'ok', text: answered }
    const refused = refusedDelivery(status, { to, signedWith: () => signer.description })
    return { kind: 'warning', text: `${answered} ${failureText(refused, commandText)}` }
  }
}

/** What a browser changes, such as CR, or what a person can't see. */
const LOST = new RegExp(`(?![\\n\\t])[${UNSAFE}]`)

/** Whether the body comes back from an editor in a page as it was, but for what a person changed. */
export function isEditable({ body }: Pick<LogEvent, 'body'>): boolean {
  return isUtf8(body) && !LOST.test(body.toString('utf8'))
}
