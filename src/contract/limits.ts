/** The limits of the service (docs/service.md, 8), each in one place. */

import { type Centavos, centavos } from './money.ts'

/** The largest amount of a charge, and the largest total with its fee, in centavos. */
export const MAX_AMOUNT: Centavos = centavos(100_000)
/** The largest wallet-form deposit of the sandbox (docs/decisions/webhooks.md#deposit-approved), in centavos. */
export const MAX_DEPOSIT: Centavos = centavos(100_000_000)
/** The longest description, in Unicode code points. */
export const MAX_DESCRIPTION = 80
/** How long a charge can be paid, in minutes. */
export const VALIDITY_MINUTES = [30, 60, 360, 1440, 2880, 10080] as const
export const DEFAULT_VALIDITY_MINUTES = 30
/** The largest request body, in bytes. */
export const MAX_BODY_BYTES = 8 * 1024
export const MAX_PAGE = 1000
export const MAX_LIMIT = 100
export const DEFAULT_LIMIT = 50
/** Calls a key may make in any {@link RATE_WINDOW_MS}. */
export const RATE_LIMIT = 120
export const RATE_WINDOW_MS = 60_000
/** A payment id in a path. */
export const PAYMENT_ID = /^[A-Za-z0-9_-]{1,100}$/
/** An Idempotency-Key (docs/service.md, 4.3), in upper or lower case. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** How far the time of a signature may be before or after now. */
export const SIGNATURE_TOLERANCE_MS = 5 * 60_000
/** The waits before the second and later attempts of a webhook delivery, in milliseconds. */
export const DELIVERY_RETRY_MS = [1, 5, 15, 60].map(minutes => minutes * 60_000)

/** How long the service waits for the first message of a realtime connection, in milliseconds. */
export const WS_AUTH_MS = 10_000
/** The time between two heartbeats of a realtime connection, in milliseconds. */
export const WS_HEARTBEAT_MS = 20_000

/** The prefixes of the three kinds of secret (docs/service.md, 5). */
export const API_KEY_PREFIX = 'service_live_'
export const WS_TOKEN_PREFIX = 'service_ws_'
export const WEBHOOK_SECRET_PREFIX = 'whsec_'

/** The length of a description in Unicode code points, not UTF-16 units. */
export function codePoints(text: string): number {
  return [...text].length
}
