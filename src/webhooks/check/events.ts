/** The deliveries that `webhook check` sends: `payment.approved` of made-up payments. */

import { centavos } from '#contract/money.ts'
import { signatureHeader } from '#contract/signature.ts'
import { testEvent, testId } from '../events.ts'
import { withDecimals } from '../mistakes/json-text.ts'

/** A delivery to send. */
export interface Delivery {
  id: string
  body: Buffer
  /** Null for none. */
  signature: string | null
}

/** A new delivery of these bytes, signed at this time. */
export function delivery(secret: string, atMs: number, text: string | Buffer): Delivery {
  const body = Buffer.from(text)
  return { id: testId('dlv'), body, signature: signatureHeader(secret, atMs, body) }
}

/** The amount of the plain events, as in their text. */
export const AMOUNT = '10.5'

/** A plain event: most programs that parse it write the same bytes again. */
export function eventText(nowMs: number, description?: string): string {
  return JSON.stringify(testEvent('payment.approved', { nowMs, description }))
}

/** The same JSON as no program writes it: with all kinds of white space, and amounts with two decimals. */
export function oddlySpaced(text: string): string {
  return withDecimals(JSON.stringify(JSON.parse(text), null, ' \t'), 2)
    .replaceAll('": ', '"  :\t')
    .replaceAll(/(\.\d\d),/g, '$1 ,')
    .replaceAll('\n', '\r\n')
}

/**
 * An event that every program writes in another way: by its spaces, the order of its members, amounts such as 20.00,
 * letters with and without escapes, slashes and the signs of HTML.
 */
export function tellingText(nowMs: number): string {
  const event = testEvent('payment.approved', {
    nowMs,
    amount: centavos(2000),
    description: 'Pão <a/b> & café 🥐',
  })
  const data = Object.fromEntries(Object.entries(event.data).reverse())
  const { type, storeId, id, createdAt } = event
  const text = oddlySpaced(JSON.stringify({ type, data, storeId, id, createdAt }))
  return `${text.replace('é', '\\u00e9').replace('/b', '\\/b')}\n`
}
