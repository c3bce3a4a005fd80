/** The running screen of `charges watch`: keys, the counter and the clock change its state, and it draws that. */

import { Counter } from '#charges/watching/counter.ts'
import { isOpen } from '#charges/watching/day.ts'
import { plainProblem } from '#charges/watching/plain-problem.ts'
import { openPicture } from '#cli/output/qr.ts'
import { asFailure } from '#cli/output/report.ts'
import { texts as outputTexts } from '#cli/output/texts.ts'
import { Stopped } from '#lib/failure.ts'
import { localized, type Text } from '#lib/language.ts'
import { nameOf } from '#terminal/charge.ts'
import { copySequence } from '#terminal/clipboard.ts'
import { hasBlocks } from '#terminal/large.ts'
import { type Drawn, drawCode } from '#terminal/qr.ts'
import type { Followed } from '../followed.ts'
import { detailLines } from './detail.ts'
import { type Effect, type Key, pasted, pressed } from './keys.ts'
import { type Frame, type Look, listFrame } from './list.ts'
import { answered, changed, INITIAL, later, type State, sized } from './state.ts'
import { FullScreen } from './terminal.ts'
import { texts } from './texts.ts'

const SECOND_MS = 1000
const BELL = '\u0007'

export interface ScreenOptions extends Followed {
  /** Ends everything that the context does. */
  stop: AbortController
  bell: boolean
  /** What was said before it began. */
  note: Text | null
}

export class Screen {
  readonly #options: ScreenOptions
  readonly #counter: Counter
  readonly #terminal: FullScreen
  readonly #quit = Promise.withResolvers<void>()
  #state: State
  #drawn: Drawn | null = null

