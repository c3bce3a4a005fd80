/** The forwarding of `events tail`: events are saved in the inbox, like deliveries, which also knows which of them are done. */

import { createHash } from 'node:crypto'
import { noAnswerText } from '#api/transport-error.ts'
import { DELIVERY_HEADER, EVENT_HEADER } from '#contract/delivery.ts'
import { hasOwnId, madeAt } from '#contract/realtime.ts'
import { attemptMembers, type ForwardResult, isAccepted, whatFollows } from '#forwarding/attempt.ts'
import { Forwarding, type ForwardingOptions } from '#forwarding/forwarding.ts'
import { shownTarget } from '#forwarding/routes.ts'
import type { Arrival } from '#inbox/inbox.ts'
import { isoNow } from '#lib/clock.ts'
import { localizedMessage } from '#lib/failure.ts'
import { localized } from '#lib/language.ts'
import type { TailItem } from '#realtime/tail.ts'
import { texts } from '../texts.ts'
import type { TailOutput } from './tail.ts'

/** How many events may wait for their 2xx. */
const MAX_WAITING = 1000
/** How often to check what another process has forwarded, and to retry a failed save, in milliseconds. */
const INBOX_POLL_MS = 1000

export interface TailForwardingOptions extends Omit<ForwardingOptions, 'view'> {
  out: TailOutput
  /** A replay forwards again what was saved up to this mark, not what `webhook listen` saves now; undefined without one. */
  againUpTo: number | undefined
  /** The channel's address, normalized by plainAddress. */
  stream: string
  /** All events up to this one are done. */
  onDone(sequence: string, madeAt: string | undefined): void
}

export class TailForwarding extends Forwarding {
  readonly #options: TailForwardingOptions
  /** The names under which the inbox has the events. */
  readonly #names = new WeakMap<TailItem, string>()
  /** Events that are not done, in order. `delivery` is null for events that are not forwarded. */
  #waiting: { delivery: string | null; sequence: string; madeAt: string | undefined }[] = []
  #room = Promise.withResolvers<void>()
  #warnedFull = false
  #settling: Promise<void> | undefined
  #unsettled = false

