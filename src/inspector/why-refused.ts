/** Why a delivery was rejected, in words, for somebody who looks at a page. */

import type { Rejected } from '#webhooks/rejected/store.ts'
import { verifyAgain } from '#webhooks/rejected/verify-again.ts'
import { refusedWords, type Words } from '#webhooks/rejected/why-rejected.ts'
import { savedSignature } from '#webhooks/verify-delivery.ts'
import { explainSignature } from '#webhooks/wrong-signature/explain.ts'
import type { Hints } from '#webhooks/wrong-signature/find-cause.ts'
import type { InspectorOptions } from './inspector.ts'

/** A cause that the listener had no time to search for is searched once. */
export class Explainer {
  readonly #options: InspectorOptions
  readonly #found = new Map<number, Promise<Hints>>()

  constructor(options: InspectorOptions) {
    this.#options = options
  }

  /** In the language of the page that asks. */
  async why(rejected: Rejected): Promise<Words> {
    const { secrets, listening } = this.#options
    const canVerify = verifyAgain(rejected) !== null
    const canSearch = canVerify && secrets !== null
    const hints = rejected.hints ?? (canSearch ? await this.#search(rejected, secrets.values) : null)
    // Which secrets another process has isn't known.
    const checkedWith = listening === null ? null : secrets?.description
    return refusedWords({ ...rejected, hints }, canVerify, checkedWith)
  }

  #search({ id, headers, body, receivedAt }: Rejected, secrets: readonly string[]): Promise<Hints> {
    const { clock } = this.#options
    const search = async () => {
      const options = { secrets, clock, nowMs: Date.parse(receivedAt) }
      return (await explainSignature(savedSignature(headers), body!, options)).hints
    }
    if (!this.#found.has(id)) this.#found.set(id, search())
    return this.#found.get(id)!
  }
}
