/** Searches saved deliveries for a text: in their ids, their type, their amount and their body. */

import type { SQLInputValue } from 'node:sqlite'
import { foldText } from '../contract/charge-filter.ts'
import { approvalFacts } from '../contract/delivery.ts'
import { type Centavos, fromReais, parseAmount } from '../contract/money.ts'
import { dataOf } from './approvals.ts'
import type { Listed } from './arrival.ts'

type Searched = Pick<Listed, 'delivery' | 'event' | 'eventId' | 'paymentId'>

export interface Search {
  /** In the form of {@link foldText}. */
  needle: string
  /** The needle if it is an amount, such as `10,50`. */
  amount: Centavos | null
  isIn(row: Searched, body: Uint8Array): boolean
}

export function searchOf(text: string): Search {
  const needle = foldText(text)
  const amount = parseAmount(needle.replace(/^\s*r\$\s*/, '').trim())
  return {
    needle,
    amount,
    isIn: ({ delivery, event, eventId, paymentId }, body) => {
      // The line breaks prevent a match that covers two of them.
      const ids = [delivery, event, eventId ?? '', paymentId ?? ''].join('\n')
      return foldText(`${ids}\n${textOf(body)}`).includes(needle) || hasAmount(body, amount)
    },
  }
}

/**
 * A condition that SQLite checks by itself, so that most bodies aren't folded here: its own folding knows only ASCII.
 * It lets through every delivery with the text, with other characters or escapes, or with the digits of the amount.
 */
export function candidates({ needle, amount }: Search): [condition: string, ...SQLInputValue[]] {
  const ids =
    "delivery || char(10) || event || char(10) || coalesce(event_id, '') || char(10) || coalesce(payment_id, '')"
  const text = 'CAST(body AS TEXT)'
  const digits = amount === null ? needle : String(amount / 100)
  return [
    `(instr(lower(${text}), ?) OR instr(lower(${ids}), ?) OR length(${text}) <> length(body)
      OR instr(${text}, '\\u') OR instr(${text}, ?))`,
    needle,
    needle,
    digits,
  ]
}

/** The body as text, with the characters that its JSON escapes. */
function textOf(body: Uint8Array): string {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  if (!text.includes('\\u')) return text
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
}

function hasAmount(body: Uint8Array, amount: Centavos | null): boolean {
  if (amount === null) return false
  const found = approvalFacts(dataOf(body)).amount
  return found !== null && fromReais(found) === amount
}
