/**
 * The counter: follows the charges of the day, makes new ones, and asks the service for one. The screen and the page of
 * `charges watch` show its day.
 */

import { randomUUID } from 'node:crypto'
import { askedWaitMs } from '#api/pace.ts'
import type { Payment } from '#contract/generated/types.ts'
import { DEFAULT_VALIDITY_MINUTES } from '#contract/limits.ts'
import { isoNow } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import { Creations, type Creator } from '../creations/create.ts'
import { CreationFailure, unknownOutcome } from '../creations/failures.ts'
import type { Journal } from '../creations/journal.ts'
import { type ChargesWatch, READ_MS, type WatchUpdate } from './charges-watch.ts'
import {
  type Creation,
  choicesOf,
  type Day,
  EMPTY_DAY,
  endOf,
  newsOf,
  wasRead,
  withCharges,
  withCreated,
  withCreation,
  withoutCreation,
  withReading,
} from './day.ts'
import { texts } from './texts.ts'
import { unusualFrom } from './usual-amounts.ts'

/** The time from an answer to the next question of the same charge, in milliseconds. */
const BETWEEN_QUESTIONS_MS = 1_000

/** What has changed in the day. */
export type Change =
  /** `news`: the charges in another state than before. `gone`: those that the service doesn't know any more. */
  | { kind: 'heard'; news: readonly Payment[]; gone: readonly Payment[] }
  | { kind: 'sending'; creation: Creation }
  | { kind: 'made'; key: string; payment: Payment }
  | { kind: 'failed'; key: string; failure: Failure }
  | { kind: 'dismissed' }

export interface CounterOptions {
  watch: ChargesWatch
  /** What creations and questions are sent with. */
  creator: Creator & { journalIfAny(): Promise<Journal | null>; baseUrl(): string }
  /** Any error as one that can be shown. */
  asFailure(error: unknown): Failure
}

/** The service has refused the creation, as another pixctl was told: there is no charge. */
class RefusedElsewhere extends Failure {}

export class Counter {
  readonly #options: CounterOptions
  readonly #listeners = new Set<(change: Change) => void>()
  readonly #sends = new Map<string, Promise<Payment | null>>()
  readonly #questions = new Map<string, Promise<Payment>>()
  #journal: Journal | null = null
  #day: Day = { ...EMPTY_DAY }

  constructor(options: CounterOptions) {
    this.#options = options
  }

  get day(): Day {
    return this.#day
  }

  /** Calls back after each change, until the returned function is called. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /**
   * Follows the charges until the watch is closed. Throws the signal's reason, or the Failure that ends the watch.
   *
   * @param print gets each update; nothing is read until it is done
   */
  async run(print?: (update: WatchUpdate) => Promise<void>): Promise<void> {
    const { watch, creator } = this.#options
    for await (const update of watch) {
      // A list may be the first thing that this profile keeps.
      this.#journal ??= await creator.journalIfAny()
      const before = this.#day
      const news = newsOf(before, update.changed)
      const gone = [...update.unknown.keys()].flatMap(id => before.charges.get(id) ?? [])
      const day = withReading(before, update, creator.clock.now())
      this.#change({ ...day, ...this.#ofJournal(before, day, news) }, { kind: 'heard', news, gone })
      await print?.(update)
    }
  }

