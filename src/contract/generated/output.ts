// Generated from src/contract/output by tools/output-types.ts. Do not edit: run `npm run generate`.

import type * as contract from './types.ts'

/**
 * The balance of the wallet, as the service says
 */
export type Balance = contract.Balance
/**
 * A charge, as the service gave it
 */
export type Charge = contract.Payment
/**
 * The creations whose outcome is unknown
 */
export type ChargeRecoverList = {
/**
 * The key of the creation.
 */
idempotencyKey: string
/**
 * When it was first sent.
 */
createdAt: string
/**
 * The requested amount, in reais; null if the saved request has none that is whole centavos.
 */
amount: (number | null)
/**
 * The description; null if the saved request can't be read.
 */
description: (string | null)
/**
 * The profile.
 */
profile: string
/**
 * The base URL that it was made for.
 */
baseUrl: string
}[]
/**
 * Whether the key is valid and what it may do, as the service says
 */
export type Status = contract.Status

/**
 * The charge that was checked, as the service gave it: a charge in any currency
 */
export interface ChargeConfirm {
id: contract.PaymentId
status: contract.PaymentStatus
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
 * BRL, or the charge is not as expected.
 */
currency: string
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
validityMinutes: contract.ValidityMinutes
/**
 * Until when it can be paid.
 */
expiresAt: (string | null)
/**
 * When it was paid; null if it wasn't.
 */
paidAt: (string | null)
/**
 * When it was created.
 */
createdAt: string
[k: string]: unknown
}
/**
 * What a file of charges would create
 */
export interface ChargeCreateDryRun {
/**
 * How many charges.
 */
count: number
/**
 * Their requested amounts added up, in reais.
 */
amount: number
}
/**
 * A row of a file from which charges are created
 */
export interface ChargeCreateRow {
/**
 * The line of the file in which the row begins, from 1 on.
 */
line: number
/**
 * The reference in the file.
 */
reference: string
/**
 * What came of it. conflict: the reference was used before with other data; unknown: run the same file again.
 */
outcome: ("created" | "existing" | "conflict" | "refused" | "unknown")
/**
 * The key that is made from the batch and the reference.
 */
idempotencyKey: string
charge?: Charge
/**
 * Why `charge` is left out: there is none, or it is not the one that was asked for.
 */
error?: string
}
/**
 * A creation that was sent again
 */
export interface ChargeRecover {
/**
 * The key of the creation.
 */
idempotencyKey: string
/**
 * What came of it. unknown: recover it again.
 */
outcome: ("created" | "existing" | "refused" | "unknown")
charge?: Charge
/**
 * Why `charge` is left out: there is none, or it is not the one that was asked for.
 */
error?: string
}
/**
 * A creation that was dropped from the list of unknown ones
 */
export interface ChargeRecoverForget {
/**
 * The key of the creation.
 */
idempotencyKey: string
/**
 * It is never sent again. If the charge was created, it still exists.
 */
outcome: "forgotten"
}
/**
 * How complete the local archive of charges is, and how old
 */
export interface ChargesArchive {
/**
 * The start of the last finished sync: later changes may be missing. Null if no sync has finished.
 */
syncedAt: (string | null)
/**
 * Whether it has every charge that the service had.
 */
complete: boolean
/**
 * How many charges it has.
 */
count: number
/**
 * How many charges the store has, by the latest answer of the service.
 */
total: number
}
/**
 * A page of charges
 */
export interface ChargesList {
/**
 * The charges, as the service gave them.
 */
data: Charge[]
pagination: {
/**
 * Which page it is, from 1 on.
 */
page: number
/**
 * How many charges a page has.
 */
limit: number
/**
 * How many charges there are: of the store or, with `archive`, in the archive.
 */
total: number
}
archive?: ChargesArchive
}
/**
 * The charges that match a filter
 */
export interface ChargesListFiltered {
/**
 * The charges, as the service gave them.
 */
data: Charge[]
/**
 * Whether more charges match, or may match.
 */
more: boolean
archive?: ChargesArchive
}
/**
 * What the charges add up to, by status and in all
 */
