/** What a person sees while a charge is waited for, and when that ends (docs/decisions/command-line.md#waiting-on-a-terminal). */

import type { Host } from '#cli/host/host.ts'
import type { Output } from '#cli/output/output.ts'
import type { Payment } from '#contract/generated/types.ts'
import { escapeControls } from '#lib/escape.ts'
import type { Failure } from '#lib/failure.ts'
import { formatCountdown, formatLocal, timeOfDay } from '#lib/local-time.ts'
import { stateSentence } from '#lib/state-words.ts'
import { humanAmount } from '#terminal/amount.ts'
import { whatIsPaid } from '#terminal/charge.ts'
import { hasBlocks, largeLetters } from '#terminal/large.ts'
import { canClearLine, type Paint } from '#terminal/style.ts'
import { wrapWords } from '#terminal/width.ts'
import { texts } from './texts.ts'

const BELL = '\u0007'
const MINUTE_MS = 60_000

type ViewHost = Pick<Host, 'env' | 'platform' | 'clock'> & { stderr: Pick<Host['stderr'], 'isTTY'> }
type ViewOutput = Pick<Output, 'human' | 'showsStatus' | 'status' | 'note' | 'data' | 'style' | 'columns'>

export interface ViewFlags {
  // oclif leaves a missing flag undefined.
  'no-bell'?: boolean | undefined
  quiet?: boolean | undefined
}

export class WaitView {
  /** False in a pipe, with --json and with -q: there the charge is printed, and nothing of the view at the end. */
  readonly isForPerson: boolean
  readonly #host: ViewHost
  readonly #out: ViewOutput
  readonly #bell: string
  #moment = ''

  constructor(host: ViewHost, out: ViewOutput, flags: ViewFlags) {
    this.#host = host
    this.#out = out
    this.#bell = flags['no-bell'] ? '' : BELL
    this.isForPerson = out.human && !flags.quiet
  }

  /** Called every second while it waits, with the time until the charge can no longer be paid. */
  waiting(charge: Payment, leftMs: number): void {
    const out = this.#out
    const brief = waitingText(charge, leftMs, '').replace(/:? $/, '')
    if (out.showsStatus) out.status(waitingText(charge, leftMs), brief)
    if (out.showsStatus || !this.isForPerson) return
    // Nothing can be redrawn, and a screen reader reads every line: few lines.
    const moment = `${charge.status} ${leftMs <= MINUTE_MS} ${leftMs <= 0}`
    if (moment === this.#moment) return
    this.#moment = moment
    out.note(waitingText(charge, leftMs))
  }

  /**
   * Shows how the wait ended: large letters, then the verdict as the last line.
   *
   * @param failure why the charge doesn't count as paid; it is thrown
   */
  async end(charge: Payment, failure: Failure | null): Promise<void> {
    if (this.isForPerson) await this.#show(charge, failure)
    if (!failure) return
    throw this.#tellsAll ? failure.reported() : failure
  }

  /** One of several charges, on a line of its own; a bell if it has ended. */
  line(charge: Payment, hasEnded: boolean): string {
    const out = this.#out
    const end = endOf(charge)
    const word = texts.verdicts[end]()
    const text = wrapWords(verdict(end, charge, this.#host.clock.now()), out.columns).join('\n')
    return `${hasEnded ? this.#bell : ''}${paintOf(end, out.style)(word)}${text.slice(word.length)}\n`
  }

  /** Whether the view replaces the error: somebody who reads only stderr still needs it. */
  get #tellsAll(): boolean {
    return this.isForPerson && this.#host.stderr.isTTY === true
  }

  async #show(charge: Payment, failure: Failure | null): Promise<void> {
    const out = this.#out
    const end = endOf(charge)
    await out.data(`${this.#bell}${this.#letters(end)}`)
    if (failure && this.#tellsAll) for (const step of failure.next) out.note(step)
    const lines = wrapWords(verdict(end, charge, this.#host.clock.now()), out.columns)
    await out.data(`${lines.join('\n')}\n`)
  }

  /** Nothing on a terminal without control codes: a screen reader would spell the letters out. */
  #letters(end: End): string {
    const { env, platform } = this.#host
    if (!canClearLine({ env, isTTY: true })) return ''
    const blocks = hasBlocks(env, platform)
    const lines = largeLetters(texts.verdicts[end](), { columns: this.#out.columns, blocks })
    return `\n${lines.map(paintOf(end, this.#out.style)).join('\n')}\n\n`
  }
}

type End = keyof typeof texts.verdicts

function endOf({ status }: Payment): End {
  return status === 'PAID' || status === 'EXPIRED' || status === 'FAILED' ? status : 'UNPAID'
}

function paintOf(end: End, style: Output['style']): Paint {
  if (end === 'PAID') return style.largeGreen
  return end === 'UNPAID' ? style.largeOrange : style.largeRed
}

/** Important words first, because a narrow window cuts the end. */
function waitingText(charge: Payment, leftMs: number, what = whatIsPaid(charge)): string {
  const { status } = charge
  const payable = status === 'PENDING' && leftMs > 0
  return payable
    ? texts.leftToPay(formatCountdown(leftMs), what)
    : texts.waitingFor(stateSentence(status), what)
}

function verdict(end: End, charge: Payment, now: number): string {
  const { id, amount, currency, description } = charge
  const parts = [humanAmount(amount, currency), description ?? '', id, outcome(end, charge, now)]
  return escapeControls(`${texts.verdicts[end]()}: ${parts.filter(part => part !== '').join(', ')}`)
}

function outcome(end: End, { status, paidAt, expiresAt }: Payment, now: number): string {
  switch (end) {
    case 'PAID': {
      const time = paidAt === null ? '' : timeOfDay(paidAt, now)
      return time && texts.paidAt(time, time !== formatLocal(paidAt!))
    }
    case 'EXPIRED':
      return expiresAt === null ? texts.notPaid() : texts.notPaidBy(timeOfDay(expiresAt, now))
    case 'FAILED':
      return texts.notPaid()
    case 'UNPAID':
      return stateSentence(status)
  }
}
