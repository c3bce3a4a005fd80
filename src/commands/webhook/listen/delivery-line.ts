/** The lines of `webhook listen`: a delivery and the attempts to forward it, for a script or for a person. */

import { noAnswerText } from '#api/transport-error.ts'
import { type Printed, toJsonLine } from '#cli/output/typed-json.ts'
import type { ShownDelivery } from '#events/listen/intake.ts'
import { type AttemptResult, isAccepted, whatFollows } from '#forwarding/attempt-result.ts'
import { shownTarget } from '#forwarding/routes.ts'
import type { LogEvent } from '#inbox/inbox.ts'
import { escapeControls, escapeJson } from '#lib/escape.ts'
import { compactJson } from '#lib/json.ts'
import { localized } from '#lib/language.ts'
import { formatDuration, formatLocal } from '#lib/local-time.ts'
import { reasonText } from '#lib/refusal-reason/texts.ts'
import { humanAmount } from '#terminal/amount.ts'
import {
  fitLine,
  GAP,
  type Lead,
  leadFor,
  markText,
  type Piece,
  padded,
  shownType,
  typeAndAmount,
  typePaint,
  unpainted,
  widthOf,
} from '#terminal/event-line.ts'
import type { Paint, Style } from '#terminal/style.ts'
import { texts } from '#terminal/texts.ts'
import { tsvRow } from '#terminal/tsv.ts'
import { shorten, wrap } from '#terminal/width.ts'
import type { SignedDelivery } from '#webhooks/verify-delivery.ts'
import { attemptForScripts } from '../shared/for-scripts.ts'

/** What a person sees more than a script. */
export interface DeliveryForPerson extends ShownDelivery {
  /** Reais as the body has them. */
  amount: number | null
  paymentId: string | null
  forward?: 'waiting' | AttemptResult | undefined
}

interface Layout {
  delivery: number
  charge: number
  mark: number
  amount: boolean
  answers: 'both' | 'target' | 'status' | 'none'
  cut: boolean
}

/**
 * How a line is shortened if it doesn't fit: the columns of the parts, or whether a part is shown. Of the answers, pixctl's
 * goes first, then all of the target's but its status.
 */
const LAYOUTS: readonly Layout[] = [
  { delivery: 1000, charge: 1000, mark: 1000, amount: true, answers: 'both', cut: false },
  { delivery: 10, charge: 10, mark: 10, amount: true, answers: 'both', cut: false },
  { delivery: 0, charge: 10, mark: 10, amount: true, answers: 'both', cut: false },
  { delivery: 0, charge: 10, mark: 10, amount: true, answers: 'target', cut: false },
  { delivery: 0, charge: 0, mark: 10, amount: true, answers: 'target', cut: false },
  { delivery: 0, charge: 0, mark: 10, amount: true, answers: 'status', cut: false },
  { delivery: 0, charge: 0, mark: 0, amount: true, answers: 'status', cut: false },
  { delivery: 0, charge: 0, mark: 0, amount: true, answers: 'status', cut: true },
  { delivery: 0, charge: 0, mark: 0, amount: true, answers: 'none', cut: true },
  { delivery: 0, charge: 0, mark: 10, amount: false, answers: 'status', cut: false },
]

/** A line with its amount, the beginning of the charge's id, and both answers. */
const COMFORTABLE_COLUMNS = 68

interface Looks {
  style: Style
  columns: number
  lead: Lead
}

/**
 * One line, at most `columns` wide: local time, event, amount, charge id, delivery id, pixctl's answer, and the
 * target's answer. If the target didn't accept it, and not all of that fits, the target's answer is on the next lines.
 * So is why pixctl refused it.
 */
export function formatDelivery(line: DeliveryForPerson, options: Omit<Looks, 'lead'>): string {
  const { forward } = line
  const isFailed = typeof forward === 'object' && !isAccepted(forward)
  const looks = { ...options, lead: leadFor(options.columns, COMFORTABLE_COLUMNS) }
  const why = line.why?.() ?? ''
  if (why !== '') return formatLine(line, looks) + linesBelow(why, looks)
  if (!isFailed || widthOf(piecesOf(line, LAYOUTS[0]!, looks)) <= options.columns)
    return formatLine(line, looks)
  const answer = tryText(forward) + answerText(forward)
  return formatLine({ ...line, isAnswerBelow: true }, looks) + linesBelow(answer, looks)
}

const MOST_LINES_BELOW = 3

function linesBelow(text: string, { style, columns, lead }: Looks): string {
  const indent = ' '.repeat(lead.time + GAP.length)
  const room = Math.max(1, columns - indent.length)
  return wrap(shorten(text.trim(), MOST_LINES_BELOW * room), room)
    .slice(0, MOST_LINES_BELOW)
    .map(part => `${indent}${style.red(part)}\n`)
    .join('')
}

/** `isAnswerBelow`: the target's answer has its own lines. */
type Line = DeliveryForPerson & { isAnswerBelow?: boolean }

function formatLine(line: Line, looks: Looks): string {
  const { style, columns } = looks
  const fit = { columns, parts: ['charge', 'delivery'] as const, paint: eventPaint(line, style) }
  return fitLine(LAYOUTS, layout => piecesOf(line, layout, looks), fit)
}

function piecesOf(line: Line, layout: Layout, looks: Looks): Piece[] {
  const { style } = looks
  const amount = line.amount === null ? '' : humanAmount(line.amount)
  const type = { text: line.type ?? '-', paint: eventPaint(line, style) }
  const id = (text: string | null, columns: number): Piece[] =>
    text === null || columns === 0
      ? []
      : [{ text: GAP + shorten(escapeControls(text), columns), paint: style.dim }]
  if (line.reason !== undefined) return rejectedPieces(line, line.reason, layout, looks)
  return [
    { text: timeOf(line, looks), paint: unpainted },
    ...typeAndAmount(type, amount, layout, looks.lead),
    ...id(line.paymentId, layout.charge),
    ...id(line.delivery, layout.delivery),
    ...answerPieces(line, layout, style),
    ...forwardPieces(line, layout, style),
  ]
}

