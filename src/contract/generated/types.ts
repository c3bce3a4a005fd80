// Generated from openapi.yaml by tools/generate.ts. Do not edit: run `npm run generate`.


/**
 * The id of a payment.
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
 * How long a charge can be paid, in minutes.
 * 
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
 * What the customer pays, in reais.
 */
amount: number
/**
 * What the store asked for, in reais.
 */
requestedAmount: number
/**
 * Fee, in reais.
 */
fee: number
/**
 * What the wallet gets, in reais.
 */
netAmount: number
/**
 * The currency of all amounts.
 */
currency: "BRL"
/**
 * What the charge is for.
 */
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
 * An image as a data URL. Only when a charge is created or read, not in a list.
 */
qrCode?: (string | null)
validityMinutes: ValidityMinutes
/**
 * Until when it can be paid.
 */
expiresAt: (string | null)
/**
 * When it was paid.
 */
paidAt: (string | null)
/**
 * When it was created.
 */
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
 * In reais, at most two decimals (a multiple of 0.01). Check the decimal as it is written: a binary floating-point number can't show it.
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
/**
 * The currency of the balance.
 */
currency: "BRL"
[k: string]: unknown
}
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "Status".
 */
export interface Status {
/**
 * The key was accepted.
 */
authenticated: true
/**
 * Today those of Permission. The service may add others.
 */
permissions: string[]
/**
 * The service has no withdrawals.
 */
withdrawalsEnabled: false
[k: string]: unknown
}
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "Pagination".
 */
export interface Pagination {
/**
 * The number of this page, from 1.
 */
page: number
/**
 * How many charges a page has at most.
 */
limit: number
/**
 * How many charges there are on all pages.
 */
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
 * The service doesn't show the possible values.
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
 * The id of the event. Process each id once.
 */
id: string
/**
 * What happened.
 */
type: ("payment.created" | "payment.approved" | "payment.expired" | "payment.failed")
/**
 * When the event was made.
 */
createdAt: string
/**
 * The store that it is about.
 */
storeId: string
data: PaymentEventData
[k: string]: unknown
}
/**
 * This interface was referenced by `Contract`'s JSON-Schema
 * via the `definition` "PaymentEventData".
 */
export interface PaymentEventData {
/**
 * The id of the charge.
 */
paymentId: string
/**
 * Where the charge comes from.
 */
source: "api"
status: PaymentStatus
/**
 * As in Payment.
 */
id?: string
/**
 * As in Payment.
 */
amount?: number
/**
 * As in Payment.
 */
requestedAmount?: number
/**
 * As in Payment.
 */
fee?: number
/**
 * As in Payment.
 */
netAmount?: number
/**
 * As in Payment.
 */
currency?: "BRL"
/**
 * As in Payment.
 */
description?: (string | null)
/**
 * As in Payment.
 */
passFee?: boolean
validityMinutes?: ValidityMinutes
/**
 * As in Payment.
 */
expiresAt?: (string | null)
/**
 * As in Payment.
 */
paidAt?: (string | null)
/**
 * As in Payment.
 */
createdAt?: string
[k: string]: unknown
}
