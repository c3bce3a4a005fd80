/**
 * The forwarding of `events tail`: events go through the inbox, as deliveries of the service do, and the one
 * forwarder of a profile sends them on. What is done with is known from there.
 */

import { createHash } from 'node:crypto'
import { DELIVERY_HEADER, EVENT_HEADER } from '../../../contract/delivery.ts'
import { hasOwnId } from '../../../contract/realtime.ts'
import type { ForwardResult } from '../../../forwarding/forwarder.ts'
import { Forwarding, type ForwardingOptions } from '../../../forwarding/forwarding.ts'
import type { TailItem } from '../../../realtime/tail.ts'
import { isoNow } from '../../../shared/clock.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Arrival } from '../../../store/inbox.ts'
import { formatDuration } from '../../../terminal/time.ts'

/** How many events may wait for their 2xx until no more are taken, and how many characters of their sequences. */
const MAX_WAITING = 1000
const MAX_WAITING_LENGTH = 4 * 1024 * 1024
/** How often it looks what another process has forwarded, and tries again what the disk didn't take; milliseconds. */
const LOOK_MS = 1000

export interface TailForwardingOptions extends Omit<ForwardingOptions, 'view'> {
  /** Forwards what was forwarded before this run. */
  again: boolean
  /** The channel's address as plainAddress writes it. */
  stream: string
  /** Called with the sequence up to which everything is done. */
  onDone(sequence: string): void
}

export class TailForwarding {
  readonly #options: TailForwardingOptions
  readonly #forwarding: Forwarding
  /** What the events that are to be forwarded are kept under. */
  readonly #names = new WeakMap<TailItem, string>()
  /** In their order; `delivery` is null where nothing is to be forwarded. */
  #waiting: { delivery: string | null; sequence: string }[] = []
  /** Of their sequences. */
  #waitingLength = 0
  #room = Promise.withResolvers<void>()
  #failing = false
  #toldFull = false
  /** A replay forwards again what came up to here: not what a listener beside it forwards meanwhile. */
  readonly #mark: number

  constructor(options: TailForwardingOptions) {
    this.#options = options
    this.#mark = options.inbox.mark()
    const view = {
      attempt: (result: ForwardResult) => this.#attempted(result),
      forwarding: () => {},
      release: () => {},
    }
    this.#forwarding = new Forwarding({ ...options, view })
  }

  /** How many had their 2xx from this process. */
  get forwarded(): number {
    return this.#forwarding.forwarded
  }

