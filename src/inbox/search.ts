/** Searches saved deliveries for a text: in their ids, their type, their amount and their body. */

import { foldText } from '#contract/charge-filter.ts'
import { approvalFacts, isSuccess } from '#contract/delivery.ts'
import { fromReais } from '#contract/money.ts'
import { parseAmount } from '#lib/input/amounts.ts'
import { dataOf } from './approvals.ts'
import type { Listed, ListedDelivery } from './arrival.ts'

/** The amount of a larger body isn't read: it would take too long. */
export const MAX_PARSED = 64 * 1024

/** The text in the form of {@link foldText}; and its centavos if it is an amount, such as `10,50` or `R$ 10,50`. */
export function searchValues(text: string): [needle: string, amount: number | null] {
  const needle = foldText(text)
  return [needle, parseAmount(text)]
}

/** Whether a delivery has the text or the amount. `ids` have line breaks between them, so that no match covers two. */
export function isFound(needle: string, amount: number | null, ids: string, body: Uint8Array): boolean {
  if (foldText(textOf(body)).includes(needle) || foldText(ids).includes(needle)) return true
  const found = amount === null || body.length > MAX_PARSED ? null : approvalFacts(dataOf(body)).amount
  return found !== null && fromReais(found) === amount
}

/** A delivery as an engine reads it for a list. */
export type ListedRow = Listed & {
  verdict: ListedDelivery['verdict']
  /** Only if its details are wanted and it is short enough. */
  body: Uint8Array | null
  cameByBoth: unknown
  acceptedOther: string | null
}

export function listedOf({ body, cameByBoth, acceptedOther, ...row }: ListedRow): ListedDelivery {
  const data = (body && dataOf(body)) as { description?: unknown } | null | undefined
  const { amount } = approvalFacts(data)
  const description = typeof data?.description === 'string' ? data.description : null
  const isSentItself = isSuccess(row.lastStatus)
  return {
    ...row,
    amount,
    description,
    channels: cameByBoth ? ['webhook', 'realtime'] : [row.channel],
    forwardedAs: row.forward === 'done' && !isSentItself ? acceptedOther : null,
  }
}

/** The body as text, with the characters that its JSON escapes. */
function textOf(body: Uint8Array): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  if (!text.includes('\\u')) return text
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
}
