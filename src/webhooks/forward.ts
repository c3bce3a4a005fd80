/**
 * Sends deliveries on to a target: in order of arrival, each until a 2xx. What is pending lies in the inbox,
 * so that neither a restart of the target nor one of pixctl loses or repeats what was recorded.
 */

import { isSuccess, SIGNATURE_HEADER } from '../contract/delivery.ts'
import { parseSignature, signatureHeader } from '../contract/signature.ts'
import type { Clock } from '../shared/clock.ts'
import { Failure } from '../shared/failure.ts'

/** A delivery as it is kept. */
export interface Forwardable {
  /** The order of arrival. */
  id: number
  /** The name that it is kept under, and the delivery id as it came. */
  delivery: string
  given: string
  /** The event's type. */
  event: string
  /** Names and values in turn, a line each. */
  headers: string
  body: Buffer
  /** How often it was sent on before. */
  attempts: number
}

/** How an attempt ended. */
export interface ForwardResult {
  delivery: Forwardable
  to: string
  /** The HTTP status; null when no answer came. */
  status: number | null
  /** Milliseconds it took. */
  ms: number
  /** Counted over all runs, from 1. */
  attempt: number
  /** Why no answer came; null when one did. */
  error: string | null
  /** How the answer's body begins. */
  bodyStart: string
  /** Milliseconds until the next attempt; null when there will be none: it was a 2xx. */
  nextMs: number | null
}

export interface ForwarderOptions {
  to: string
  queue: {
    /** The first delivery in order of arrival that has no 2xx yet. */
    next(): Forwardable | null
    /** Records an attempt; resolves once it is on the disk, rejects when it isn't. */
    attempted(attempt: { id: number; status: number | null; done: boolean }): Promise<void>
  }
  /** Rejects when no answer came. Its time-out, and a signal that ends it, are the caller's. */
  post: (
    url: string,
    headers: string[],
    body: Uint8Array,
  ) => Promise<{ status: number; body: Buffer; ms: number }>
  /** Signs what was signed too long ago. */
  secret: string
  /** Sent besides those of the delivery, in place of any of the same name. */
  extraHeaders: readonly (readonly [string, string])[]
  clock: Clock
  signal: AbortSignal
  /** Told of every attempt, after it was recorded; the next one waits for it. */
  onAttempt(result: ForwardResult): void | Promise<void>
  /** Told, once for each trouble, why the inbox couldn't be read or an attempt not be recorded. */
  onFault?(error: unknown): void
  /** From 0 up to 1; spreads the retries of many forwarders. */
  random?: () => number
}

/** The wait before the second attempt; it doubles up to the longest. Milliseconds; up to a quarter is taken off. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** How often it looks by itself: another process may have added something. */
const LOOK_MS = 1000
/** The wait before recording is tried again. */
const RECORD_AGAIN_MS = 1000
/** The oldest signature that is passed on, far inside of what a target tolerates. */
const YOUNG_MS = 60_000
/** How much of an answer's body is told of, in characters. */
const BODY_START = 200

export class Forwarder {
  readonly #options: ForwarderOptions
  #sleep = new AbortController()
  #idle = false
  #drained: (() => void)[] = []
  #ended = false
  /** The delivery that failed last in this run, and how often in a row. */
  #failing = { id: -1, times: 0 }
  #unreadable = false

  constructor(options: ForwarderOptions) {
    this.#options = options
  }

  /**
   * Forwards until the signal aborts and the attempt in flight has ended. Rejects only with what
   * `onAttempt` or `onFault` threw.
   */
  async run(): Promise<void> {
    const { signal } = this.#options
    const stop = () => this.#sleep.abort()
    signal.addEventListener('abort', stop)
    try {
      while (!signal.aborted) {
        const head = this.#next()
        if (head) await this.#forward(head)
        else await this.#rest()
      }
    } finally {
      signal.removeEventListener('abort', stop)
      this.#ended = true
      this.#tellDrained()
    }
  }

