/** One charge on the whole screen: its QR code, or how it ended in large letters. Or a creation that failed. */

import { leftMs } from '#charges/waiting/expiry.ts'
import { type Creation, choicesOf, endOf, isOpen, isRecent } from '#charges/watching/day.ts'
import { paidWord } from '#charges/watching/paid-word.ts'
import { hintLines } from '#cli/output/hints.ts'
import type { Payment } from '#contract/generated/types.ts'
import { isPaidLate } from '#contract/states.ts'
import { escapeControls } from '#lib/escape.ts'
import { localized } from '#lib/language.ts'
import { formatLeft, timeOfDay } from '#lib/local-time.ts'
import { stateWord } from '#lib/state-words.ts'
import { humanAmount } from '#terminal/amount.ts'
import { nameOf } from '#terminal/charge.ts'
import { type LargeOptions, largeLetters } from '#terminal/large.ts'
import { type Drawn, SIDE, withSide } from '#terminal/qr.ts'
import { shorten, wrap, wrapWords } from '#terminal/width.ts'
import { fitting, hearingLines, hearingText, type Look } from './list.ts'
import { nameOfCreation, noteText, othersPaidText, type State, shownId } from './state.ts'
import { texts } from './texts.ts'

/** What is said of large letters, below them. */
const FOR_TEXT = 8

export function detailLines(state: State, look: Look, drawn: Drawn | null): string[] {
  const { view } = state
  if (view.kind === 'creation') {
    const creation = state.creations.find(({ key }) => key === view.key)
    return creation ? creationLines(state, creation, look) : []
  }
  if (view.kind === 'keys') {
    const lines = texts
      .allKeys()
      .split('\n')
      .flatMap(line => wrap(line, look.columns))
    return [...othersLines(state, look), ...lines, '', look.style.dim(texts.keys.back())]
  }
  const payment = state.charges.get(shownId(state) ?? '')
  if (!payment) return []
  if (view.kind === 'answer' || !isOpen(payment)) return endLines(state, payment, look)
  if (!drawn) {
    const why = look.blocks ? texts.tooSmall() : texts.noBlocks()
    return textLines(state, payment, look, payment.pixCode === null ? texts.noCode() : why)
  }
  const side = look.columns - drawn.side
  if (side >= SIDE) {
    const beside = textLines(state, payment, { ...look, columns: side })
    return withSide(drawn, beside)
  }
  const { columns, style } = look
  const last = othersPaidText(state, look.now) ?? noteText(state)
  const text = shorten(escapeControls(last ?? keysOf(payment, columns)), columns)
  return [
    style.bold(shorten(escapeControls(nameOf(payment)), columns)),
    shorten(escapeControls(hearingText(state, look.now) ?? timeText(state, payment, look)), columns),
    ...drawn.lines,
    last === null ? style.dim(text) : style.bold(text),
  ]
}

/** How it ended, or what the service says now; in a low window in a word, so that what it is said of is in sight. */
function endLines(state: State, payment: Payment, look: Look): string[] {
  const { style, columns, rows, blocks } = look
  const large = largeOf(state, payment)
  const word = large === 'PAID' ? paidWord(state, payment, look.now) : large && texts.large[large]()
  // What was paid some time ago is no news, and what was paid late may be no order any more.
  const isGood = isRecent(state, payment, look.now) && !isPaidLate(payment)
  const paintPaid = isGood ? style.largeGreen : style.bold
  const drawn = word ? linesOfWord(word, { columns, blocks }) : []
  const lines = word && drawn.length + FOR_TEXT > rows ? [`  ${word}`] : drawn
  const letters = lines.length > 0 ? [...lines.map(large === 'PAID' ? paintPaid : style.largeRed), ''] : []
  return ['', ...letters, ...textLines(state, payment, look, answerText(state, payment, look.now))]
}

/** In as few lines of large letters as the window is wide enough for; in plain ones if that is too high. */
function linesOfWord(word: string, options: LargeOptions): string[] {
  const whole = largeLetters(word, options)
  if (whole.length > 1) return whole
  for (let at = word.lastIndexOf(' '); at > 0; at = word.lastIndexOf(' ', at - 1)) {
    const [first, rest] = [largeLetters(word.slice(0, at), options), linesOfWord(word.slice(at + 1), options)]
    if (first.length > 1 && rest.length > 1) return [...first, '', ...rest]
  }
  return whole
}

