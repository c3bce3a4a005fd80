/** The running screen of `charges watch`: keys, readings, creations and the clock change its state, and it draws that. */

import { randomUUID } from 'node:crypto'
import { Creations } from '#charges/creations/create.ts'
import { texts as contextTexts } from '#cli/context/texts.ts'
import { openPicture } from '#cli/output/qr.ts'
import { asFailure } from '#cli/output/report.ts'
import { texts as outputTexts } from '#cli/output/texts.ts'
import type { Payment } from '#contract/generated/types.ts'
import { DEFAULT_VALIDITY_MINUTES } from '#contract/limits.ts'
import { Failure, Stopped } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { copySequence } from '#terminal/clipboard.ts'
import { hasBlocks } from '#terminal/large.ts'
import { type Drawn, drawCode } from '#terminal/qr.ts'
import type { Followed } from '../print.ts'
import { detailLines } from './detail.ts'
import { type Effect, type Key, pasted, pressed } from './keys.ts'
import { type Frame, type Look, listFrame } from './list.ts'
import {
  INITIAL,
  isOpen,
  later,
  made,
  nameOfCreation,
  notMade,
  received,
  type State,
  sending,
} from './state.ts'
import { FullScreen } from './terminal.ts'
import { texts } from './texts.ts'

const SECOND_MS = 1000
const BELL = '\u0007'

export interface CounterOptions extends Followed {
  /** Ends everything that the context does. */
  stop: AbortController
  bell: boolean
  /** What was said before it began. */
  note: Text | null
}

export class Counter {
  readonly #options: CounterOptions
  readonly #terminal: FullScreen
  readonly #quit = Promise.withResolvers<void>()
  readonly #sends = new Set<Promise<void>>()
  #state: State
  #drawn: Drawn | null = null

  constructor(options: CounterOptions) {
    const { context, stop } = options
    this.#options = options
    this.#state = { ...INITIAL, note: options.note }
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
      await Promise.race([this.#follow(), this.#tick(), this.#quit.promise])
    } finally {
      // A creation under way ends with it, as by Ctrl-C. How it ended must be in the journal before that is closed.
      stop.abort(new Stopped('interrupted'))
      this.#terminal.close()
      await Promise.allSettled(this.#sends)
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

  async #follow(): Promise<void> {
    const { context, watch } = this.#options
    for await (const update of watch) this.#change(received(this.#state, update, context.clock.now()))
  }

  async #tick(): Promise<void> {
    const { clock, signal } = this.#options.context
    for (;;) {
      await clock.sleep(SECOND_MS - (clock.now() % SECOND_MS), signal)
      this.#change(later(this.#state, clock.now()))
    }
  }

  #press(key: Key): void {
    const [state, effect] = pressed(this.#state, key)
    this.#change(state)
    if (effect) this.#do(effect)
  }

  #change(state: State): void {
    const before = this.#state
    this.#state = state
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
    this.#draw()
  }

  #draw(before = ''): void {
    const { host, out, target } = this.#options.context
    const { profile, host: server, sandbox } = target()
    const look = {
      ...this.#terminal.size,
      style: out.style,
      blocks: hasBlocks(host.env, host.platform),
      keys: this.#terminal.hasKeys,
      now: host.clock.now(),
      since: this.#options.since,
      account: contextTexts.account(sandbox, profile, server),
      argv: host.argv,
    }
    this.#terminal.draw(frame(this.#state, look, this.#drawn), before)
  }

  #do(effect: Effect): void {
    switch (effect.do) {
      case 'quit':
        this.#quit.resolve()
        break
      case 'interrupt':
        this.#options.stop.abort(new Stopped('interrupted'))
        break
      case 'suspend':
        void this.#terminal.suspend()
        break
      case 'redraw':
        this.#terminal.forget()
        this.#draw()
        break
      case 'copy':
        this.#copy(effect.id)
        break
      case 'show':
        this.#change({ ...this.#state, view: { kind: 'charge', id: effect.id } })
        break
      case 'create':
        this.#create(effect)
        break
      case 'recover':
        this.#recover(effect.key)
    }
  }

  /** The screen stays alive meanwhile. */
  #create({ amount, description }: Extract<Effect, { do: 'create' }>): void {
    const key = randomUUID()
    this.#change(sending(this.#state, { key, amount, description, failure: null }))
    this.#send(key, async () => {
      const request = {
        amount,
        description,
        passFee: false,
        validityMinutes: DEFAULT_VALIDITY_MINUTES,
      } as const
      return (await Creations.open(this.#options.context)).create(key, request)
    })
  }

  /** Sends a creation again, if nobody else has finished it by now. */
  #recover(key: string): void {
    const creation = this.#state.creations.find(sent => sent.key === key)
    if (!creation) return
    this.#change(sending(this.#state, { ...creation, failure: null }))
    this.#send(key, async () => {
      const creations = await Creations.open(this.#options.context)
      const [entry] = creations.journal.find(key)
      if (entry?.outcome === null) return creations.sendAgain(entry)
      if (entry?.paymentId) return { payment: (await creations.client.payment(entry.paymentId)).data }
      throw new Failure('conflict', () => texts.endedElsewhere(nameOfCreation(creation)), { next: [] })
    })
  }

  #send(key: string, send: () => Promise<{ payment: Payment }>): void {
    const work = send().then(
      sent => {
        // One that is followed already may have a newer state than this answer.
        if (!this.#state.charges.has(sent.payment.id)) this.#options.watch.add(sent.payment)
        this.#change(made(this.#state, key, sent.payment))
      },
      error => this.#change(notMade(this.#state, key, asFailure(error))),
    )
    const settled = work.finally(() => {
      this.#sends.delete(settled)
      if (this.#state.leaving && this.#sends.size === 0) this.#quit.resolve()
    })
    this.#sends.add(settled)
  }

  #copy(id: string): void {
    const pixCode = this.#state.charges.get(id)?.pixCode ?? null
    const sequence = pixCode === null ? null : copySequence(pixCode)
    if (sequence !== null) this.#terminal.control(sequence)
    const failed = pixCode === null ? texts.noCode : outputTexts.notCopied
    this.say(sequence === null ? failed : outputTexts.copied)
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
  const charge = view.kind === 'charge' ? charges.get(view.id) : undefined
  return charge && isOpen(charge) ? charge.pixCode : null
}

/**
 * What the window shows.
 * @param drawn the QR code that fits the window; null if there is none
 */
export function frame(state: State, window: Look, drawn: Drawn | null): Frame {
  // A line that is as wide as the window would make some terminals wrap.
  const look = { ...window, columns: Math.max(1, window.columns - 1) }
  const isDetail = state.view.kind === 'charge' || state.view.kind === 'creation'
  const { lines, cursor } = isDetail
    ? { lines: detailLines(state, look, drawn), cursor: null }
    : listFrame(state, look)
  const isVisible = cursor !== null && cursor.row < window.rows
  return { lines: lines.slice(0, window.rows), cursor: isVisible ? cursor : null }
}