  /**
   * Makes a charge: it is in the journal before it is sent. The same key twice sends it once. It never rejects: null if there
   * is no charge, and why is in the day.
   */
  create(
    { amount, description }: Pick<Creation, 'amount' | 'description'>,
    key: string = randomUUID(),
  ): Promise<Payment | null> {
    const running = this.#sends.get(key)
    if (running) return running
    return this.#send({ key, amount, description, failure: null }, async () => {
      const creations = await Creations.open(this.#options.creator)
      const validityMinutes = DEFAULT_VALIDITY_MINUTES
      return creations.create(key, { amount, description, passFee: false, validityMinutes })
    })
  }

  /** Sends a creation again, with its own key and bytes, if nobody else has finished it by now. */
  recover(key: string): Promise<Payment | null> {
    const running = this.#sends.get(key)
    const creation = this.#day.creations.find(sent => sent.key === key)
    if (running || !creation) return running ?? Promise.resolve(null)
    return this.#send({ ...creation, failure: null }, async () => {
      try {
        return await this.#sendAgain(key)
      } catch (error) {
        // That this attempt failed says nothing of the one before, which may have made the charge.
        const isKnown = error instanceof CreationFailure || error instanceof RefusedElsewhere
        throw isKnown ? error : unknownOutcome(this.#options.asFailure(error), key)
      }
    })
  }

  async #sendAgain(key: string): Promise<{ payment: Payment }> {
    const creations = await Creations.open(this.#options.creator)
    const [entry] = creations.journal.find(key)
    if (entry?.outcome === null) return creations.sendAgain(entry)
    if (entry?.paymentId) return { payment: (await creations.client.payment(entry.paymentId)).data }
    if (entry?.outcome === 'refused')
      throw new RefusedElsewhere('conflict', texts.refusedElsewhere, { next: [] })
    throw new Failure('conflict', texts.endedElsewhere, { next: [] })
  }

  /**
   * Takes a creation that made no charge out of the day; one that was never sent out of the journal too, so that nobody sends
   * it later. One that may have made a charge stays.
   */
  async dismiss(key: string): Promise<void> {
    const creation = this.#day.creations.find(sent => sent.key === key)
    if (!creation || !choicesOf(creation).includes('dismiss')) return
    const { creator } = this.#options
    if (endOf(creation) === 'unsent') {
      const journal = await creator.journal()
      if (!journal.forgetUnsent(key, isoNow(creator.clock))) return
    }
    this.#change(withoutCreation(this.#day, key), { kind: 'dismissed' })
  }

  /**
   * Asks the service for a charge now. Who asks while an answer is awaited, or has just come, gets that one: a key that is held
   * down must not use up the calls of the shop.
   * @throws Failure when there is no answer: then nothing is known
   */
  ask(id: string): Promise<Payment> {
    const running = this.#questions.get(id)
    if (running) return running
    const question = this.#ask(id)
    this.#questions.set(id, question)
    const forget = (error?: unknown) => {
      const wait = Math.max(BETWEEN_QUESTIONS_MS, askedWaitMs(error))
      this.#options.creator.clock.setTimer(wait, () => this.#questions.delete(id))
    }
    question.then(() => forget(), forget)
    return question
  }

  /** Resolves once nothing is being sent. */
  async settled(): Promise<void> {
    await Promise.all(this.#sends.values())
  }

  async #ask(id: string): Promise<Payment> {
    const { creator, watch } = this.#options
    const client = await creator.client()
    const { data } = await client.payment(id, READ_MS)
    watch.add(data)
    const news = newsOf(this.#day, [data])
    this.#change(withCharges(this.#day, [data], creator.clock.now()), { kind: 'heard', news, gone: [] })
    return data
  }

  #send(creation: Creation, send: () => Promise<{ payment: Payment }>): Promise<Payment | null> {
    const { key } = creation
    this.#change(withCreation(this.#day, creation), { kind: 'sending', creation })
    const sent = send()
      .then(
        ({ payment }) => {
          // One that is followed already may have a newer state than this answer.
          if (!this.#day.charges.has(payment.id)) this.#options.watch.add(payment)
          const day = withCreated(this.#day, key, payment, this.#options.creator.clock.now())
          this.#change(day, { kind: 'made', key, payment })
          return payment
        },
        error => {
          const failure = this.#options.asFailure(error)
          this.#change(withCreation(this.#day, { ...creation, failure }), { kind: 'failed', key, failure })
          return null
        },
      )
      .finally(() => this.#sends.delete(key))
    this.#sends.set(key, sent)
    return sent
  }

  /** The journal may know a charge later than the list, so it is asked again for those that it doesn't know. */
  #ofJournal(before: Day, { charges, ofFiles }: Day, news: readonly Payment[]): Partial<Day> {
    const journal = this.#journal
    if (!journal) return {}
    const found = journal.chargesOfFiles([...charges.keys()].filter(id => !ofFiles.has(id)))
    const made = { ofFiles: new Set([...ofFiles, ...found]) }
    if (news.length === 0 && wasRead(before)) return made
    const { clock, baseUrl } = this.#options.creator
    return { ...made, unusualFrom: unusualFrom(journal, baseUrl(), clock.now()) }
  }

  #change(day: Day, change: Change): void {
    this.#day = day
    for (const listener of this.#listeners) listener(change)
  }
}
