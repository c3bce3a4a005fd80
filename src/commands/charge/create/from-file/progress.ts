/** Shows the progress of the rows on a line of the terminal, with the rate and the remaining time. */

import type { SingleBar } from 'cli-progress'
import { waitText } from '#api/paging.ts'
import { texts } from '#charges/from-file/texts.ts'
import type { Clock } from '#lib/clock.ts'
import { formatCountdown } from '#lib/local-time.ts'

/** The remaining time is estimated from the last ten seconds, so that the fast first rows soon don't count. */
const SAMPLE_MS = 250
const SAMPLES = 40

/** The line on which the bar is drawn. It is cleared before anything else is written. */
export interface StatusLine {
  showsStatus: boolean
  status(text: string): void
  clearStatus(): void
}

interface Params {
  total: number
  eta: number | string
}

export class Progress {
  readonly #bar: SingleBar | null
  readonly #clock: Clock
  readonly #started: number
  #value = 0
  #sampled = Number.NEGATIVE_INFINITY
  #heldUntil = 0
  #isAsked = false

  private constructor(bar: SingleBar | null, clock: Clock) {
    this.#bar = bar
    this.#clock = clock
    this.#started = clock.monotonic()
  }

  /** Shows nothing if the line can't be cleared: in a pipe, or with TERM=dumb. */
  static async start(out: StatusLine, clock: Clock, total: number): Promise<Progress> {
    if (!out.showsStatus) return new Progress(null, clock)
    const { default: library } = await import('cli-progress')
    // The library only formats. The line is written and cleared like every other status line.
    const nothing = () => {}
    const terminal = {
      isTTY: () => true,
      getWidth: () => 80,
      write: (text: string) => out.status(text),
      clearLine: () => out.clearStatus(),
      clearRight: nothing,
      clearBottom: nothing,
      cursor: nothing,
      cursorSave: nothing,
      cursorRestore: nothing,
      cursorTo: nothing,
      cursorRelative: nothing,
      cursorRelativeReset: nothing,
      lineWrapping: nothing,
      newline: nothing,
    }
    const progress: Progress = new Progress(
      new library.SingleBar({
        format: (_options: unknown, params: Params) => progress.#text(params),
        terminal,
        clearOnComplete: true,
        etaBuffer: SAMPLES,
        forceRedraw: true,
        fps: 5,
        gracefulExit: false,
        hideCursor: null,
        linewrap: true,
      } as ConstructorParameters<typeof SingleBar>[0]),
      clock,
    )
    progress.#bar!.start(total, 0)
    return progress
  }

  update(value: number): void {
    this.#value = value
    const now = this.#clock.monotonic()
    if (now < this.#sampled + SAMPLE_MS) return
    this.#sampled = now
    this.#bar?.update(value)
  }

  /** Shows that the run waits for the rate limit or for the service. */
  hold(ms: number, asked: boolean): void {
    this.#heldUntil = this.#clock.monotonic() + ms
    this.#isAsked = asked
  }

  stop(): void {
    this.#bar?.stop()
  }

  /** The most important comes first, because a narrow terminal cuts the end. */
  #text({ total, eta }: Params): string {
    const value = this.#value
    const now = this.#clock.monotonic()
    const seconds = (now - this.#started) / 1000
    const rate = seconds > 0 ? value / seconds : 0
    const left = typeof eta === 'number' && value > 0 ? texts.left(formatCountdown(eta * 1000)) : ''
    const wait = this.#heldUntil - now
    const held = wait > 1000 ? waitText(wait, this.#isAsked) : ''
    const parts = [
      texts.rowsOf(value, total, Math.floor((value / total) * 100)),
      left,
      texts.rate(rate < 10 ? rate.toFixed(1) : rate.toFixed(0)),
      held,
    ]
    return parts.filter(part => part !== '').join(', ')
  }
}
