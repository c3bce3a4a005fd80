// Generated from openapi.yaml by tools/generate.ts. Do not edit: run `npm run generate`.


/**
 * Payment identifier.
 * 
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "PaymentId".
 */
export type PaymentId = string
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "IdempotencyKey".
 */
export type IdempotencyKey = string
/**
 * PAID is the only state that confirms payment.
 * 
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "PaymentStatus".
 */
export type PaymentStatus = ("CREATING" | "PENDING" | "PAID" | "EXPIRED" | "FAILED")
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "Permission".
 */
export type Permission = ("payments:create" | "payments:read" | "balance:read")
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "ValidityMinutes".
 */
export type ValidityMinutes = (30 | 60 | 360 | 1440 | 2880 | 10080)
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "Signature".
 */
export type Signature = string

/**
 * A Pix deposit charge. The service may add fields.
 * 
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "Payment".
 */
export interface Payment {
id: PaymentId
status: PaymentStatus
/**
 * Amount charged, in reais.
 */
amount: number
/**
 * Amount requested by the caller, in reais.
 */
requestedAmount: number
/**
 * Fee, in reais.
 */
fee: number
/**
 * Net amount to be credited, in reais.
 */
netAmount: number
currency: "BRL"
description: (string | null)
/**
 * Whether the fee is added on top of the requested amount.
 */
passFee: boolean
/**
 * Copy-and-paste Pix code.
 */
pixCode: (string | null)
/**
 * Image as a data URL. On creation and single read; omitted from list items.
 */
qrCode?: (string | null)
validityMinutes: ValidityMinutes
expiresAt: (string | null)
paidAt: (string | null)
createdAt: string
[k: string]: unknown
}
/**
 * The body of a creation. No other field is accepted.
 * 
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "CreatePayment".
 */
export interface CreatePayment {
/**
 * In reais, at most two decimals (a multiple of 0.01). Judge the decimal as it is written: a binary floating-point number can't tell.
 */
amount: number
currency?: "BRL"
description?: string
passFee?: boolean
validityMinutes?: (30 | 60 | 360 | 1440 | 2880 | 10080)
}
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "Balance".
 */
export interface Balance {
/**
 * In reais.
 */
availableBalance: number
currency: "BRL"
[k: string]: unknown
}
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "Status".
 */
export interface Status {
authenticated: true
/**
 * Those of Permission today; a service that grows may know more.
 */
permissions: string[]
withdrawalsEnabled: false
[k: string]: unknown
}
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "Pagination".
 */
export interface Pagination {
page: number
limit: number
total: number
[k: string]: unknown
}
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "PaymentResponse".
 */
export interface PaymentResponse {
data: Payment
[k: string]: unknown
}
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "PaymentListResponse".
 */
export interface PaymentListResponse {
data: Payment[]
pagination: Pagination
[k: string]: unknown
}
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "BalanceResponse".
 */
export interface BalanceResponse {
data: Balance
[k: string]: unknown
}
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "StatusResponse".
 */
export interface StatusResponse {
data: Status
[k: string]: unknown
}
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "Error".
 */
export interface Error {
error: string
/**
 * The set of values is not shown.
 */
code?: string
[k: string]: unknown
}
/**
 * The envelope of a payment event.
 * 
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "PaymentEvent".
 */
export interface PaymentEvent {
/**
 * Idempotent event identifier.
 */
id: string
type: ("payment.created" | "payment.approved" | "payment.expired" | "payment.failed")
createdAt: string
storeId: string
data: PaymentEventData
[k: string]: unknown
}
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "PaymentEventData".
 */
export interface PaymentEventData {
paymentId: string
source: "api"
status: PaymentStatus
id?: string
amount?: number
requestedAmount?: number
fee?: number
netAmount?: number
currency?: "BRL"
description?: (string | null)
passFee?: boolean
validityMinutes?: ValidityMinutes
expiresAt?: (string | null)
paidAt?: (string | null)
createdAt?: string
[k: string]: unknown
}
/**
 * The client's first message, within 10 seconds of connecting.
 * 
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "RealtimeAuth".
 */
export interface RealtimeAuth {
op: "auth"
token: string
/**
 * The last processed and persisted sequence. Never a number.
 */
after?: string
[k: string]: unknown
}
/**
 * The server's answer to a valid authentication. Its exact layout is not shown.
 * 
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "RealtimeReady".
 */
export interface RealtimeReady {
[k: string]: unknown
}
/**
 * An event with its sequence. The exact layout is not shown; these are the parts.
 * 
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "RealtimeEvent".
 */
export interface RealtimeEvent {
sequence: string
event: PaymentEvent
[k: string]: unknown
}
