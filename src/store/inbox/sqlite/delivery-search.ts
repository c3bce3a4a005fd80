/** Searches saved deliveries for a text: in their ids, their type, their amount and their body. SQLite calls it. */

import type { SQLInputValue } from 'node:sqlite'
import { foldText } from '../../../contract/charge-filter.ts'
import { approvalFacts } from '../../../contract/delivery.ts'
import { fromReais, parseAmount } from '../../../contract/money.ts'
import { dataOf } from './approvals.ts'

/** The amount of a larger body isn't read: it would take too long. */
export const MAX_PARSED = 64 * 1024

/** The condition for {@link searchValues}. The line breaks prevent a match that covers two ids. */
export const IS_FOUND = 'is_found(?, ?, concat_ws(char(10), delivery, event, event_id, payment_id), body)'

/** The text in the form of {@link foldText}; and its centavos if it is an amount, such as `10,50` or `R$ 10,50`. */
export function searchValues(text: string): [needle: string, amount: number | null] {
  const needle = foldText(text)
  return [needle, parseAmount(needle.replace(/^\s*r\$/, '').trim())]
}

/** Whether a delivery has the text, or is about the amount. */
export function isFound(
  needle: SQLInputValue,
  amount: SQLInputValue,
  ids: SQLInputValue,
  body: SQLInputValue,
) {
  const bytes = body as Uint8Array
  const text = String(needle)
  if (foldText(textOf(bytes)).includes(text) || foldText(String(ids)).includes(text)) return 1
  const found = amount === null || bytes.length > MAX_PARSED ? null : amountOf(bytes)
  return found !== null && fromReais(found) === amount ? 1 : 0
}

/** The amount of an event in reais; null if it has none. */
export function amountOf(body: Uint8Array): number | null {
  return approvalFacts(dataOf(body)).amount
}

/** The body as text, with the characters that its JSON escapes. */
function textOf(body: Uint8Array): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  if (!text.includes('\\u')) return text
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
}
