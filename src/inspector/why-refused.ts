/** Why a delivery was rejected, in words: the same findings as `webhook verify`, for somebody who looks at a page. */

import type { Rejected } from '#inbox/rejected/rejected.ts'
import { verifyAgain } from '#inbox/rejected/verify-again.ts'
import type { Clock } from '#lib/clock.ts'
import type { SigningSecrets } from '#webhooks/signing-secrets.ts'
import { savedSignature } from '#webhooks/verify-delivery.ts'
import {
  explanationWords,
  isAboutSignature,
  refusedWords,
  type Words,
} from '#webhooks/why-refused/why-refused.ts'
import { type Explanation, explainSignature } from '#webhooks/wrong-signature/explain.ts'

/** How long to search for the cause, in milliseconds, in small slices. */
const SEARCH_MS = 2_000

/** Explains rejected deliveries when somebody looks at them. A cause that the listener didn't search for is searched once. */
export class Explainer {
  readonly #clock: Clock
  /** Null if none is known. */
  readonly #secrets: SigningSecrets | null
  readonly #found = new Map<number, Promise<Explanation>>()

  constructor(clock: Clock, secrets: SigningSecrets | null) {
    this.#clock = clock
    this.#secrets = secrets
  }

  /** In the language of the page that asks. */
  async why(rejected: Rejected): Promise<Words> {
    const canVerify = verifyAgain(rejected) !== null
    if (!isAboutSignature(rejected.reason) || !canVerify || this.#secrets === null) {
      return refusedWords(rejected, canVerify)
    }
    const explanation = await this.#explain(rejected, this.#secrets)
    return explanationWords(explanation, rejected.reason, this.#secrets.description)
  }

  #explain(rejected: Rejected, { values }: SigningSecrets): Promise<Explanation> {
    const { id, reason, hints, headers, body, receivedAt, toleranceMs } = rejected
    const known = this.#found.get(id)
    if (known) return known
    const found = explainSignature(savedSignature(headers), body!, {
      secrets: values,
      nowMs: Date.parse(receivedAt),
      toleranceMs,
      hints: reason === 'signature_mismatch' ? hints : null,
      clock: this.#clock,
      searchMs: SEARCH_MS,
    })
    this.#found.set(id, found)
    found.catch(() => this.#found.delete(id))
    return found
  }
}
