/**
 * Finds the mistake of a receiver that refuses valid deliveries: it signs new ones as the usual mistakes would, one
 * request each, and looks which of them is accepted. A mistake counts as found only if the endpoint refuses the same
 * form with another secret, and accepts it again.
 */

import { randomBytes } from 'node:crypto'
import { isSuccess } from '#contract/delivery.ts'
import { SIGNATURE_TOLERANCE_MS, WEBHOOK_SECRET_PREFIX } from '#contract/limits.ts'
import type { Clock } from '#lib/clock.ts'
import { testId } from '../events.ts'
import { BODY_WRITERS, type BodyWriter, type Runtime } from '../mistakes/body-writers.ts'
import { type Form, formsToTry, headerOf, withTime } from '../mistakes/forms.ts'
import { type Delivery, eventText, tellingText } from './events.ts'
import type { Reply } from './run.ts'

/** How long the search may take, in milliseconds: with a quick endpoint it takes a second. */
const SEARCH_MS = 60_000
const RATE_LIMITED = 429

/** Why a search named no mistake. */
export type NoCause =
  /** None of the usual mistakes was accepted. */
  | 'none'
  /** It took too long, or the endpoint limits how often it is called. */
  | 'slow'
  | 'rate_limited'
  /** The endpoint answers the same kind of delivery in two ways. */
  | 'unsteady'
  /** It accepts signatures of another secret. */
  | 'forged'

export interface Found {
  form: Form
  /** The writers of bodies that make the same text as the form's; with it, the first. */
  alike: readonly BodyWriter[]
  /** The language of the endpoint, if its answers name it. */
  runtime: Runtime | null
}

export interface SearchOptions {
  send(delivery: Delivery): Promise<Reply>
  secret: string
  clock: Clock
  /** Called before each request. */
  onTry?(number: number): void
}

const RAW = BODY_WRITERS[0]!

/** Ends the search. */
class Stopped extends Error {
  readonly why: NoCause

  constructor(why: NoCause) {
    super(why)
    this.why = why
  }
}

export class Search {
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

  /** For an endpoint that refuses a plain delivery. */
  ofRefused(): Promise<Found | NoCause> {
    return this.#run(async () => {
      const plain = eventText(0)
      const groups = [...Map.groupBy(BODY_WRITERS, ({ write }) => write(plain)).values()]
      const firsts = groups.map(([first]) => first!) as [BodyWriter, ...BodyWriter[]]
      for (const form of formsToTry(firsts)) {
        if (!(await this.#accepts(form, eventText))) continue
        const group = groups.find(([first]) => first === form.writer)!
        const alike = await this.#exactly(form, group)
        // It may write in a way that isn't known; the plain event has shown what else is wrong.
        return alike === null
          ? this.#confirmed(form, [form.writer], eventText)
          : this.#confirmed({ ...form, writer: alike[0]! }, alike, tellingText)
      }
      return this.#ofClock()
    })
  }

  /** For an endpoint whose answers have another time than ours. */
  async #ofClock(): Promise<Found | NoCause> {
    if (Math.abs(this.#aheadMs) < SIGNATURE_TOLERANCE_MS / 2) return 'none'
    const form = withTime('clock', this.#aheadMs, RAW)
    return (await this.#accepts(form, eventText)) ? this.#confirmed(form, [RAW], eventText) : 'none'
  }

  /** For an endpoint that accepts a plain delivery, but not one whose JSON is written in an unusual way. */
  ofRewritten(): Promise<Found | NoCause> {
    return this.#run(async () => {
      const right: Form = { key: 'whole', scheme: null, writer: RAW }
      if (!(await this.#accepts(right, eventText))) return 'unsteady'
      const plain = eventText(0)
      const group = BODY_WRITERS.filter(({ write, mistake }) => mistake !== null && write(plain) === plain)
      const alike = await this.#exactly(right, group)
      return alike === null ? 'none' : this.#confirmed({ ...right, writer: alike[0]! }, alike, tellingText)
    })
  }

  async #run(search: () => Promise<Found | NoCause>): Promise<Found | NoCause> {
    try {
      return await search()
    } catch (error) {
      if (error instanceof Stopped) return error.why
      throw error
    }
  }

  /** Which of these writers the endpoint has: those of one text, in its language if it is known; null if none. */
  async #exactly(form: Form, writers: readonly BodyWriter[]): Promise<BodyWriter[] | null> {
    const telling = tellingText(0)
    for (const alike of Map.groupBy(writers, ({ write }) => write(telling)).values()) {
      if (!(await this.#accepts({ ...form, writer: alike[0]! }, tellingText))) continue
      const own = alike.filter(({ runtime }) => runtime === this.#runtime)
      return own.length > 0 ? own : alike
    }
    return null
  }

  async #confirmed(
    form: Form,
    alike: readonly BodyWriter[],
    text: (nowMs: number) => string,
  ): Promise<Found | NoCause> {
    const another = WEBHOOK_SECRET_PREFIX + randomBytes(24).toString('base64url')
    if (await this.#accepts(form, text, another)) return 'forged'
    if (!(await this.#accepts(form, text))) return 'unsteady'
    const right: Form = { key: 'whole', scheme: null, writer: RAW }
    if (await this.#accepts(right, text)) return 'unsteady'
    return { form, alike, runtime: this.#runtime }
  }

  async #accepts(
    form: Form,
    text: (nowMs: number) => string,
    secret = this.#options.secret,
  ): Promise<boolean> {
    const { send, clock, onTry } = this.#options
    const body = text(clock.now())
    const signature = headerOf(form, secret, clock.now(), body)
    if (signature === null) return false
    if (clock.monotonic() > this.#endMs) throw new Stopped('slow')
    onTry?.(++this.#tries)
    const reply = await send({ id: testId('dlv'), body: Buffer.from(body), signature })
    if (!('status' in reply)) {
      if (reply.timedOut) throw new Stopped('slow')
      return false
    }
    if (reply.status === RATE_LIMITED) throw new Stopped('rate_limited')
    this.#runtime ??= reply.runtime ?? null
    if (reply.dateMs) this.#aheadMs = reply.dateMs - clock.now()
    return isSuccess(reply.status)
  }
}