  /** Forwards until the signal, and the attempt in flight has ended. */
  async run(): Promise<void> {
    await Promise.all([this.#forwarding.run(), this.#look()])
    this.#settle()
  }

  async #look(): Promise<void> {
    const { signal, host } = this.#options
    while (!signal.aborted) {
      await host.clock.sleep(LOOK_MS, signal).catch(() => {})
      this.#settle()
    }
    this.#room.resolve()
  }

  /**
   * Keeps events that are to be forwarded; what a disk doesn't take is tried again until the signal. False
   * when that ended it. To be followed by {@link shown}.
   *
   * @param fresh those that have come for the first time in this run
   */
  async keep(items: readonly TailItem[], fresh: ReadonlySet<TailItem>): Promise<boolean> {
    const { writer, out, signal, host, again } = this.#options
    const receivedAt = isoNow(host.clock)
    const arrivals = items.map(item => this.#arrival(item, receivedAt, again && fresh.has(item)))
    for (const { delivery } of arrivals) this.#forwarding.taking(delivery)
    for (let tries = 1; ; tries++) {
      try {
        const taken = await Promise.all(arrivals.map(each => writer.take(each)))
        for (const [index, { keptAs }] of taken.entries()) this.#names.set(items[index]!, keptAs)
        return true
      } catch (error) {
        if (tries === 1 && !signal.aborted)
          out.warn(`events can't be saved (${(error as Error).message}): they are waiting`)
        await host.clock.sleep(LOOK_MS, signal).catch(() => {})
        if (signal.aborted) return false
      }
    }
  }

  /** These have come, in this order, and what was to be shown of them is; `kept` are to be forwarded. */
  shown(items: readonly TailItem[], kept: ReadonlySet<TailItem>): void {
    for (const item of items) {
      const delivery = kept.has(item) ? this.#names.get(item)! : null
      if (delivery !== null) this.#forwarding.taken(deliveryOf(item, this.#options.stream), true)
      this.#waiting.push({ delivery, sequence: item.sequence })
      this.#waitingLength += item.sequence.length
    }
    this.#settle()
  }

  /** Resolves when few enough wait, or the signal aborts. */
  async room(): Promise<void> {
    const { signal, out, to } = this.#options
    if (!this.#isFull() || signal.aborted) return
    if (!this.#toldFull) {
      this.#toldFull = true
      out.warn(
        `${this.#waiting.length} events are waiting for a 2xx from ${to}: no more are shown until then`,
      )
    }
    this.#room = Promise.withResolvers()
    await this.#room.promise
  }

  #isFull(): boolean {
    return this.#waiting.length > MAX_WAITING || this.#waitingLength > MAX_WAITING_LENGTH
  }

  /** As {@link Forwarding.caughtUp}. */
  caughtUp(patienceMs: number): Promise<void> {
    return this.#forwarding.caughtUp(patienceMs)
  }

  /** As {@link Forwarding.leftBehind}. */
  leftBehind(patienceMs: number): Failure | null {
    return this.#forwarding.leftBehind(patienceMs)
  }

  #arrival(item: TailItem, receivedAt: string, again: boolean): Arrival {
    const { event, id, type, paymentId = null } = item
    const delivery = deliveryOf(item, this.#options.stream)
    const headers = [
      ['Content-Type', 'application/json'],
      [EVENT_HEADER, headerText(type)],
      [DELIVERY_HEADER, delivery],
    ]
    const eventId = hasOwnId(item) ? id : null
    const body = Buffer.from(event)
    return {
      channel: 'realtime',
      delivery,
      event: type,
      eventId,
      paymentId,
      receivedAt,
      headers: headers.flat().join('\n'),
      body,
      forward: true,
      againUpTo: again ? this.#mark : undefined,
    }
  }

  /** Moves on over what is done. */
  #settle(): void {
    const { inbox, onDone } = this.#options
    let done = 0
    while (done < this.#waiting.length) {
      const { delivery, sequence } = this.#waiting[done]!
      if (delivery !== null && inbox.isPending(delivery)) break
      this.#waitingLength -= sequence.length
      done++
    }
    if (done === 0) return
    onDone(this.#waiting[done - 1]!.sequence)
    this.#waiting = this.#waiting.slice(done)
    if (this.#isFull()) return
    this.#toldFull = false
    this.#room.resolve()
  }

  /** A person is told of every attempt that fails; a script of the first one, and that it is over. */
  #attempted({ delivery, to, status, error, nextMs }: ForwardResult): void {
    const { out, signal } = this.#options
    const failed = nextMs !== null
    const answer = status === null ? error : `it answered ${status}`
    if (failed && out.json && !this.#failing && !signal.aborted) {
      out.warn(`events are waiting to be forwarded to ${to}: ${answer}`)
    }
    if (!failed && out.json && this.#failing) out.say('forwarding works again')
    this.#failing = failed
    if (failed) {
      out.note(
        `${delivery.event} ${delivery.delivery} to ${to}: ${answer}; again in ${formatDuration(nextMs)}`,
      )
    }
    this.#settle()
  }
}

/** The id of a delivery that is made of an event, always the same. */
function deliveryOf(item: TailItem, stream: string): string {
  const { id, sequence } = item
  const isOwn = hasOwnId(item)
  if (isOwn && /^[\w.:-]{1,100}$/.test(id)) return `realtime_${id}`
  const parts = isOwn ? [id] : [stream, sequence]
  return `realtime_${createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)}`
}

/** A type from outside as a header can hold it. */
function headerText(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '?').slice(0, 200)
}