/** PAID as soon as the service has said it, NOT PAID only as its answer, and nothing where there is none. */
function largeOf({ view }: State, { status }: Payment): keyof typeof texts.large | null {
  if (status === 'PAID' || view.kind !== 'answer') return status as keyof typeof texts.large
  return view.answer?.problem === null ? 'NOT_PAID' : null
}

/** That others were paid while the list isn't in sight. */
function othersLines(state: State, { columns, style, now }: Look): string[] {
  const text = othersPaidText(state, now)
  return text === null ? [] : [...wrap(escapeControls(text), columns).map(style.bold), '']
}

/** What a person must know of the charge. */
function textLines(state: State, payment: Payment, look: Look, more = ''): string[] {
  const { columns, style } = look
  const { amount, currency, description, id } = payment
  const wrapped = (text: string) => wrap(escapeControls(text), columns)
  const heard = hearingLines(state, look)
  const note = noteText(state)
  return [
    style.bold(shorten(humanAmount(amount, currency), columns)),
    ...(description ? wrapped(description).slice(0, 4) : []),
    ...wrapped(timeText(state, payment, look)),
    ...(more === '' ? [] : wrapped(more).map(style.yellow)),
    '',
    ...othersLines(state, look),
    ...wrapped(id),
    '',
    ...(heard.length > 0 ? [...heard, ''] : []),
    ...(note === null ? [] : [...wrapped(note).map(style.bold), '']),
    ...wrapped(keysOf(payment, Number.POSITIVE_INFINITY)).map(style.dim),
  ]
}

function answerText({ view, paidHere }: State, { id, status }: Payment, now: number): string {
  if (view.kind !== 'answer') return ''
  if (!view.answer) return texts.asking()
  const { at, problem } = view.answer
  // PAID may be news since.
  const saidAt = Math.max(at, paidHere.get(id) ?? at)
  const why = saidAt > at ? '' : localized(problem ?? '')
  return texts.answer(timeOfDay(new Date(saidAt).toISOString(), now), why, status === 'PAID')
}

function keysOf(payment: Payment, columns: number): string {
  const { copy, ask, back } = texts.keys
  return fitting([ask(), ...(isOpen(payment) ? [copy()] : []), back()], columns)
}

function timeText({ hearing }: State, payment: Payment, { now }: Look): string {
  const { status, paidAt } = payment
  if (status === 'PAID') {
    const time = paidAt === null ? stateWord(status) : texts.paidOn(timeOfDay(paidAt, now))
    return isPaidLate(payment) ? `${time} (${texts.late()})` : time
  }
  if (status !== 'PENDING') return stateWord(status)
  const left = leftMs(payment, now + (hearing?.serviceAheadMs ?? 0))
  return left > 0 ? texts.leftToPay(formatLeft(left)) : texts.timeIsOver()
}

/** All that is known of a creation that failed, with the command that finishes it. */
function creationLines(state: State, creation: Creation, look: Look): string[] {
  const { columns, style, host } = look
  const { failure } = creation
  const end = endOf(creation)
  const steps =
    failure?.next.flatMap(step => hintLines(step, host, columns)).flatMap(line => wrap(line, columns)) ?? []
  const { again, drop, back } = texts.keys
  const choices = choicesOf(creation)
  const canRetry = choices.includes('recover')
  // What was refused is dropped by any key.
  const keys = [canRetry && again(), canRetry && choices.includes('dismiss') && drop(), back()].filter(
    key => key !== false,
  )
  return [
    style.bold(shorten(escapeControls(nameOfCreation(creation)), columns)),
    style.red(texts.creations[end]()),
    '',
    ...othersLines(state, look),
    ...[failure?.localized ?? '', ...(failure?.localizedLines ?? [])].flatMap(text =>
      wrapWords(escapeControls(text), columns),
    ),
    '',
    ...steps,
    '',
    style.dim(fitting(keys, columns)),
  ]
}
