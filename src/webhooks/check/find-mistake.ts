/**
 * Finds the mistake of a receiver that refuses valid deliveries: it signs new ones as the usual mistakes would, one
 * request each, and looks which of them is accepted. A mistake counts as found only if the endpoint refuses the same
 * form with another secret, and accepts it again.
 */

import { isSuccess } from '#contract/delivery.ts'
import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import { eventText, type TestDelivery, tellingText, testId } from '../events.ts'
import { keysOf } from '../signing-keys.ts'
import { anotherSecret, RECENT_MS } from './cases.ts'
import { BODY_WRITERS, type BodyWriter, RAW, type Runtime, UNKNOWN } from './mistakes/imitated-receivers.ts'
import type { FoundForm } from './mistakes/mistake.ts'
import { type Form, formsToTry, formWith, headerOf } from './mistakes/signing.ts'
import type { CheckOptions, Reply } from './run-checks.ts'

/** How long the search may take, in milliseconds: with a quick endpoint it takes a second. */
const SEARCH_MS = 60_000
const RATE_LIMITED = 429
/** What a wrong signature gets. Any other error comes after the signature was accepted: of an unknown charge, for instance. */
const REFUSALS = [400, 401, 403]
const RIGHT = formWith({})
/** Its time is the second that begins next: an endpoint that allows only a second refuses {@link RIGHT} by chance. */
const THIS_SECOND = formWith({ time: { mistake: 'tolerance', shiftMs: 1000 } })
const RECENT = formWith({ time: { mistake: 'tolerance', shiftMs: -RECENT_MS } })

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

type TextAt = (nowMs: number) => string

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
  /** How far the clock of the endpoint is ahead of ours, as far as its answers say it. */
  #aheadMs = 0

  constructor(options: SearchOptions) {
    this.#options = options
    this.#endMs = options.clock.monotonic() + SEARCH_MS
  }

  async find(): Promise<FoundForm | NoMistake> {
    try {
      return await this.#ofRefused()
    } catch (error) {
      if (error instanceof SearchEnded) return error.why
      throw error
    }
  }

  async #ofRefused(): Promise<FoundForm | NoMistake> {
    if (await this.#accepts(THIS_SECOND, tellingText))
      return this.#confirmed(THIS_SECOND, [RAW], tellingText, { refused: RECENT })
    const plain = eventText(0)
    const groups = [...Map.groupBy(BODY_WRITERS, ({ write }) => write(plain)).values()]
    const others = groups.map(([first]) => first!).filter(first => first !== RAW)
    for (const form of [RIGHT, ...formsToTry(others)]) {
      if (!(await this.#accepts(form, eventText))) continue
      const alike = await this.#exactly(form, groups.find(([first]) => first === form.writer)!)
      if (alike !== null) return this.#confirmed({ ...form, writer: alike[0]! }, alike, tellingText)
      // It writes in a way that isn't known. The plain event has shown what else is wrong, if anything is.
      if (form !== RIGHT) return this.#confirmed(form, [form.writer], eventText)
      return this.#confirmed({ ...form, writer: UNKNOWN }, [UNKNOWN], eventText, { refusedText: tellingText })
    }
    return this.#ofClock()
  }

  /** For an endpoint whose answers have another time than ours. */
  async #ofClock(): Promise<FoundForm | NoMistake> {
    if (Math.abs(this.#aheadMs) < SIGNATURE_TOLERANCE_MS / 2) return 'none'
    const form = formWith({ time: { mistake: 'clock', shiftMs: this.#aheadMs } })
    return (await this.#accepts(form, eventText)) ? this.#confirmed(form, [RAW], eventText) : 'none'
  }

  /** Which of these writers the endpoint has: those of one text, in its language if it is known; null if none. */
  async #exactly(form: Form, writers: readonly BodyWriter[]): Promise<BodyWriter[] | null> {
    const telling = tellingText(0)
    const others = writers.filter(writer => form !== RIGHT || writer !== RAW)
    for (const alike of Map.groupBy(others, ({ write }) => write(telling)).values()) {
      if (!(await this.#accepts({ ...form, writer: alike[0]! }, tellingText))) continue
      const own = alike.filter(({ runtime }) => runtime === this.#runtime)
      return own.length > 0 ? own : alike
    }
    return null
  }

  /** @param refused what it must refuse to make this mistake: the right form, unless that may be accepted too */
  async #confirmed(
    form: Form,
    alike: readonly BodyWriter[],
    text: TextAt,
    { refused = RIGHT, refusedText = text } = {},
  ): Promise<FoundForm | NoMistake> {
    // A secret that isn't set is the same in place of any.
    const forged = keysOf([])[form.key].length > 0 ? RIGHT : form
    if (await this.#accepts(forged, text, anotherSecret())) return 'forged'
    if (!(await this.#accepts(form, text))) return 'unsteady'
    if (await this.#accepts(refused, refusedText)) return 'unsteady'
    return { form, alike, runtime: this.#runtime }
  }

  async #accepts(form: Form, text: TextAt, secret = this.#options.secret): Promise<boolean> {
    const { send, clock, onTry, refusedWith } = this.#options
    const body = text(clock.now())
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
    if (reply.dateMs) this.#aheadMs = reply.dateMs - clock.now()
    return (
      isSuccess(reply.status) || (REFUSALS.includes(refusedWith ?? 0) && !REFUSALS.includes(reply.status))
    )
  }
}