function timeOf({ receivedAt }: Line, { lead }: Looks): string {
  return formatLocal(receivedAt).slice(-8).slice(0, lead.time)
}

/** The reason comes before the delivery id, so that reasons are aligned. */
function rejectedPieces(line: Line, reason: string, layout: Layout, looks: Looks): Piece[] {
  const { type, status, delivery } = line
  const answer = `${status} ${reasonText(reason)}`
  // The longest usual reason.
  const reasonColumns = `401 ${reasonText('signature_mismatch')}`.length
  const id = delivery === null || layout.delivery === 0 ? null : escapeControls(delivery)
  return [
    timeOf(line, looks),
    // A name that somebody made up must not push the answer out of the line.
    GAP + shownType(type ?? '-', looks.lead, layout.delivery === 0),
    GAP + (id === null ? answer : padded(answer, reasonColumns)),
    ...(id === null ? [] : [GAP + shorten(id, layout.delivery)]),
  ].map(text => ({ text, paint: looks.style.red }))
}

/** The colour by the meaning of the event. An event that isn't signed has none. */
function eventPaint({ reason, type, note }: ShownDelivery, style: Style): Paint {
  if (reason !== undefined) return style.red
  return note === undefined ? typePaint(type, style) : style.dim
}

function answerPieces(line: Line, layout: Layout, style: Style): Piece[] {
  const { verdict, status, forward, isAnswerBelow = false } = line
  const mark = markText(line, layout.mark)
  const marks = mark === null ? [] : [{ text: `${GAP}${mark}`, paint: style.yellow }]
  const isBrief = layout.answers === 'status' || layout.answers === 'none'
  if (typeof forward === 'object' && forward.attempt > 1) {
    return isAnswerBelow || isBrief ? marks : [...marks, { text: tryText(forward), paint: style.dim }]
  }
  if (layout.answers !== 'both' && verdict === 'accepted') return marks
  const words = [
    ...(isBrief ? [] : [status]),
    ...(verdict === 'duplicate' || forward === undefined ? [texts.verdicts[verdict]()] : []),
  ]
  return [...marks, { text: GAP + words.join(' '), paint: verdict === 'duplicate' ? style.dim : unpainted }]
}

function forwardPieces({ forward, isAnswerBelow = false }: Line, { answers }: Layout, style: Style): Piece[] {
  if (forward === undefined || isAnswerBelow || answers === 'none') return []
  const isBrief = answers === 'status'
  if (forward === 'waiting') return [{ text: ` → ${isBrief ? '...' : texts.waiting()}`, paint: style.yellow }]
  if (isBrief && isAccepted(forward)) return [{ text: ` → ${forward.status}`, paint: style.green }]
  return [{ text: answerText(forward), paint: isAccepted(forward) ? style.green : style.red }]
}

function tryText({ attempt }: AttemptResult): string {
  return attempt > 1 ? `${GAP}${texts.attempt(attempt)}` : ''
}

/** The target's answer, and if it isn't a 2xx, when it is tried again. */
function answerText(attempt: AttemptResult): string {
  const { status, ms, error, bodyStart } = attempt
  const answer = status === null ? texts.noAnswer() : `${status} ${formatDuration(ms)}`
  if (isAccepted(attempt)) return ` → ${answer}`
  // The white space of a body, for example of an HTML page, would only take room.
  const words = (error === null ? bodyStart : localized(noAnswerText(error))).replace(/\s+/g, ' ')
  const detail = escapeControls(words.trim())
  return ` → ${answer}, ${whatFollows(attempt)}${detail === '' ? '' : `: ${detail}`}`
}

/** One row: receivedAt, delivery, type, verdict, status. */
export function deliveryTsvRow({ receivedAt, delivery, type, verdict, status }: ShownDelivery): string {
  return tsvRow([receivedAt, delivery, type, verdict, status])
}

/** One line of NDJSON. The payload is the body's own JSON, with every name and digit in the original order. */
export function deliveryJsonLine(
  shown: ShownDelivery,
  signed: Pick<SignedDelivery, 'json' | 'body'> | null,
): string {
  const { delivery, type, eventId, verdict, status, receivedAt } = shown
  const { reason = null, hints = null, note = null, sameDepositAs = null } = shown
  const json = signed?.json ?? null
  const members: Omit<Printed<'webhook-listen-delivery'>, 'payload'> = {
    ...{ delivery, type, eventId, verdict, status, receivedAt },
    ...{ reason, hints, note, sameDepositAs },
    payloadBase64: signed && json === null ? Buffer.from(signed.body).toString('base64') : null,
  }
  const payload = json === null ? 'null' : compactJson(json)
  return escapeJson(`${JSON.stringify(members).slice(0, -1)},"payload":${payload}}\n`)
}

/** One line of NDJSON: an attempt to forward a delivery. */
export function attemptJsonLine(result: AttemptResult & { event: Pick<LogEvent, 'delivery'> }): string {
  const { event, to, attempt: number, bodyStart: answer, parked } = result
  const forward = isAccepted(result) ? 'done' : parked ? 'parked' : 'pending'
  const attempt = attemptForScripts({ ...result, number, to: shownTarget(to), answer, replay: false })
  return toJsonLine<'webhook-listen-attempt'>({ delivery: event.delivery, forward, attempt })
}
