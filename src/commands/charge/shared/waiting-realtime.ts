/**
 * What the realtime channel tells of a charge that somebody waits for. It only says when to read the charge: it
 * moves no cursor, takes no lock and keeps nothing.
 */

import { networkSettings } from '../../../cli/context/addresses.ts'
import type { Context, Flags } from '../../../cli/context/context.ts'
import type { Output } from '../../../cli/output/output.ts'
import type { TailItem, TailOptions } from '../../../realtime/tail.ts'
import type { Clock } from '../../../shared/clock.ts'

/** Between two reads of the charge without the channel, in milliseconds: 12 of the 120 calls a minute. */
export const POLL_MS = 5_000
const EVERY_POLL = `every ${POLL_MS / 1000} s`
/** The same while the channel is up: an event may be lost, or never sent. */
const SAFETY_MS = 60_000
/** How long after an event of the charge it is read as without the channel: its new state may show a little later. */
const SETTLING_MS = 60_000

/** Opens the channel at current events; null where there is no token or no address. */
export type OpenChannel = (
  on: Pick<TailOptions, 'signal' | 'onReady' | 'onLost' | 'onStatus'>,
) => Promise<AsyncIterable<readonly TailItem[]> | null>

/** The channel of the profile in use. */
export function chargeChannel(context: Context, { debug }: Flags): OpenChannel {
  return async on => {
    const channel = await context.realtime.optional()
    if (!channel) return null
    const { openTail } = await import('../../../realtime/tail.ts')
    const { env, clock } = context.host
    return openTail({
      ...channel,
      ...on,
      after: undefined,
      clock,
      random: Math.random,
      ...networkSettings(env),
      onDebug: debug ? line => context.debug(line) : undefined,
    })
  }
}

export interface WatchOptions {
  clock: Clock
  signal: AbortSignal
  out: Pick<Output, 'note'>
  open: OpenChannel
}

/** The channel, for code that waits for one charge. */
export class Watch {
  readonly #id: string
  readonly #options: WatchOptions
  readonly #over = new AbortController()
  #opened = false
  #up = false
  #news = false
  #settlingUntil = Number.NEGATIVE_INFINITY
  #noted = false
  #wake = () => {}

  constructor(id: string, options: WatchOptions) {
    this.#id = id
    this.#options = options
    options.signal.addEventListener('abort', this.#stir)
  }

  /** Listens from now on, where that is possible; the first call alone does something. */
  open(): void {
    if (this.#opened) return
    this.#opened = true
    this.#listen().catch(error => {
      if (this.#over.signal.aborted || this.#options.signal.aborted) return
      this.#down()
      this.#options.out.note(`${(error as Error).message}; reading the charge ${EVERY_POLL} instead`)
    })
  }

  /** Milliseconds from one read of the charge to the next, where nothing is told meanwhile. */
  get intervalMs(): number {
    return this.#up && this.#options.clock.monotonic() >= this.#settlingUntil ? SAFETY_MS : POLL_MS
  }

  /** Whether something was told since it was last asked for. */
  takeNews(): boolean {
    const news = this.#news
    this.#news = false
    return news
  }

  /** Sleeps for so long, or until something is told or the channel comes or goes. */
  async sleep(ms: number): Promise<void> {
    const { clock, signal } = this.#options
    const nap = new AbortController()
    this.#wake = () => nap.abort(nap)
    if (this.#news || signal.aborted) nap.abort(nap)
    try {
      await clock.sleep(ms, nap.signal)
    } catch (reason) {
      if (reason !== nap) throw reason
    }
    signal.throwIfAborted()
  }

  close(): void {
    this.#options.signal.removeEventListener('abort', this.#stir)
    this.#over.abort()
  }

  async #listen(): Promise<void> {
    const tail = await this.#options.open({
      signal: this.#over.signal,
      // Whatever happened before, or while there was no connection, is told by none.
      onReady: () => this.#tell(true),
      onLost: () => this.#down(),
      onStatus: step => {
        if (step !== null) this.#note(typeof step === 'string' ? step : (step.say ?? ''))
      },
    })
    if (!tail) return
    for await (const batch of tail) {
      if (batch.some(item => mayBeAbout(item, this.#id))) this.#told()
    }
  }

  #told(): void {
    this.#settlingUntil = this.#options.clock.monotonic() + SETTLING_MS
    this.#tell(this.#up)
  }

  #tell(up: boolean): void {
    this.#up = up
    this.#news = true
    this.#stir()
  }

  /** Said once, when it is lost or not to be had: what comes and goes needs no line each time. */
  #note(why: string): void {
    if (this.#noted) return
    this.#noted = true
    this.#options.out.note(`realtime channel: ${why}, and reading the charge ${EVERY_POLL} meanwhile`)
  }

  #down(): void {
    this.#up = false
    this.#stir()
  }

  readonly #stir = () => this.#wake()
}

/**
 * Whether an event names a payment, as the channel has read it or in its data (docs/service.md, 2.6); or names
 * none at all.
 */
function mayBeAbout({ event, paymentId }: TailItem, id: string): boolean {
  const { paymentId: named, id: own } = dataOf(event)
  const names = [paymentId, named, own].filter(name => typeof name === 'string')
  return names.length === 0 || names.includes(id)
}

function dataOf(envelope: string): { paymentId?: unknown; id?: unknown } {
  try {
    return (JSON.parse(envelope) as { data?: object | null } | null)?.data ?? {}
  } catch {
    return {}
  }
}
