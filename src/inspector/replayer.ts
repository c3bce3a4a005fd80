/** Sends a saved delivery again for a page, by the rules of `webhook replay`. */

import { replayDelivery } from '#forwarding/replay.ts'
import type { Delivery, Inbox } from '#inbox/inbox.ts'
import { localizedMessage } from '#lib/failure.ts'
import { formatDuration } from '#lib/local-time.ts'
import { sentencesOf } from './failure-text.ts'
import type { Parts } from './inspector.ts'
import { targetOf } from './target.ts'
import { texts } from './texts.ts'

type ReplayResult =
  /** The address is not one that it may be sent to. */
  | { kind: 'invalid'; text: string }
  /** It is another machine: a person must confirm it. */
  | { kind: 'confirm'; to: string }
  /** It was sent, or not, and what came of it. */
  | { kind: 'ok' | 'warning' | 'error'; text: string }

export class Replayer {
  readonly #parts: Parts
  readonly #sending = new Set<number>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @param confirmed the address that a person has confirmed; empty if none */
  async replay(
    inbox: Inbox,
    delivery: Delivery,
    { to, confirmed }: { to: string; confirmed: string },
  ): Promise<ReplayResult> {
    const target = targetOf(to, confirmed)
    if (target.kind !== 'target') return target
    // Two clicks on the button must not send it twice.
    if (this.#sending.has(delivery.id)) return { kind: 'warning', text: texts.isBeingSent() }
    this.#sending.add(delivery.id)
    try {
      return await this.#send(inbox, delivery, target.to)
    } finally {
      this.#sending.delete(delivery.id)
      this.#parts.sources.changed()
    }
  }

  async #send(inbox: Inbox, delivery: Delivery, to: string): Promise<ReplayResult> {
    const { secrets, secretFile, post, clock } = this.#parts.options
    if (secrets === null) return { kind: 'error', text: texts.cannotSign() }
    const signer = secrets.signer(to)
    const { status, ms, failure, unrecorded } = await replayDelivery(inbox, delivery, {
      to,
      secret: signer.secret,
      secretFile,
      signedWith: () => signer.description,
      post,
      clock,
    })
    if (unrecorded) return { kind: 'error', text: `${localizedMessage(unrecorded)}.` }
    const { host } = new URL(to)
    if (!failure) return { kind: 'ok', text: texts.answeredIn(host, status, formatDuration(ms)) }
    return { kind: 'error', text: sentencesOf(failure) }
  }
}
