import { isSuccess } from '#contract/delivery.ts'
import { savedReason } from '#forwarding/saved-reason.ts'
import type { Delivery, KeptAttempt, Taken } from '#inbox/inbox.ts'
import { escapeControls } from '#lib/escape.ts'
import { formatJson, parseLossless } from '#lib/json.ts'
import { formatDuration, formatLocal } from '#lib/local-time.ts'
import { humanAmount } from '#terminal/amount.ts'
import { type Field, formatFields } from '#terminal/fields.ts'
import type { Style } from '#terminal/style.ts'
import { type Column, formatTable, type TableCell, type TableOptions } from '#terminal/table.ts'
import { texts as ofDeliveries } from '#terminal/texts.ts'
import { displayWidth, wrap } from '#terminal/width.ts'
import { texts as shared } from '../shared/texts.ts'
import { texts } from './texts.ts'

/** A delivery with all that is known about it. */
export interface Shown extends Omit<Delivery, 'headers' | 'attempts'> {
  verdict: Taken['verdict']
  headers: readonly (readonly [name: string, value: string])[]
  /** In reais; null if the body has none. */
  amount: number | null
  /** The body as text if it is JSON that can be printed; otherwise null. */
  json: string | null
  /** The attempts that are kept, and how many there were. */
  sent: readonly KeptAttempt[]
  count: number
}

type Window = Pick<TableOptions, 'style' | 'columns' | 'onLeftOut'>

export async function formatShown(shown: Shown, window: Window): Promise<string> {
  const { style } = window
  const { headers, body, json, sent, count } = shown
  const heading = (text: string) => `\n${style.bold(text)}\n`
  const title = sent.length === count ? texts.attempts() : texts.latestAttempts(sent.length, count)
  const lines = headers.map(header => headerLines(header, window)).join('')
  return [
    formatFields(fieldsOf(shown, style), window),
    headers.length === 0 ? '' : heading(texts.headers()) + lines,
    heading(texts.body(body.length)),
    json === null
      ? `${body.toString('utf8').split('\n').map(escapeControls).join('\n')}\n`
      : formatJson(parseLossless(json)),
    sent.length === 0 ? '' : heading(title) + (await formatAttempts(sent, window)),
  ].join('')
}

function fieldsOf(shown: Shown, style: Style): Field[] {
  const { delivery, given, event, eventId, paymentId, amount, receivedAt, channel, verdict, forward, count } =
    shown
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
    { label: texts.forward(), value: texts.forwardAfter(state, count), paint },
  ]
}

/** The value is below its name if it doesn't fit beside it. */
function headerLines(header: readonly [name: string, value: string], { columns }: Window): string {
  const [name, value] = header.map(escapeControls)
  const isLong = displayWidth(`  ${name}: ${value}`) > columns
  return `  ${name}:${isLong ? '\n    ' : ' '}${value}\n`
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
  const text = (error === null ? answer : savedReason(error)).replace(/\s+/g, ' ').trim()
  const indent = ' '.repeat(String(attempt).length + 2)
  const room = Math.max(LEAST_ROOM, columns - indent.length)
  return text === '' ? [] : wrap(escapeControls(text), room).map(line => indent + line)
}
