/**
 * Tells other processes that something was written, and hears it from them. A notification may be lost with its
 * connection, or in a proxy, so those who watch are also called from time to time.
 */

import { randomUUID } from 'node:crypto'
import type { Clock } from '#lib/clock.ts'
import type { Postgres } from './connecting/connect.ts'
import type { Sql } from './sql.ts'

const CHANNEL = 'pixctl'
/** At most one notification in this time: those who commit one wait for each other in the whole server. */
const NOTIFY_MS = 100
/** How often those who watch are called without a notification, in milliseconds. */
const POLL_MS = 1_000

export class Changes {
  readonly #postgres: Pick<Postgres, 'listen'>
  readonly #sql: Sql
  readonly #clock: Clock
  /** Its own notifications mean nothing to it. */
  readonly #sender = randomUUID()
  readonly #watching = new Set<() => void>()
  #listening: { stop(): void } | undefined
  #cancelPoll: () => void = () => {}
  #closed = false
  #notifying = false
  #again = false

  constructor(postgres: Pick<Postgres, 'listen'>, sql: Sql, clock: Clock) {
    this.#postgres = postgres
    this.#sql = sql
    this.#clock = clock
  }

  /** Tells the others. In the background: it is only faster than their polling. */
  notify(profile: number): void {
    this.#again = this.#notifying
    if (this.#notifying || this.#closed) return
    this.#notifying = true
    this.#sql
      .rows('SELECT pg_notify($1, $2)', [CHANNEL, `${profile} ${this.#sender}`])
      .catch(() => {})
      .finally(() => {
        this.#clock.setTimer(NOTIFY_MS, () => {
          this.#notifying = false
          if (this.#again) this.notify(profile)
        })
      })
  }

  watch(onChange: () => void): { stop(): void } {
    const call = () => onChange()
    this.#watching.add(call)
    if (this.#watching.size === 1) this.#start()
    return {
      stop: () => {
        this.#watching.delete(call)
        if (this.#watching.size === 0) this.#stop()
      },
    }
  }

  close(): void {
    this.#closed = true
    this.#watching.clear()
    this.#stop()
  }

  #start(): void {
    this.#listening = this.#postgres.listen(CHANNEL, payload => {
      if (!payload?.endsWith(this.#sender)) this.#changed()
    })
    this.#poll()
  }

  #stop(): void {
    this.#cancelPoll()
    this.#listening?.stop()
    this.#listening = undefined
  }

  #poll(): void {
    this.#cancelPoll = this.#clock.setTimer(POLL_MS, () => {
      this.#poll()
      this.#changed()
    })
  }

  #changed(): void {
    for (const call of this.#watching) call()
  }
}