export interface ChargesListSum {
/**
 * How many charges.
 */
count: number
/**
 * Their amounts added up, in reais.
 */
amount: number
/**
 * Their fees added up, in reais.
 */
fee: number
/**
 * Their net amounts added up, in reais.
 */
netAmount: number
/**
 * The same for each status, also for those without a charge.
 */
byStatus: {
CREATING: ChargesSums
PENDING: ChargesSums
PAID: ChargesSums
EXPIRED: ChargesSums
FAILED: ChargesSums
}
archive?: ChargesArchive
}
/**
 * What some charges add up to
 */
export interface ChargesSums {
/**
 * How many charges.
 */
count: number
/**
 * Their amounts added up, in reais.
 */
amount: number
/**
 * Their fees added up, in reais.
 */
fee: number
/**
 * Their net amounts added up, in reais.
 */
netAmount: number
}
/**
 * What a sync of the local archive of charges has read
 */
export interface ChargesSync {
/**
 * The start of this sync: later changes may be missing.
 */
syncedAt: string
/**
 * Whether the archive has every charge that the service had.
 */
complete: boolean
/**
 * How many charges the archive has.
 */
count: number
/**
 * How many charges the store has, by the latest answer of the service.
 */
total: number
/**
 * How many charges are new in the archive.
 */
new: number
/**
 * How many charges have a new status.
 */
changed: number
}
/**
 * The creations, the events and the charges of the service, compared
 */
export interface Reconcile {
/**
 * Whether all was compared and nothing differs.
 */
agrees: boolean
/**
 * The days with payments, in their order.
 */
days: {
/**
 * A local day: 2026-11-20.
 */
period: string
/**
 * How many charges were paid.
 */
paid: number
/**
 * Their net amounts added up, in reais.
 */
netAmount: number
}[]
/**
 * What differs.
 */
differences: {
/**
 * What kind of difference it is. They are listed in this order.
 */
kind: ("missed_event" | "not_paid" | "amount_mismatch" | "unknown_creation" | "not_listed")
/**
 * The charge; null if none is known.
 */
paymentId: (string | null)
/**
 * What differs, in English.
 */
detail: string
/**
 * The command that ends it or, if none can, that shows more of it.
 */
next: string
}[]
}
/**
 * The statement of a period, in local days, weeks or months
 */
export interface Report {
/**
 * Its start, with the offset of the local zone.
 */
since: string
/**
 * Its end, with the offset of the local zone; the end itself is not included.
 */
until: string
/**
 * The days, weeks or months, in their order, also those without a charge.
 */
rows: {
/**
 * A local day (2026-11-20), week (2026-W47) or month (2026-11).
 */
period: string
/**
 * How many charges were created in it.
 */
created: number
/**
 * How many charges were paid in it, whenever they were created.
 */
paid: number
/**
 * How many of those created in it have expired.
 */
expired: number
/**
 * How many of those created in it have failed.
 */
failed: number
/**
 * The amounts of the paid ones added up, in reais.
 */
amount: number
/**
 * The fees of the paid ones added up, in reais.
 */
fee: number
/**
 * The net amounts of the paid ones added up, in reais.
 */
netAmount: number
}[]
/**
 * All rows added up.
 */
total: {
/**
 * How many charges were created in it.
 */
created: number
/**
 * How many charges were paid in it, whenever they were created.
 */
paid: number
/**
 * How many of those created in it have expired.
 */
expired: number
/**
 * How many of those created in it have failed.
 */
failed: number
/**
 * The amounts of the paid ones added up, in reais.
 */
amount: number
/**
 * The fees of the paid ones added up, in reais.
 */
fee: number
/**
 * The net amounts of the paid ones added up, in reais.
 */
netAmount: number
}
archive?: ChargesArchive
}

/** What `--json` prints, by the name of its schema. */
export interface Outputs {
  'balance': Balance
  'charge': Charge
  'charge-confirm': ChargeConfirm
  'charge-create-dry-run': ChargeCreateDryRun
  'charge-create-row': ChargeCreateRow
  'charge-recover': ChargeRecover
  'charge-recover-forget': ChargeRecoverForget
  'charge-recover-list': ChargeRecoverList
  'charges-archive': ChargesArchive
  'charges-list': ChargesList
  'charges-list-filtered': ChargesListFiltered
  'charges-list-sum': ChargesListSum
  'charges-sums': ChargesSums
  'charges-sync': ChargesSync
  'reconcile': Reconcile
  'report': Report
  'status': Status
}
