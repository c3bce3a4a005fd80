/** Shows the progress of the rows on a line of the terminal, with the rate and the remaining time. */

import { waitText } from '#api/pace.ts'
import type { Output } from '#cli/output/output.ts'
import type { Clock } from '#lib/clock.ts'
import { formatCountdown } from '#lib/local-time.ts'
import { texts } from './texts.ts'

/** How often the line is drawn, in milliseconds. */
const DRAW_MS = 200

export class Progress {
  readonly #out: Output
  readonly #clock: Clock
  readonly #total: number
  readonly #started: number
  #rows = 0
  #heldUntil = 0
  #isAsked = false
  #cancel = () => {}

  /** Shows nothing if the line can't be cleared: in a pipe, or with TERM=dumb. */
  constructor(out: Output, clock: Clock, total: number) {
    this.#out = out
    this.#clock = clock
    this.#total = total
    this.#started = clock.monotonic()
    if (out.showsStatus) this.#draw()
  }

  update(rows: number): void {
    this.#rows = rows
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
    const secondsLeft = Math.ceil((total - rows) / rate)
    const wait = this.#heldUntil - now
    const parts = [
      texts.rowsOf(rows, total, Math.floor((rows / total) * 100)),
      rows > 0 ? texts.left(formatCountdown(secondsLeft * 1000)) : '',
      texts.rate(rate < 10 ? rate.toFixed(1) : rate.toFixed(0)),
      wait > 1000 ? waitText(wait, this.#isAsked) : '',
    ]
    return parts.filter(part => part !== '').join(', ')
  }
}