  constructor(options: ScreenOptions) {
    const { context, watch, stop } = options
    this.#options = options
    this.#counter = new Counter({ watch, creator: context, asFailure })
    this.#counter.onChange(change => {
      this.#change(changed(this.#state, this.#counter.day, change, context.clock.now()))
    })
    this.#state = { ...INITIAL, note: options.note, cents: options.cents }
    this.#terminal = new FullScreen(context.host, {
      key: key => this.#press(key),
      pasted: text => this.#change(pasted(this.#state, text)),
      redraw: () => this.#resized(),
      gone: () => stop.abort(new Stopped('terminated')),
    })
  }

  /** Runs until `q`. Throws the signal's reason, or the Failure that ends the watch. Gives the terminal back in every case. */
  async run(): Promise<void> {
    const { watch, stop } = this.#options
    this.#terminal.open()
    try {
      await Promise.race([this.#counter.run(), this.#tick(), this.#quit.promise])
    } finally {
      // A creation under way ends with it, as by Ctrl-C. How it ended must be in the journal before that is closed.
      stop.abort(new Stopped('interrupted'))
      this.#terminal.close()
      await this.#counter.settled()
      watch.close()
    }
  }

  get state(): State {
    return this.#state
  }

  /** Shows what would otherwise be said on stderr. */
  say(note: Text): void {
    this.#change({ ...this.#state, note })
  }

  async #tick(): Promise<void> {
    const { clock, signal } = this.#options.context
    for (;;) {
      await clock.sleep(SECOND_MS - (clock.now() % SECOND_MS), signal)
      this.#change(later(this.#state, clock.now()))
    }
  }

  #press(key: Key): void {
    const [state, effect] = pressed(later(this.#state, this.#options.context.clock.now()), key)
    this.#change(state)
    if (effect) this.#do(effect)
  }

  #change(state: State): void {
    const before = this.#state
    this.#state = sized(state, this.#terminal.size.columns)
    const code = codeOf(state)
    if (code !== codeOf(before)) {
      this.#drawn = null
      if (code !== null) void this.#showCode(code, true)
    }
    const isNews = state.paidHere.size > before.paidHere.size
    this.#draw(isNews && this.#options.bell ? BELL : '')
  }

  #resized(): void {
    const code = codeOf(this.#state)
    if (code !== null) void this.#showCode(code, false)
    this.#change(this.#state)
  }

  #draw(before = ''): void {
    const { host, out, account } = this.#options.context
    const look = {
      ...this.#terminal.size,
      style: out.style,
      blocks: hasBlocks(host.env, host.platform),
      keys: this.#terminal.hasKeys,
      now: host.clock.now(),
      since: this.#options.since,
      account: account()(),
      host,
    }
    this.#terminal.draw(frame(this.#state, look, this.#drawn), before)
  }

  #do(effect: Effect) {
    switch (effect.do) {
      case 'quit':
        return this.#quit.resolve()
      case 'interrupt':
        return this.#options.stop.abort(new Stopped('interrupted'))
      case 'suspend':
        return void this.#terminal.suspend()
      case 'redraw':
        this.#terminal.forget()
        return this.#draw()
      case 'copy':
        return this.#copy(effect.id)
      case 'ask':
        return void this.#ask(effect.id)
      case 'show':
        return this.#change({ ...this.#state, view: { kind: 'charge', id: effect.id } })
      case 'create':
        return void this.#counter.create(effect).then(() => this.#sent())
      case 'recover':
        return void this.#counter.recover(effect.key).then(() => this.#sent())
      case 'dismiss':
        return void this.#counter.dismiss(effect.key).catch(error => this.say(asFailure(error).localized))
    }
  }

  /** Who wants to quit waits for what is being sent. */
  #sent(): void {
    const isSending = this.#state.creations.some(({ failure }) => failure === null)
    if (this.#state.leaving && !isSending) this.#quit.resolve()
  }

  #copy(id: string): void {
    const charge = this.#state.charges.get(id)
    const pixCode = charge?.pixCode ?? null
    const { stdout, env } = this.#options.context.host
    const sequence = pixCode === null ? null : copySequence(pixCode, env)
    if (sequence !== null) stdout.write(sequence)
    const failed = pixCode === null ? texts.noCode : outputTexts.notCopied
    const what = charge ? nameOf(charge) : id
    this.say(() => texts.ofCharge(what, localized(sequence === null ? failed : outputTexts.copied)))
  }

  async #ask(id: string): Promise<void> {
    const asked = this.#counter.ask(id)
    const problem = await asked.then(() => null).catch(error => plainProblem(asFailure(error)))
    this.#change(answered(this.#state, id, { at: this.#options.context.clock.now(), problem }))
  }

  /**
   * Draws the code if it fits the window.
   *
   * @param opens whether its picture is opened otherwise
   */
  async #showCode(code: string, opens: boolean): Promise<void> {
    const { host } = this.#options.context
    const canDraw = hasBlocks(host.env, host.platform)
    const drawn = canDraw ? await drawCode(code, this.#terminal.size) : null
    const shows = () => codeOf(this.#state) === code
    if (!shows()) return
    this.#drawn = drawn
    this.#draw()
    if (drawn || !opens) return
    this.say(texts.opening)
    const { isOpen, text } = await openPicture(host, code)
    if (shows()) this.say(isOpen ? texts.opened : text)
  }
}

/** The Pix code of the charge that is shown; null if there is none to show. */
function codeOf({ view, charges }: State): string | null {
  // Behind an answer it stays, so that its picture isn't opened again.
  const shown = view.kind === 'answer' ? view.back : view
  const charge = shown.kind === 'charge' ? charges.get(shown.id) : undefined
  return charge && isOpen(charge) ? charge.pixCode : null
}

/**
 * What the window shows.
 * @param drawn the QR code that fits the window; null if there is none
 */
export function frame(state: State, window: Look, drawn: Drawn | null): Frame {
  // A line that is as wide as the window would make some terminals wrap.
  const look = { ...window, columns: Math.max(1, window.columns - 1) }
  const isDetail = !['list', 'form', 'search'].includes(state.view.kind)
  const { lines, cursor } = isDetail
    ? { lines: detailLines(state, look, drawn), cursor: null }
    : listFrame(state, look)
  const isVisible = cursor !== null && cursor.row < window.rows
  return { lines: lines.slice(0, window.rows), cursor: isVisible ? cursor : null }
}
