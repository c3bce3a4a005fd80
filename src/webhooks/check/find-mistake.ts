/**
 * Finds the mistake of a receiver that refuses valid deliveries: it signs new ones as the usual mistakes would, one
 * request each, and looks which of them is accepted. A mistake counts as found only if the endpoint refuses the same
 * form with another secret, accepts it again, and refuses the right form.
 */

import { isSuccess } from '#contract/delivery.ts'
import { type TestDelivery, tellingText, testId } from '../events.ts'
import { FORMS, type Form, headerOf } from '../wrong-signature/mistakes.ts'
import { anotherSecret } from './cases.ts'
import { type Mistake, mistakeOf, type Runtime } from './mistake.ts'
import type { CheckOptions, Reply } from './run-checks.ts'

/** How long the search may take, in milliseconds: with a quick endpoint it takes a second. */
const SEARCH_MS = 60_000
const RATE_LIMITED = 429
/** What a wrong signature gets. Any other error comes after the signature was accepted: of an unknown charge, for instance. */
const REFUSALS = [400, 401, 403]

/** Why a search named no mistake. */
export type NoMistake =
  /** None of the usual mistakes was accepted. */
  | 'none'
  /** It took too long, or the endpoint limits how often it is called. */
  | 'slow'
  | 'rate_limited'
  /** The endpoint answers the same kind of delivery in two ways. */
  | 'unsteady'
  /** It accepts signatures of another secret. */
  | 'forged'

type SearchOptions = Pick<CheckOptions, 'secret' | 'clock' | 'onTry'> & {
  send(delivery: TestDelivery): Promise<Reply>
  /** The status that the valid delivery got. */
  refusedWith: number | null
}

class SearchEnded extends Error {
  readonly why: NoMistake

  constructor(why: NoMistake) {
    super(why)
    this.why = why
  }
}

export class MistakeSearch {
  readonly #options: SearchOptions
  readonly #endMs: number
  #tries = 0
  #runtime: Runtime | null = null

  constructor(options: SearchOptions) {
    this.#options = options
    this.#endMs = options.clock.monotonic() + SEARCH_MS
  }

  async find(): Promise<Mistake | NoMistake> {
    try {
      for (const form of FORMS) {
        if (await this.#accepts(form)) return await this.#confirmed(form)
      }
      return 'none'
    } catch (error) {
      if (error instanceof SearchEnded) return error.why
      throw error
    }
  }

  async #confirmed(form: Form): Promise<Mistake | NoMistake> {
    const [right] = FORMS as readonly [Form]
    const [own, other] = [this.#options.secret, anotherSecret()]
    // A secret that isn't set is the same in place of any.
    const isSet = headerOf(form, own, 0, '{}') !== headerOf(form, other, 0, '{}')
    if (await this.#accepts(isSet ? form : right, other)) return 'forged'
    if (!(await this.#accepts(form)) || (await this.#accepts(right))) return 'unsteady'
    return mistakeOf(form, this.#runtime)
  }

  async #accepts(form: Form, secret = this.#options.secret): Promise<boolean> {
    const { send, clock, onTry, refusedWith } = this.#options
    const body = tellingText(clock.now())
    const signature = headerOf(form, secret, clock.now(), body)
    if (signature === null) return false
    if (clock.monotonic() > this.#endMs) throw new SearchEnded('slow')
    onTry?.(++this.#tries)
    const reply = await send({ id: testId('dlv'), body: Buffer.from(body), signature })
    if (!('status' in reply)) {
      if (reply.timedOut) throw new SearchEnded('slow')
      return false
    }
    if (reply.status === RATE_LIMITED) throw new SearchEnded('rate_limited')
    this.#runtime ??= reply.runtime ?? null
    return (
      isSuccess(reply.status) || (REFUSALS.includes(refusedWith ?? 0) && !REFUSALS.includes(reply.status))
    )
  }
}
