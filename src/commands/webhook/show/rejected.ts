/** `webhook show` of a delivery that was refused: what came, why it was refused, and what to do about it. */

import type { Context } from '#cli/context/context.ts'
import { hint } from '#cli/output/hints.ts'
import { type Printed, toJson } from '#cli/output/typed-json.ts'
import { escapeControls } from '#lib/escape.ts'
import { Failure } from '#lib/failure.ts'
import { formatLocal } from '#lib/local-time.ts'
import { suggest } from '#lib/suggestion.ts'
import { type Field, formatFields } from '#terminal/fields.ts'
import type { Style } from '#terminal/style.ts'
import { tsvFields } from '#terminal/tsv.ts'
import { wrapWords } from '#terminal/width.ts'
import type { Rejected } from '#webhooks/rejected/store.ts'
import { rejectedId, verifyAgain } from '#webhooks/rejected/verify-again.ts'
import { rejectedWords } from '#webhooks/rejected/why-rejected.ts'
import { headerPairs, readBody } from '#webhooks/verify-delivery.ts'
import { refusedForScripts } from '../shared/for-scripts.ts'
import { withRejected } from '../shared/rejected.ts'
import { texts as shared } from '../shared/texts.ts'
import {
  bodyLines,
  headersPart,
  part,
  payloadOf,
  printable,
  printBody,
  printHeaders,
  type Window,
} from './shown-event.ts'
import { texts } from './texts.ts'

/** Failure (not_found) if it isn't kept, or not kept any more; Failure (usage) with an inbox. */
export async function showRejected(
  context: Context,
  number: number,
  flags: { body?: boolean; headers?: boolean; inbox?: string | undefined },
): Promise<void> {
  if (flags.inbox !== undefined) throw new Failure('usage', texts.inNoInbox, { next: texts.leaveOutInbox })
  const { out } = context
  const rejected = await withRejected(context, store => store?.find(number) ?? null)
  if (rejected === null) {
    throw new Failure('not_found', () => texts.notKept(rejectedId(number)), {
      next: suggest('webhook deliveries', { say: shared.see, flags: { rejected: true } }),
    })
  }
  const { body, bodyBytes } = rejected
  if (flags.headers) return printHeaders(out, headerPairs(rejected.headers))
  if (flags.body) {
    if (body === null) throw new Failure('not_found', texts.bodyNotKept, { next: texts.whyNoBody })
    await printBody(out, body)
    if (body.length !== bodyBytes) out.note(texts.onlyStart(body.length))
    return
  }
  if (out.json) return out.data(toJson<'webhook-show-rejected'>(forScripts(rejected)))
  const verify =
    verifyAgain(rejected)
      ?.map(step => hint(step, context.host))
      .join(' | ') ?? null
  if (out.human) return out.data(formatRejected(rejected, out, verify))
  await out.data(tsvFields(Object.entries(forScripts(rejected))))
}

function forScripts(rejected: Rejected): Printed<'webhook-show-rejected'> {
  const { method, path, bodyBytes, headers, body } = rejected
  const payload = payloadOf(jsonOf(body, bodyBytes), body)
  const rest = { method, path, bodyBytes, headers: headerPairs(headers), ...payload }
  return { ...refusedForScripts(rejected), ...rest }
}

/** The whole body as text if it is JSON that can be printed. */
function jsonOf(body: Buffer | null, bytes: number | null): string | null {
  return body === null || body.length !== bytes ? null : printable(readBody(body).json)
}

function formatRejected(rejected: Rejected, window: Window, verify: string | null): string {
  const { headers, body, bodyBytes } = rejected
  const { style } = window
  const title = bodyBytes === null ? texts.bodyUnknown() : texts.body(bodyBytes)
  const isCut = body !== null && body.length !== bodyBytes
  const lines = body === null ? `${texts.bodyNotKept()}\n` : bodyLines(jsonOf(body, bodyBytes), body)
  return [
    formatFields(fieldsOf(rejected, style), window),
    part(texts.why(), whyLines(rejected, verify !== null, window), style),
    headersPart(headerPairs(headers), window),
    part(title, lines + (isCut ? `${style.dim(texts.onlyStart(body.length))}\n` : ''), style),
    verify === null ? '' : part(texts.verifyAgain(), `${escapeControls(verify)}\n`, style),
  ].join('')
}

function fieldsOf(rejected: Rejected, style: Style): Field[] {
  const { id, delivery, event, receivedAt, method, path, status } = rejected
  return [
    { label: texts.id(), value: rejectedId(id), whole: true },
    ...(delivery === null ? [] : [{ label: texts.saysId(), value: delivery, whole: true }]),
    ...(event === null ? [] : [{ label: texts.saysEvent(), value: event }]),
    { label: texts.received(), value: formatLocal(receivedAt) },
    { label: texts.request(), value: `${method} ${path}` },
    { label: texts.answered(), value: String(status), paint: style.red },
  ]
}

/** What happened, and what to do about it. */
function whyLines(rejected: Rejected, canVerify: boolean, { columns }: Window): string {
  const { sentence, changes, steps } = rejectedWords(rejected, canVerify)
  const points = [...changes.map(({ hint, text }) => `${text} (${hint})`), ...steps]
  const indented = (text: string, first: string) =>
    wrapWords(text, columns - 2).map((line, n) => `${n === 0 ? first : '  '}${line}\n`)
  return [...indented(sentence, '  '), ...points.flatMap(point => indented(point, '- '))].join('')
}