  constructor(options: TailForwardingOptions) {
    super({ ...options, view: { attempt: result => this.#attempted(result) } })
    this.#options = options
  }

  override async run(): Promise<void> {
    await Promise.all([super.run(), this.#pollInbox()])
    await this.#settle()
  }

  async #pollInbox(): Promise<void> {
    const { signal, host } = this.#options
    while (!signal.aborted) {
      await host.clock.sleep(INBOX_POLL_MS, signal).catch(() => {})
      await this.#settle()
    }
    this.#room.resolve()
  }

  /**
   * Saves the events to forward. If saving fails, it is tried again until the signal; then the result is false. Call
   * {@link shown} afterwards.
   *
   * @param fresh the events that came for the first time in this run
   */
  async save(items: readonly TailItem[], fresh: ReadonlySet<TailItem>): Promise<boolean> {
    const { inbox, out, signal, host, againUpTo } = this.#options
    const receivedAt = isoNow(host.clock)
    const arrivals = items.map(item =>
      this.#arrival(item, receivedAt, fresh.has(item) ? againUpTo : undefined),
    )
    for (const { delivery } of arrivals) this.inserting(delivery)
    for (let tries = 1; ; tries++) {
      try {
        const results = await Promise.all(arrivals.map(arrival => inbox.writing.insert(arrival)))
        for (const [index, { keptAs }] of results.entries()) this.#names.set(items[index]!, keptAs)
        return true
      } catch (error) {
        if (tries === 1 && !signal.aborted) out.warn(() => texts.cannotSave(localizedMessage(error)))
        await host.clock.sleep(INBOX_POLL_MS, signal).catch(() => {})
        if (signal.aborted) return false
      }
    }
  }

  /** These events have come, in this order, and were shown. `saved` are the ones to forward. */
  async shown(items: readonly TailItem[], saved: ReadonlySet<TailItem>): Promise<void> {
    for (const item of items) {
      if (saved.has(item)) this.inserted(deliveryOf(item, this.#options.stream), true)
      // What has no target isn't waited for, though an earlier run may have left it pending.
      const delivery = saved.has(item) && this.hasTarget(item.type) ? this.#names.get(item)! : null
      this.#waiting.push({ delivery, sequence: item.sequence, madeAt: madeAt(item.event) })
    }
    await this.#settle()
  }

  /** Resolves when there is room for more waiting events, or the signal aborts. */
  async room(): Promise<void> {
    const { signal, out, routes } = this.#options
    if (!this.#isFull() || signal.aborted) return
    if (!this.#warnedFull) {
      this.#warnedFull = true
      const targets = this.failing.size > 0 ? [...this.failing] : routes.map(({ url }) => url)
      out.warn(() => texts.manyWait(this.#waiting.length, targets))
    }
    this.#room = Promise.withResolvers()
    await this.#room.promise
  }

  #isFull(): boolean {
    return this.#waiting.length > MAX_WAITING
  }

  #arrival(item: TailItem, receivedAt: string, againUpTo: number | undefined): Arrival {
    const { event, id, type, paymentId = null } = item
    const delivery = deliveryOf(item, this.#options.stream)
    const forward = this.hasTarget(type)
    // Made safe: a type comes from outside.
    const typeHeader = type.replace(/[^\x21-\x7e]/g, '?').slice(0, 200)
    const headers = ['Content-Type', 'application/json', EVENT_HEADER, typeHeader, DELIVERY_HEADER, delivery]
    return {
      channel: 'realtime',
      delivery,
      event: type,
      eventId: hasOwnId(item) ? id : null,
      paymentId,
      receivedAt,
      headers: headers.join('\n'),
      body: Buffer.from(event),
      forward,
      againUpTo: forward ? againUpTo : undefined,
    }
  }

  /** Removes the events that are done from the front of the list. One call at a time: another one waits for the next. */
  async #settle(): Promise<void> {
    this.#unsettled = true
    this.#settling ??= this.#settleAll()
    await this.#settling
  }

  async #settleAll(): Promise<void> {
    while (this.#unsettled) {
      this.#unsettled = false
      // If the inbox can't be read now, the next poll settles it.
      const done = await this.#countDone().catch(() => 0)
      if (done > 0) this.#drop(done)
    }
    this.#settling = undefined
  }

  /** How many at the front of the list are done. It asks for few at first: most often the next one is pending. */
  async #countDone(): Promise<number> {
    for (let [from, many] = [0, 1]; ; from += many, many *= 2) {
      const slice = this.#waiting.slice(from, from + many)
      if (slice.length === 0) return from
      const names = slice.flatMap(({ delivery }) => delivery ?? [])
      const pending = await this.#options.inbox.queue.pendingOf(names)
      const first = slice.findIndex(({ delivery }) => delivery !== null && pending.has(delivery))
      if (first >= 0) return from + first
      if (slice.length < many) return from + slice.length
    }
  }

  #drop(done: number): void {
    const dropped = this.#waiting.splice(0, done)
    const last = dropped.at(-1)!
    this.#options.onDone(last.sequence, last.madeAt)
    if (this.#isFull()) return
    this.#warnedFull = false
    this.#room.resolve()
  }

  /** Prints every failed attempt for a person, and for a script the first one. */
  async #attempted(result: ForwardResult): Promise<void> {
    const { out, signal } = this.#options
    const { delivery, to, status, error, parked = false } = result
    const failed = !isAccepted(result)
    const waits = failed && !parked
    const answer = status === null ? localized(noAnswerText(error ?? '')) : texts.targetAnswered(status)
    if (waits && out.json && !this.failing.has(to) && !signal.aborted) {
      out.warn(() => texts.waitToForward(shownTarget(to), answer), attemptMembers(result))
    }
    if (failed) {
      out.note(
        texts.attemptFailed(delivery.event, delivery.delivery, shownTarget(to), answer, whatFollows(result)),
        attemptMembers(result),
        'warn',
      )
    }
    await this.#settle()
  }
}

/** The delivery id for an event. The same event always gets the same id. */
function deliveryOf(item: TailItem, stream: string): string {
  const { id, sequence } = item
  const isOwn = hasOwnId(item)
  if (isOwn && /^[\w.:-]{1,100}$/.test(id)) return `realtime_${id}`
  const parts = isOwn ? [id] : [stream, sequence]
  return `realtime_${createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)}`
}
