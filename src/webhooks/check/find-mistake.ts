/**
 * Finds the mistake of a receiver that refuses valid deliveries: it signs new ones as the usual mistakes would, one
 * request each, and looks which of them is accepted. A mistake counts as found only if the endpoint refuses the same
 * form with another secret, accepts it again, and refuses the right form.
 */

import { isSuccess } from '#contract/delivery.ts'
import { type TestDelivery, tellingText, testId } from '../events.ts'
import { type Form, headerBy, NAMED } from '../wrong-signature/mistakes.ts'
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
  refusedWith: number
}

export async function findMistake(options: SearchOptions): Promise<Mistake | NoMistake> {
  const { send, clock, onTry, refusedWith, secret: own } = options
  const endMs = clock.monotonic() + SEARCH_MS
  let tries = 0
  let runtime = null as Runtime | null
  /** Why nothing more is sent. */
  let ended = null as NoMistake | null

  const accepts = async (form: Form, secret = own): Promise<boolean> => {
    const body = tellingText(clock.now())
    const signature = headerBy(form, secret, clock.now(), body)
    if (clock.monotonic() > endMs) ended = 'slow'
    if (signature === null || ended !== null) return false
    onTry?.(++tries)
    const reply = await send({ id: testId('dlv'), body: Buffer.from(body), signature })
    if (!('status' in reply)) {
      if (reply.timedOut) ended = 'slow'
      return false
    }
    const { status } = reply
    if (status === RATE_LIMITED) ended = 'rate_limited'
    runtime ??= reply.runtime ?? null
    return isSuccess(status) || (REFUSALS.includes(refusedWith) && !REFUSALS.includes(status))
  }

  const right: Form = []
  for (const form of [right, ...NAMED]) {
    if (!(await accepts(form)) || ended !== null) continue
    const other = anotherSecret()
    // A secret that isn't set is the same in place of any.
    const isSet = headerBy(form, own, 0, '{}') !== headerBy(form, other, 0, '{}')
    if ((await accepts(isSet ? form : right, other)) && ended === null) return 'forged'
    const isSteady = (await accepts(form)) && !(await accepts(right))
    return ended ?? (isSteady ? mistakeOf(form, runtime) : 'unsteady')
  }
  return ended ?? 'none'
}
