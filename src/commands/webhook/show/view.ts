import { noAnswerText } from '#api/transport-error.ts'
import type { Printed } from '#cli/output/json.ts'
import { isSuccess } from '#contract/delivery.ts'
import { isDeeperThan, MAX_NESTING } from '#contract/json-members.ts'
import type { KeptAttempt, ListedDelivery } from '#inbox/inbox.ts'
import { escapeControls } from '#lib/escape.ts'
import { formatJson, parseLossless } from '#lib/json.ts'
import { localized } from '#lib/language.ts'
import { formatDuration, formatLocal } from '#lib/local-time.ts'
import { humanAmount } from '#terminal/amount.ts'
import { type Field, formatFields } from '#terminal/fields.ts'
import type { Style } from '#terminal/style.ts'
import { type Column, formatTable, type TableCell, type TableOptions } from '#terminal/table.ts'
import { texts as ofDeliveries } from '#terminal/texts.ts'
import { wrap } from '#terminal/width.ts'
import { texts as shared } from '../shared/texts.ts'
import { texts } from './texts.ts'

/** A delivery with all that is known about it. */
export interface Shown extends ListedDelivery {
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
  /** The body as text if it is JSON that can be printed; otherwise null. */
  json: string | null
  /** The attempts that are kept. */
  sent: readonly KeptAttempt[]
}

export type Window = Pick<TableOptions, 'style' | 'columns' | 'onLeftOut'>

export async function formatShown(shown: Shown, window: Window): Promise<string> {
  const { style } = window
  const { headers, body, json, sent, attempts } = shown
  const title = sent.length === attempts ? texts.attempts() : texts.latestAttempts(sent.length, attempts)
  return [
    formatFields(fieldsOf(shown, style), window),
    headersPart(headers, window),
    part(texts.body(body.length), bodyLines(json, body), style),
    sent.length === 0 ? '' : part(title, await formatAttempts(sent, window), style),
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
  const { delivery, given, event, eventId, paymentId, amount, receivedAt, channel } = shown
  const { verdict, forward, forwardedAs, attempts } = shown
  const paint = { none: style.dim, pending: style.yellow, done: style.green, parked: style.red }[forward]
  const state = shared.forwardStates[forward]()
  return [
    { label: texts.delivery(), value: delivery, whole: true },
    ...(given === delivery ? [] : [{ label: texts.cameAs(), value: given, whole: true }]),
    { label: texts.event(), value: event },
    ...(eventId === null ? [] : [{ label: texts.eventId(), value: eventId, whole: true }]),
    ...(paymentId === null ? [] : [{ label: texts.payment(), value: paymentId, whole: true }]),
    ...(amount === null ? [] : [{ label: texts.amount(), value: humanAmount(amount) }]),
    { label: texts.received(), value: texts.receivedBy(formatLocal(receivedAt), channel) },
    {
      label: texts.verdict(),
      value: ofDeliveries.verdicts[verdict](),
      paint: verdict === 'accepted' ? style.green : style.dim,
    },
    { label: texts.forward(), value: texts.forwardAfter(state, attempts), paint },
    ...(forwardedAs === null ? [] : [{ label: texts.forwardedAs(), value: forwardedAs, whole: true }]),
  ]
}

/** In fewer columns the terminal breaks the lines of an answer. */
const LEAST_ROOM = 16

const columnsOf = (): readonly Column[] => [
  { header: '#', align: 'right' },
  { header: texts.sent() },
  { header: texts.to(), minWidth: 22, dropRank: 1 },
  { header: texts.status() },
  { header: texts.took(), align: 'right', dropRank: 2 },
]

/** A row for each attempt, and below it the whole answer that is kept. */
async function formatAttempts(sent: readonly KeptAttempt[], window: Window): Promise<string> {
  const { style, columns } = window
  const rows = sent.map(({ attempt, at, to, status, ms, replay }): TableCell[] => {
    const paint = isSuccess(status) ? style.green : style.red
    return [
      String(attempt),
      replay ? texts.replayed(formatLocal(at)) : formatLocal(at),
      to,
      { text: String(status ?? shared.noAnswer()), paint },
      formatDuration(ms),
    ]
  })
  const [header, ...lines] = (await formatTable(columnsOf(), rows, window)).trimEnd().split('\n')
  return [header, ...lines.flatMap((line, n) => [line, ...answerLines(sent[n]!, columns)])]
    .map(line => `${line}\n`)
    .join('')
}

function answerLines({ attempt, error, answer }: KeptAttempt, columns: number): string[] {
  // The white space of a page would only take room.
  const text = (error === null ? answer : localized(noAnswerText(error))).replace(/\s+/g, ' ').trim()
  const indent = ' '.repeat(String(attempt).length + 2)
  const room = Math.max(LEAST_ROOM, columns - indent.length)
  return text === '' ? [] : wrap(escapeControls(text), room).map(line => indent + line)
}
