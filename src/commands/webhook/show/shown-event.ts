import { isUtf8 } from 'node:buffer'
import { noAnswerText } from '#api/transport-error.ts'
import type { Output } from '#cli/output/output.ts'
import type { Printed } from '#cli/output/typed-json.ts'
import { isSuccess } from '#contract/delivery.ts'
import { isDeeperThan, MAX_NESTING } from '#contract/json-members.ts'
import type { KeptArrival, KeptAttempt, ListedEvent } from '#inbox/inbox.ts'
import { escapeControls } from '#lib/escape.ts'
import { formatJson, parseLossless } from '#lib/json.ts'
import { localized } from '#lib/language.ts'
import { formatDuration, formatLocal } from '#lib/local-time.ts'
import { humanAmount } from '#terminal/amount.ts'
import { type Field, formatFields } from '#terminal/fields.ts'
import type { Style } from '#terminal/style.ts'
import { type Column, formatTable, type TableCell, type TableOptions } from '#terminal/table.ts'
import { wrap } from '#terminal/width.ts'
import { texts as shared } from '../shared/texts.ts'
import { texts } from './texts.ts'

/** An event with all that is known about it. */
export interface Shown extends ListedEvent {
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
  /** The body as text if it is JSON that can be printed; otherwise null. */
  json: string | null
  /** Those that are kept. */
  arrivals: readonly KeptArrival[]
  attempts: readonly KeptAttempt[]
}

export type Window = Pick<TableOptions, 'style' | 'columns' | 'onLeftOut'>

export async function formatShown(shown: Shown, window: Window): Promise<string> {
  const { style } = window
  const { headers, body, json, arrivals, arrivalCount, attempts, attemptCount } = shown
  const [kept, sent] = [arrivals.length, attempts.length]
  return [
    formatFields(fieldsOf(shown, style), window),
    headersPart(headers, window),
    part(texts.body(body.length), bodyLines(json, body), style),
    arrivalCount === 1
      ? ''
      : part(texts.arrivals(kept, arrivalCount), await formatArrivals(arrivals, window), style),
    sent === 0 ? '' : part(texts.attempts(sent, attemptCount), await formatAttempts(attempts, window), style),
  ].join('')
}

/** A part of the page, with its heading. */
export function part(heading: string, lines: string, style: Style): string {
  return `\n${style.bold(heading)}\n${lines}`
}

export function headersPart(headers: Shown['headers'], window: Window): string {
  if (headers.length === 0) return ''
  const lines = headers.map(([name, value]) => `  ${escapeControls(`${name}: ${value}`)}\n`)
  return part(texts.headers(), lines.join(''), window.style)
}

export function bodyLines(json: string | null, body: Buffer): string {
  if (json !== null) return formatJson(parseLossless(json))
  return `${body.toString('utf8').split('\n').map(escapeControls).join('\n')}\n`
}

/** The text of a body that is JSON, if it can be printed: one that is nested too deep can't. */
export function printable(json: string | null): string | null {
  return json !== null && !isDeeperThan(json, MAX_NESTING) ? json : null
}

export function payloadOf(json: string | null, body: Buffer | null) {
  if (json !== null)
    return { payload: parseLossless(json) as Printed<'webhook-show'>['payload'], payloadBase64: null }
  return { payload: null, payloadBase64: body?.toString('base64') ?? null }
}

function fieldsOf(shown: Shown, style: Style): Field[] {
  const { delivery, type, eventId, paymentId, amount, receivedAt, channels, forward, attemptCount } = shown
  const paint = { none: style.dim, pending: style.yellow, done: style.green, parked: style.red }[forward]
  const state = shared.forwardStates[forward]()
  return [
    { label: texts.delivery(), value: delivery, whole: true },
    { label: texts.event(), value: type },
    ...(eventId === null ? [] : [{ label: texts.eventId(), value: eventId, whole: true }]),
    ...(paymentId === null ? [] : [{ label: texts.payment(), value: paymentId, whole: true }]),
    ...(amount === null ? [] : [{ label: texts.amount(), value: humanAmount(amount) }]),
    { label: texts.received(), value: texts.receivedBy(formatLocal(receivedAt), channels.join(', ')) },
    { label: texts.forward(), value: texts.forwardAfter(state, attemptCount), paint },
  ]
}

function formatArrivals(arrivals: readonly KeptArrival[], window: Window): Promise<string> {
  const columns = [
    { header: texts.cameAt() },
    { header: texts.channel() },
    { header: texts.deliveryId(), whole: true },
  ]
  const rows = arrivals.map(({ channel, delivery, receivedAt }) => [
    formatLocal(receivedAt),
    channel,
    delivery,
  ])
  return formatTable(columns, rows, window)
}

/** In fewer columns the terminal breaks the lines of an answer. */
const LEAST_ROOM = 16

const attemptColumns = (): readonly Column[] => [
  { header: '#', align: 'right' },
  { header: texts.sent() },
  { header: texts.to(), minWidth: 22, dropRank: 1 },
  { header: texts.status() },
  { header: texts.took(), align: 'right', dropRank: 2 },
]

/** A row for each attempt, and below it the whole answer that is kept. */
async function formatAttempts(attempts: readonly KeptAttempt[], window: Window): Promise<string> {
  const { style, columns } = window
  const rows = attempts.map(({ number, at, to, status, ms, replay }): TableCell[] => {
    const paint = isSuccess(status) ? style.green : style.red
    return [
      String(number),
      replay ? texts.replayed(formatLocal(at)) : formatLocal(at),
      to,
      { text: String(status ?? shared.noAnswer()), paint },
      formatDuration(ms),
    ]
  })
  const [header, ...lines] = (await formatTable(attemptColumns(), rows, window)).trimEnd().split('\n')
  return [header, ...lines.flatMap((line, n) => [line, ...answerLines(attempts[n]!, columns)])]
    .map(line => `${line}\n`)
    .join('')
}

function answerLines({ number, error, answer }: KeptAttempt, columns: number): string[] {
  // The white space of a page would only take room.
  const text = (error === null ? answer : localized(noAnswerText(error))).replace(/\s+/g, ' ').trim()
  const indent = ' '.repeat(String(number).length + 2)
  const room = Math.max(LEAST_ROOM, columns - indent.length)
  return text === '' ? [] : wrap(escapeControls(text), room).map(line => indent + line)
}

/** The bytes as they came. On a terminal they could contain commands for it, so there they are escaped. */
export async function printBody(out: Output, body: Buffer): Promise<void> {
  if (!out.human) return out.data(body)
  const text = body.toString('utf8')
  const lines = text.split('\n').map(escapeControls).join('\n')
  await out.data(lines.endsWith('\n') ? lines : `${lines}\n`)
  if (lines !== text || !isUtf8(body)) out.note(texts.escaped())
}

export function printHeaders(out: Output, headers: readonly (readonly [string, string])[]): Promise<void> {
  return out.data(headers.map(([name, value]) => `${escapeControls(`${name}: ${value}`)}\n`).join(''))
}
