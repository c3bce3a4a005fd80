/** One charge on the whole screen: its QR code, or how it ended in large letters. Or a creation that failed. */

import { leftMs } from '#charges/waiting/expiry.ts'
import { type Creation, endOf, isOpen } from '#charges/watching/day.ts'
import { hintLines } from '#cli/output/hints.ts'
import type { Payment } from '#contract/generated/types.ts'
import { isPaidLate } from '#contract/states.ts'
import { escapeControls } from '#lib/escape.ts'
import { formatCountdown, timeOfDay } from '#lib/local-time.ts'
import { stateWord } from '#lib/state-words.ts'
import { humanAmount } from '#terminal/amount.ts'
import { largeLetters } from '#terminal/large.ts'
import { type Drawn, SIDE, withSide } from '#terminal/qr.ts'
import { shorten, wrap, wrapWords } from '#terminal/width.ts'
import { fitting, hearingText, type Look } from './list.ts'
import { nameOf, nameOfCreation, noteText, type State } from './state.ts'
import { texts } from './texts.ts'

export function detailLines(state: State, look: Look, drawn: Drawn | null): string[] {
  const { view } = state
  if (view.kind === 'creation') {
    const creation = state.creations.find(({ key }) => key === view.key)
    return creation ? creationLines(creation, look) : []
  }
  const payment = view.kind === 'charge' ? state.charges.get(view.id) : undefined
  if (view.kind !== 'charge' || !payment) return []
  if (!isOpen(payment)) return endedLines(state, payment, look)
  if (!drawn) return plainLines(state, payment, look)
  const side = look.columns - drawn.side
  if (side >= SIDE) {
    const beside = textLines(state, payment, { ...look, columns: side })
    return withSide(drawn, beside)
  }
  const { columns, style } = look
  const last = escapeControls(noteText(state) ?? keysOf(payment, columns))
  return [
    style.bold(shorten(escapeControls(nameOf(payment)), columns)),
    shorten(escapeControls(hearingText(state, look.now) ?? timeText(state, payment, look)), columns),
    ...drawn.lines,
    style.dim(shorten(last, columns)),
  ]
}

/** Without the code: it doesn't fit, or the charge has none. */
function plainLines(state: State, payment: Payment, look: Look): string[] {
  const why = look.blocks ? texts.tooSmall() : texts.noBlocks()
  return textLines(state, payment, look, payment.pixCode === null ? texts.noCode() : why)
}

function endedLines(state: State, payment: Payment, look: Look): string[] {
  const { columns, blocks, style } = look
  const status = payment.status as keyof typeof texts.large
  const paint = status === 'PAID' ? style.largeGreen : style.largeRed
  const letters = largeLetters(texts.large[status](), { columns, blocks }).map(paint)
  return ['', ...letters, '', ...textLines(state, payment, look)]
}

/** What a person must know of the charge. */
function textLines(state: State, payment: Payment, look: Look, more = ''): string[] {
  const { columns, style } = look
  const { amount, currency, description, id } = payment
  const wrapped = (text: string) => wrap(escapeControls(text), columns)
  const heard = hearingText(state, look.now)
  const note = noteText(state)
  return [
    style.bold(shorten(humanAmount(amount, currency), columns)),
    ...(description ? wrapped(description).slice(0, 4) : []),
    ...wrapped(timeText(state, payment, look)),
    '',
    ...wrapped(id),
    '',
    ...(more === '' ? [] : [...wrapped(more), '']),
    ...(heard === null ? [] : [...wrapped(heard).slice(0, 4).map(style.yellow), '']),
    ...(note === null ? [] : [...wrapWords(escapeControls(note), columns).map(style.bold), '']),
    ...wrapped(keysOf(payment, Number.POSITIVE_INFINITY)).map(style.dim),
  ]
}

function keysOf(payment: Payment, columns: number): string {
  const { copy, back } = texts.keys
  return fitting(isOpen(payment) ? [copy(), back()] : [back()], columns)
}

function timeText({ hearing }: State, payment: Payment, { now }: Look): string {
  const { status, paidAt } = payment
  if (status === 'PAID') {
    const time = paidAt === null ? stateWord(status) : texts.paidOn(timeOfDay(paidAt, now))
    return isPaidLate(payment) ? `${time} (${texts.late()})` : time
  }
  if (status !== 'PENDING') return stateWord(status)
  const left = leftMs(payment, now + (hearing?.serviceAheadMs ?? 0))
  return left > 0 ? texts.leftToPay(formatCountdown(left)) : texts.timeIsOver()
}

/** All that is known of a creation that failed, with the command that finishes it. */
function creationLines(creation: Creation, { columns, style, argv }: Look): string[] {
  const { failure } = creation
  const end = endOf(creation)
  const steps =
    failure?.next.flatMap(step => hintLines(step, argv, columns)).flatMap(line => wrap(line, columns)) ?? []
  const { again, back } = texts.keys
  const keys = end === 'unknown' || end === 'unsent' ? [again(), back()] : [back()]
  return [
    style.bold(shorten(escapeControls(nameOfCreation(creation)), columns)),
    style.red(texts.creations[end]()),
    '',
    ...[failure?.localized ?? '', ...(failure?.localizedLines ?? [])].flatMap(text =>
      wrapWords(escapeControls(text), columns),
    ),
    '',
    ...steps,
    '',
    style.dim(fitting(keys, columns)),
  ]
}
