/**
 * Keeps refused deliveries, without anything that could be a secret. Anyone can send them, as many as they like: so the
 * latest wait in memory and are written together, at most once a second, and the others are never looked at.
 */

import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '#lib/clock.ts'
import { LocalizedError, localizedMessage } from '#lib/failure.ts'
import { stateFolder } from '#state/folder.ts'
import { headersToKeep, secretForms } from '../verify-delivery.ts'
import { MAX_REJECTED, MAX_REJECTED_BODY, type RejectedArrival, RejectedStore } from './store.ts'
import { texts } from './texts.ts'

/** From the first that waits to the write, in milliseconds. */
const WRITE_MS = 1_000
/** How long a write waits for another process, in milliseconds: nothing else is done meanwhile. */
const BUSY_MS = 50

export interface RejectedWriterOptions {
  dataDir: string
  profile: string
  clock: Clock
  /** Nothing that has one of them is kept. */
  secrets: readonly string[]
  toleranceMs: number
  /** Called when a write has failed; once, until one succeeds. */
  onFault(message: string): void
}

/** A refused delivery, answered already. */
export interface WaitingRejected
  extends Pick<RejectedArrival, 'receivedAt' | 'delivery' | 'event' | 'reason' | 'status'> {
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>
  /** Null if it was not read to its end. */
  body: Buffer | null
  /** They may still be searched for: the write waits for them. */
  hints: RejectedArrival['hints'] | Promise<RejectedArrival['hints']>
}

interface Waiting extends WaitingRejected {
  bodyBytes: number | null
}

export class RejectedWriter {
  readonly #options: RejectedWriterOptions
  readonly #forms: readonly string[]
  /** Whether the profile had a folder at the start. */
  readonly #hadFolder: boolean
  #store: RejectedStore | undefined
  #waiting: Waiting[] = []
  /** Of the next write, until it has ended. */
  #cancelTimer: (() => void) | undefined
  #writing = Promise.resolve()
  #faulty = false
  #closed = false

  constructor(options: RejectedWriterOptions) {
    this.#options = options
    this.#forms = secretForms(options.secrets)
    this.#hadFolder = existsSync(stateFolder(options.dataDir, options.profile))
  }

  /** Keeps one, and returns at once. If many wait, the oldest is dropped. */
  add(rejected: WaitingRejected): void {
    if (this.#closed) return
    const { body, request } = rejected
    this.#waiting.push({
      ...rejected,
      // A copy of its start, so that the rest of it is freed.
      body: body && Buffer.from(body.subarray(0, MAX_REJECTED_BODY)),
      bodyBytes: body?.length ?? claimedLength(request.headers['content-length']),
    })
    if (this.#waiting.length > MAX_REJECTED) this.#waiting.shift()
    this.#schedule()
  }

  /** Writes what waits, and ends. */
  async close(): Promise<void> {
    this.#closed = true
    this.#cancelTimer?.()
    await this.#writing
    if (this.#waiting.length > 0) await this.#write()
    this.#store?.close()
    this.#store = undefined
  }

  #schedule(): void {
    this.#cancelTimer ??= this.#options.clock.setTimer(WRITE_MS, () => {
      this.#writing = this.#write().then(() => {
        this.#cancelTimer = undefined
        if (this.#waiting.length > 0 && !this.#closed) this.#schedule()
      })
    })
  }

  /** Never rejects. What couldn't be written waits for the next time. */
  async #write(): Promise<void> {
    const taken = this.#waiting
    this.#waiting = []
    try {
      const arrivals = await Promise.all(taken.map(waiting => this.#arrivalOf(waiting)))
      const { dataDir, profile } = this.#options
      // A folder that is gone isn't made again: it may be put back.
      if (this.#hadFolder && !existsSync(stateFolder(dataDir, profile)))
        throw new LocalizedError(texts.folderMoved)
      this.#store ??= await RejectedStore.open(dataDir, profile, BUSY_MS)
      this.#store.add(arrivals)
      this.#faulty = false
    } catch (error) {
      this.#waiting = [...taken, ...this.#waiting].slice(-MAX_REJECTED)
      // A file that can't be used may be removed.
      this.#store?.close()
      this.#store = undefined
      if (!this.#faulty) this.#options.onFault(localizedMessage(error))
      this.#faulty = true
    }
  }

  async #arrivalOf({ request, hints, ...waiting }: Waiting): Promise<RejectedArrival> {
    const { delivery, event, body, receivedAt, reason, status, bodyBytes } = waiting
    const harmless = <T extends string | Buffer>(value: T | null) =>
      value === null || this.#forms.some(form => value.includes(form)) ? null : value
    return {
      ...{ receivedAt, reason, status, bodyBytes },
      delivery: harmless(delivery),
      event: harmless(event),
      body: harmless(body),
      method: request.method ?? '',
      // Without the query, which may hold a token.
      path: harmless((request.url ?? '').replace(/[?#].*$/s, '')) ?? '',
      headers: headersToKeep(request, this.#forms),
      toleranceMs: this.#options.toleranceMs,
      hints: await hints,
    }
  }
}

function claimedLength(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null
}
