/** Why a delivery was rejected, in words: the same findings as `webhook verify`, for somebody who looks at a page. */

import { SIGNATURE_HEADER } from '#contract/delivery.ts'
import { headerPairs } from '#forwarding/send.ts'
import type { Rejected } from '#inbox/rejected/rejected.ts'
import type { Clock } from '#lib/clock.ts'
import { type Explanation, explainSignature, needsSecret } from '#webhooks/mistakes/explain.ts'
import { inWords, isAboutSignature, unexplained, type Words, whyNotTaken } from '#webhooks/refused/words.ts'
import type { SigningSecrets } from '#webhooks/signing-secrets.ts'

/** How long to search for the cause, in milliseconds, in small slices. */
const SEARCH_MS = 2_000
const MOST_KEPT = 200

export interface Why extends Words {
  /** Null if the signature was not examined. */
  explanation: Explanation | null
}

/** Explains rejected deliveries when somebody looks at them. The cause of each is searched once. */
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
  async why(rejected: Rejected): Promise<Why> {
    const { reason, status, headers, body, bodyBytes } = rejected
    if (!isAboutSignature(reason)) return { ...whyNotTaken(reason, status), explanation: null }
    const isWhole = body !== null && body.length === bodyBytes
    if (needsSecret(savedSignature(headers)) && (this.#secrets === null || !isWhole)) {
      return { ...unexplained(reason, this.#secrets === null), explanation: null }
    }
    const explanation = await this.#explain(rejected)
    return { ...inWords(explanation, reason, this.#secrets?.said ?? null), explanation }
  }

  #explain({ id, headers, body, receivedAt, toleranceMs }: Rejected): Promise<Explanation> {
    const known = this.#found.get(id)
    if (known) return known
    const found = explainSignature(savedSignature(headers), body ?? Buffer.alloc(0), {
      secrets: this.#secrets?.values ?? [],
      nowMs: Date.parse(receivedAt),
      toleranceMs,
      clock: this.#clock,
      searchMs: SEARCH_MS,
    })
    this.#found.set(id, found)
    found.catch(() => this.#found.delete(id))
    for (const oldest of [...this.#found.keys()].slice(0, -MOST_KEPT)) this.#found.delete(oldest)
    return found
  }
}

/** Empty if it is missing. */
export function savedSignature(headers: string): string {
  const found = headerPairs(headers).find(([name]) => name.toLowerCase() === SIGNATURE_HEADER.toLowerCase())
  return found?.[1] ?? ''
}
