/** Searches events for a text: in their ids, their type, their amount and their body. */

import { foldText } from '#contract/charge-filter.ts'
import { approvalFacts } from '#contract/delivery.ts'
import { fromReais } from '#contract/money.ts'
import { parseAmount } from '#lib/input/typed-amount.ts'

/** The amount of a larger body isn't read: it would take too long. In bytes. */
export const MAX_PARSED = 64 * 1024

/** The text in the form of {@link foldText}; and its centavos if it is an amount, such as `10,50` or `R$ 10,50`. */
export function searchValues(text: string): [needle: string, amount: number | null] {
  return [foldText(text), parseAmount(text)]
}

/** Whether an event has the text or the amount. `ids` have line breaks between them, so that no match covers two. */
export function isFound(needle: string, amount: number | null, ids: string, body: Uint8Array): boolean {
  if (foldText(textOf(body)).includes(needle) || foldText(ids).includes(needle)) return true
  const found = amount === null || body.length > MAX_PARSED ? null : approvalFacts(dataOf(body)).amount
  return found !== null && fromReais(found) === amount
}

/** The `data` of an envelope (docs/service.md, 2.6); undefined if there is none. */
export function dataOf(body: Uint8Array): unknown {
  try {
    return (JSON.parse(new TextDecoder().decode(body)) as { data?: unknown }).data
  } catch {
    return undefined
  }
}

/** The body as text, with the characters that its JSON escapes. */
function textOf(body: Uint8Array): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  if (!text.includes('\\u')) return text
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
}
