/** Shows the progress of the rows on a line of the terminal, with the rate and the remaining time. */

import { waitText } from '#api/paging.ts'
import type { Clock } from '#lib/clock.ts'
import { formatCountdown } from '#lib/local-time.ts'
import { texts } from './texts.ts'

/** How often the line is drawn, in milliseconds. */
const DRAW_MS = 200
/** The remaining time is estimated from the last ten seconds, so that the fast first rows soon don't count. */
const SAMPLE_MS = 250
const SAMPLES = 40
/** A longer time is no estimate. */
const LONGEST_SECONDS = 10_000_000

/** The line is cleared before anything else is written. */
interface StatusLine {
  showsStatus: boolean
  status(text: string): void
  clearStatus(): void
}

export class Progress {
  readonly #out: StatusLine
  readonly #clock: Clock
  readonly #total: number
  /** How many rows there were at some moments, the oldest first. */
  readonly #samples: { at: number; rows: number }[]
  readonly #started: number
  #rows = 0
  #heldUntil = 0
  #isAsked = false
  #cancel = () => {}

  /** Shows nothing if the line can't be cleared: in a pipe, or with TERM=dumb. */
  constructor(out: StatusLine, clock: Clock, total: number) {
    this.#out = out
    this.#clock = clock
    this.#total = total
    this.#started = clock.monotonic()
    this.#samples = [{ at: this.#started, rows: 0 }]
    if (out.showsStatus) this.#draw()
  }

  update(rows: number): void {
    this.#rows = rows
    const at = this.#clock.monotonic()
    const isFirst = this.#samples.length === 1
    if (!isFirst && at < this.#samples.at(-1)!.at + SAMPLE_MS) return
    this.#samples.push({ at, rows })
    if (this.#samples.length > SAMPLES) this.#samples.shift()
  }

  /** Shows that the run waits for the rate limit or for the service. */
  hold(ms: number, asked: boolean): void {
    this.#heldUntil = this.#clock.monotonic() + ms
    this.#isAsked = asked
  }

  stop(): void {
    this.#cancel()
    this.#out.clearStatus()
  }

  #draw(): void {
    this.#out.status(this.#text())
    this.#cancel = this.#clock.setTimer(DRAW_MS, () => this.#draw())
  }

  /** The most important comes first, because a narrow terminal cuts the end. */
  #text(): string {
    const [rows, total, now] = [this.#rows, this.#total, this.#clock.monotonic()]
    const seconds = (now - this.#started) / 1000
    const rate = seconds > 0 ? rows / seconds : 0
    const left = this.#secondsLeft()
    const wait = this.#heldUntil - now
    const parts = [
      texts.rowsOf(rows, total, Math.floor((rows / total) * 100)),
      left === null ? '' : texts.left(formatCountdown(left * 1000)),
      texts.rate(rate < 10 ? rate.toFixed(1) : rate.toFixed(0)),
      wait > 1000 ? waitText(wait, this.#isAsked) : '',
    ]
    return parts.filter(part => part !== '').join(', ')
  }

  /** Null as long as it can't be estimated. */
  #secondsLeft(): number | null {
    const [first, last] = [this.#samples[0]!, this.#samples.at(-1)!]
    const rate = (last.rows - first.rows) / (last.at - first.at)
    const seconds = Math.ceil((this.#total - last.rows) / rate / 1000)
    return this.#rows > 0 && seconds <= LONGEST_SECONDS ? seconds : null
  }
}