  /** Something new may be pending. It doesn't shorten the wait for a target that failed. */
  wake(): void {
    if (this.#idle) this.#sleep.abort()
  }

  /** Resolves when nothing is pending, or an attempt has failed since this was called. */
  drained(): Promise<void> {
    if (this.#ended) return Promise.resolve()
    this.wake()
    return new Promise(resolve => this.#drained.push(resolve))
  }

  #tellDrained(): void {
    for (const resolve of this.#drained.splice(0)) resolve()
  }

  #next(): Forwardable | null {
    let head: Forwardable | null = null
    try {
      head = this.#options.queue.next()
      this.#unreadable = false
    } catch (error) {
      if (!this.#unreadable) this.#options.onFault?.(error)
      this.#unreadable = true
    }
    if (head === null) this.#tellDrained()
    return head
  }

  /** One attempt: sent, recorded, told of, and waited after when it failed. */
  async #forward(delivery: Forwardable): Promise<void> {
    const { to, onAttempt } = this.#options
    const { status, ms, error, bodyStart } = await this.#send(delivery)
    const done = isSuccess(status)
    if (!(await this.#record(delivery.id, status, done))) return
    const nextMs = done ? null : this.#backOff(delivery.id)
    await onAttempt({ delivery, to, status, ms, attempt: delivery.attempts + 1, error, bodyStart, nextMs })
    if (nextMs === null) return
    this.#tellDrained()
    await this.#pause(nextMs)
  }

  async #send(delivery: Forwardable): Promise<Pick<ForwardResult, 'status' | 'ms' | 'error' | 'bodyStart'>> {
    const { to, post, secret, extraHeaders, clock } = this.#options
    const start = clock.monotonic()
    const headers = targetHeaders(delivery, { secret, nowMs: clock.now(), extraHeaders, youngMs: YOUNG_MS })
    try {
      const { status, body, ms } = await post(to, headers, delivery.body)
      return { status, ms, error: null, bodyStart: bodyStart(body) }
    } catch (error) {
      return { status: null, ms: clock.monotonic() - start, error: (error as Error).message, bodyStart: '' }
    }
  }

  /**
   * Whether the attempt is on the disk. Until it is, nothing more is sent: a 2xx that only this process
   * knows of would be sent again by the next one. False when the signal ended the trying.
   */
  async #record(id: number, status: number | null, done: boolean): Promise<boolean> {
    const { queue, signal, onFault } = this.#options
    for (let tries = 1; ; tries++) {
      try {
        await queue.attempted({ id, status, done })
        return true
      } catch (error) {
        if (tries === 1) onFault?.(error)
        if (signal.aborted) return false
        this.#tellDrained()
        await this.#pause(RECORD_AGAIN_MS)
      }
    }
  }

  #backOff(id: number): number {
    const { random = Math.random } = this.#options
    const times = this.#failing.id === id ? this.#failing.times : 0
    this.#failing = { id, times: times + 1 }
    return Math.round(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** times) * (0.75 + random() / 4))
  }

  /** Waits until something may be pending. */
  async #rest(): Promise<void> {
    this.#idle = true
    await this.#pause(LOOK_MS)
    this.#idle = false
  }

  /** Waits; no longer once the signal aborts. */
  async #pause(ms: number): Promise<void> {
    const { clock, signal } = this.#options
    if (signal.aborted) return
    this.#sleep = new AbortController()
    await clock.sleep(ms, this.#sleep.signal).catch(() => {})
  }
}

export interface TargetHeaders {
  secret: string
  /** Milliseconds since the epoch. */
  nowMs: number
  extraHeaders?: readonly (readonly [string, string])[]
  /** A signature at most that old is passed on as it came; none by default. */
  youngMs?: number
}

/** The headers for a target, names and values in turn: as they came, with a signature that verifies now. */
export function targetHeaders(
  { headers, body }: Pick<Forwardable, 'headers' | 'body'>,
  { secret, nowMs, extraHeaders = [], youngMs = -1 }: TargetHeaders,
): string[] {
  const kept = pairs(headers)
  const signatures = kept.filter(([name]) => same(name, SIGNATURE_HEADER))
  const signedAt = signatures.length === 1 ? parseSignature(signatures[0]![1])?.timestampMs : undefined
  const young = signedAt !== undefined && Math.abs(nowMs - signedAt) <= youngMs
  const added: (readonly [string, string])[] = [
    ...(young ? [] : [[SIGNATURE_HEADER, signatureHeader(secret, nowMs, body)] as const]),
    ...extraHeaders,
  ]
  return [...kept.filter(([name]) => !added.some(([other]) => same(name, other))), ...added].flat()
}

function pairs(headers: string): (readonly [string, string])[] {
  const lines = headers.split('\n')
  const found: (readonly [string, string])[] = []
  for (let index = 0; index + 1 < lines.length; index += 2) found.push([lines[index]!, lines[index + 1]!])
  return found
}

function same(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}

/** How an answer begins, as text. */
export function bodyStart(body: Buffer): string {
  // A character has four bytes at most: none of those told of is cut in two.
  const text = body.subarray(0, 4 * BODY_START).toString('utf8')
  return [...text].slice(0, BODY_START).join('')
}

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** What a header may hold: no control characters, nothing past Latin-1. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** What a delivery says of itself, and what the connection is made of. */
const RESERVED =
  /^(x-service-.*|host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*)$/i

/**
 * A header to send along, from `K: V`, or `K: @FILE` for a value that is secret. Failure (usage) when it is
 * none that may be sent; the value is never repeated.
 *
 * @param readFile gives the text of a file, or throws a Failure; the value is trimmed
 */
export function parseForwardHeader(
  text: string,
  readFile: (path: string) => string,
): readonly [string, string] {
  const colon = text.indexOf(':')
  const name = text.slice(0, Math.max(0, colon)).trim()
  if (!HEADER_NAME.test(name)) {
    throw new Failure('usage', '--forward-header has no name', {
      next: "write it as 'Name: value', or 'Name: @FILE' for a value that is secret",
    })
  }
  if (RESERVED.test(name)) {
    throw new Failure('usage', `--forward-header can't set ${name}`, {
      next: 'X-Service-… come with the delivery, the headers of the connection with the target',
    })
  }
  const given = text.slice(colon + 1).trim()
  const value = given.startsWith('@') ? readFile(given.slice(1)).trim() : given
  if (value === '' || !HEADER_VALUE.test(value)) {
    throw new Failure('usage', `--forward-header has no value for ${name} that a header can hold`, {
      next: 'a value is one line of Latin-1 text, not empty and without control characters',
    })
  }
  return [name, value]
}
