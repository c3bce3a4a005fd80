// Generated from src/contract/output by tools/output-types.ts. Do not edit: run `npm run generate`.

import type * as contract from './types.ts'

/**
 * The profiles, sorted by name
 */
export type AuthList = {
/**
 * The name of the profile
 */
profile: string
/**
 * Whether commands use it if none is named
 */
current: boolean
/**
 * The base URL of the API, with its /api/v1; null if none is stored
 */
baseUrl: (string | null)
/**
 * The address of the realtime channel; null if none is stored
 */
realtimeUrl: (string | null)
/**
 * The stored secrets, never with their values
 */
secrets: {
/**
 * What it is
 */
kind: ("api-key" | "ws-token" | "webhook-secret" | "inbox-url")
/**
 * Where it is: keychain or file
 */
storage: string
}[]
}[]
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
 * The faults of the store, oldest first
 */
export type SandboxFaultList = SandboxFault[]
/**
 * The API keys of the store, oldest first
 */
export type SandboxKeyList = SandboxKey[]
/**
 * The stores of the sandbox, the first one first
 */
export type SandboxStoreList = SandboxStore[]
/**
 * The webhook endpoints of the store, oldest first
 */
export type SandboxWebhookList = {
/**
 * The id of the endpoint
 */
id: string
/**
 * Where deliveries are sent
 */
url: string
/**
 * The types of events that it gets; empty for all
 */
events: string[]
/**
 * When it was registered
 */
createdAt: string
/**
 * How many deliveries are pending
 */
pending: number
/**
 * How many deliveries were answered with 2xx
 */
delivered: number
/**
 * How many deliveries failed five times
 */
failed: number
/**
 * The last attempt at any delivery; null if there was none
 */
lastAttempt: ({
/**
 * When it was made
 */
at: string
/**
 * The status of the answer; null if there was none
 */
status: (number | null)
/**
 * Why there was no answer; null if there was one
 */
error: (string | null)
} | null)
}[]
/**
 * What is kept of each profile; null for what is not there or could not be read
 */
export type State = {
/**
 * The name of the profile
 */
profile: string
/**
 * Whether it is the profile in use
 */
current: boolean
/**
 * What all its files take, in bytes
 */
bytes: number
/**
 * The creations of charges
 */
journal: ({
/**
 * How many
 */
count: number
/**
 * When the oldest one was saved; null if there is none
 */
oldest: (string | null)
/**
 * How many have an unknown outcome
 */
unresolved: number
} | null)
/**
 * The events in the inbox on this machine
 */
inbox: ({
/**
 * How many
 */
count: number
/**
 * When the oldest one first arrived; null if there is none
 */
oldest: (string | null)
/**
 * How many are to be forwarded
 */
pending: number
/**
 * How many are parked
 */
parked: number
} | null)
/**
 * The charges in the archive
 */
archive: ({
/**
 * How many
 */
count: number
/**
 * When the oldest one was saved; null if there is none
 */
oldest: (string | null)
/**
 * When it was last synced; null if never
 */
syncedAt: (string | null)
/**
 * What it takes on the disk, in bytes
 */
bytes: number
} | null)
/**
 * The refused deliveries
 */
rejected: ({
/**
 * How many
 */
count: number
/**
 * When the oldest one was saved; null if there is none
 */
oldest: (string | null)
/**
 * What it takes on the disk, in bytes
 */
bytes: number
} | null)
/**
 * The events in the shared inbox; for the profile in use only
 */
sharedInbox: ({
/**
 * How many
 */
count: number
/**
 * When the oldest one first arrived; null if there is none
 */
oldest: (string | null)
/**
 * How many are to be forwarded
 */
pending: number
/**
 * How many are parked
 */
parked: number
/**
 * What it takes on the disk, in bytes
 */
bytes: number
} | null)
/**
 * What can't be read
 */
problems: {
/**
 * The file, or the address of the shared inbox
 */
file: string
/**
 * Why
 */
reason: string
}[]
}[]
/**
 * Whether the key is valid and what it may do, as the service says
 */
export type Status = contract.Status
/**
 * The events in the inbox, the newest first
 */
export type WebhookDeliveries = {
/**
 * The delivery id of its first arrival. It is not signed: two events may have the same
 */
delivery: string
/**
 * The type of the event; `unknown` if it names none
 */
type: string
/**
 * The id of the event; null if its body has none
 */
eventId: (string | null)
/**
 * When it first arrived
 */
receivedAt: string
/**
 * What became of it: `none` (it came without a target), `pending` (it has no 2xx yet), `done`, `parked` (put aside until `webhook replay --parked`)
 */
forward: ("none" | "pending" | "done" | "parked")
/**
 * How often it was sent to a target
 */
attemptCount: number
/**
 * The HTTP status of the last answer; null without an attempt, or without an answer to the last one
 */
lastStatus: (number | null)
/**
 * In reais, as the event has it; null if it has none, or its body is larger than 64 KiB
 */
amount: (number | null)
/**
 * The id of the charge; null if it has none
 */
paymentId: (string | null)
/**
 * Of the charge, as the event has it; null if it has none, or its body is larger than 64 KiB
 */
description: (string | null)
/**
 * How it came: `webhook`, `realtime`, or both
 */
channels: ("webhook" | "realtime")[]
/**
 * How often it arrived
 */
arrivalCount: number
}[]
/**
 * The deliveries that were refused and are kept, the newest first. Nothing that they say of themselves is verified.
 */
export type WebhookDeliveriesRejected = {
/**
 * For `webhook show`: `rejected_17`. It is no delivery id, and what was refused is never forwarded or replayed
 */
id: string
/**
 * The delivery id that its headers say; null if they say none that is valid
 */
delivery: (string | null)
/**
 * The type that its headers say; null if they say none
 */
type: (string | null)
/**
 * When it arrived
 */
receivedAt: string
/**
 * `not_saved`: it was signed right, but could not be saved
 */
verdict: ("rejected" | "not_saved")
/**
 * The HTTP status of the answer
 */
status: number
/**
 * Why it was not accepted: `missing_signature`, `malformed_signature`, `signature_mismatch`, `timestamp_outside_tolerance` (401); `missing_delivery` (400: no id, more than 512 characters, or an id that isn't safe in a shell); `too_large` (413); `content_encoding` (415: one other than `identity`); `not_saved` (500: a fault of the disk or the inbox; 503: the inbox on PostgreSQL can't be used now)
 */
reason: ("missing_signature" | "malformed_signature" | "signature_mismatch" | "timestamp_outside_tolerance" | "missing_delivery" | "too_large" | "content_encoding" | "not_saved")
/**
 * The causes of a wrong signature that were found, as `webhook verify` names them; empty if none was. Null if not everything was tried: too many were refused at once, the body is larger than 8 KiB, or the search ran out of time
 */
hints: (string[] | null)
}[]

/**
 * An attempt to forward an event
 */
export interface Attempt {
/**
 * The target, without its query, which may hold a token
 */
to: string
/**
 * The HTTP status of the target's answer; null if there was none
 */
status: (number | null)
/**
 * How long it took, in milliseconds
 */
ms: number
/**
 * Which attempt of its event it is, from 1
 */
number: number
/**
 * When it was sent
 */
at: string
/**
 * Why there was no answer; null if there was one
 */
error: (string | null)
/**
 * How the answer's body begins, without the secrets that were sent; empty if there was none
 */
answer: string
/**
 * Whether somebody asked for it, by `webhook replay` or in the inspector
 */
replay: boolean
}
/**
 * The secret that was stored
 */
export interface AuthLogin {
/**
 * The name of the profile
 */
profile: string
/**
 * What was stored
 */
kind: ("api-key" | "ws-token" | "webhook-secret" | "inbox-url")
/**
 * The base URL of the API, with its /api/v1; null if the profile has none
 */
baseUrl: (string | null)
/**
 * The address of the realtime channel; null if the profile has none
 */
realtimeUrl: (string | null)
/**
 * What the API key may do; null for another kind
 */
permissions: (string[] | null)
/**
 * Where it is
 */
storage: ("keychain" | "file")
}
/**
 * The secrets that were removed
 */
export interface AuthLogout {
/**
 * The name of the profile
 */
profile: string
/**
 * Their kinds; empty if nothing was stored
 */
removed: ("api-key" | "ws-token" | "webhook-secret" | "inbox-url")[]
}
/**
 * The profile that is the current one now
 */
export interface AuthUse {
/**
 * The name of the profile
 */
profile: string
}
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
/**
 * The text of each other column of the file, by its name; left out if there are none.
 */
columns?: {
[k: string]: string
}
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
/**
 * Whether every charge that matches was read. If not, more may belong to the sums.
 */
complete: boolean
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
 * What was checked
 */
export interface Doctor {
/**
 * Whether no check failed
 */
passed: boolean
/**
 * The checks, always in the same order
 */
checks: {
/**
 * The check: node, time_zone, config_folder, data_folder, cache_folder, state, keychain, profile, proxy, base_url, clock, api_key, realtime, inbox or webhooks
 */
name: string
/**
 * How it ended
 */
status: ("ok" | "warn" | "fail" | "skip")
/**
 * What was found
 */
detail: string
/**
 * What to do; null if there is nothing to do
 */
next: (string | null)
}[]
}
/**
 * An error, one line on stderr
 */
export interface Error {
/**
 * What happened, why, and what to do next, in English. The words may change
 */
error: string
/**
 * The exit code
 */
exitCode: number
/**
 * The HTTP status that the service answered with, or the target of `webhook replay` and `trigger`
 */
status?: number
/**
 * The service's own code, if its answer has one
 */
code?: string
/**
 * The key of a creation that was under way
 */
idempotencyKey?: string
/**
 * The id of a charge that isn't the one asked for, or that was made before something went wrong
 */
paymentId?: string
/**
 * How many seconds the service asked to wait (429)
 */
retryAfter?: number
}
/**
 * An event of the realtime channel
 */
export interface EventsTail {
/**
 * Its place in the stream, for `--after`
 */
sequence: string
/**
 * As the service sent it
 */
event: {
[k: string]: unknown
}
}
/**
 * What commands there are, in English
 */
export interface Help {
/**
 * Of pixctl
 */
version: string
/**
 * Each command, or those that begin with the words that were given
 */
commands: {
/**
 * Its words, such as `charge create`
 */
command: string
/**
 * Other words for the same command
 */
aliases: string[]
/**
 * What it does, in a few words
 */
summary: string
/**
 * Paragraphs with empty lines between them; null if the summary says all
 */
description: (string | null)
/**
 * What is given without a name, in its order
 */
arguments: {
/**
 * As the help shows it, such as `ID`
 */
name: string
/**
 * What it is
 */
description: string
/**
 * Whether the command needs it
 */
required: boolean
/**
 * Whether it may be given more than once
 */
multiple: boolean
/**
 * All values that it takes; null if it takes others
 */
choices: (string[] | null)
}[]
/**
 * What is given by a name
 */
flags: {
/**
 * Without the hyphens
 */
name: string
/**
 * Its short form, without the hyphen; null if it has none
 */
short: (string | null)
/**
 * What it does
 */
description: string
/**
 * What its value is called in the help, such as `FILE`; null if it takes none
 */
value: (string | null)
/**
 * The values that have a name. Where `value` is another too, such as `FILE` or `N`, it is taken as well. Null if none has a name
 */
choices: (string[] | null)
/**
 * The value without the flag, as it is typed; null if there is none
 */
default: (string | null)
/**
 * Whether the command needs it
 */
required: boolean
/**
 * Whether it may be given more than once
 */
multiple: boolean
/**
 * The flag without which it can't be given, such as `--from`; otherwise null
 */
with: (string | null)
/**
 * Whether nearly every command takes it
 */
global: boolean
}[]
/**
 * Command lines
 */
examples: string[]
/**
 * The schemas of what `--json` prints, in the package; empty if it prints nothing
 */
schemas: string[]
}[]
/**
 * The first words that several commands share
 */
topics: {
/**
 * The words
 */
topic: string
/**
 * What these commands are for
 */
description: string
}[]
}
/**
 * The schema of a shared inbox, made or brought up to date
 */
export interface InboxInit {
/**
 * The address of the inbox, without its password
 */
inbox: string
/**
 * The version of the schema now
 */
version: number
/**
 * The version it had before; null if there was none
 */
fromVersion: (number | null)
}
/**
 * A line on stderr with `--log-format json`. It may have other members, which say in numbers and ids what its words say
 */
export interface LogLine {
/**
 * When it was written
 */
time: string
/**
 * How serious it is
 */
level: ("debug" | "info" | "warn" | "error")
/**
 * The words, in English. They may change
 */
message: string
/**
 * Of an error, the exit code
 */
exitCode?: number
/**
 * Of an error, what to do next
 */
next?: string[]
/**
 * The delivery that it is about
 */
delivery?: string
/**
 * The charge that it is about
 */
paymentId?: string
[k: string]: unknown
}
/**
 * What must be said beside the data, one line on stderr
 */
export interface Note {
/**
 * The words, in English. They may change
 */
note: string
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
 * The statement of a period, in local hours, days, weeks or months
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
 * The days, weeks or months, in their order, also those without a charge. Of hours only those from the first to the last of each day in which something was created or paid.
 */
rows: {
/**
 * A local day (2026-11-20), week (2026-W47) or month (2026-11), or hour of the clock (2026-11-20T14).
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
/**
 * Whether every charge was read. If not, more may belong to the sums.
 */
complete: boolean
archive?: ChargesArchive
}
/**
 * A deposit through the wallet form
 */
export interface SandboxDeposit {
/**
 * The id of the deposit
 */
id: string
/**
 * In reais
 */
amount: number
/**
 * Always BRL
 */
currency: "BRL"
/**
 * When it was made
 */
createdAt: string
}
/**
 * Something that goes wrong in the sandbox
 */
export interface SandboxFault {
/**
 * The id of the fault, which is in the header X-Sandbox-Fault of what it makes
 */
id: string
/**
 * What goes wrong
 */
on: ("create" | "get" | "list" | "balance" | "status" | "webhook" | "realtime")
/**
 * What happens
 */
kind: ("status" | "lose-answer" | "delay" | "hang" | "garbage" | "close")
/**
 * The status of the answer, for the kind status; otherwise null
 */
status: (number | null)
/**
 * How much later the answer comes, in seconds, for the kind delay; otherwise null
 */
delaySeconds: (number | null)
/**
 * How often it is used at most; null for no limit
 */
times: (number | null)
/**
 * For which part of the calls it is used, above 0 and up to 1; null for all
 */
rate: (number | null)
/**
 * The header Retry-After of the answer, in whole seconds; null for 1 with the status 429, otherwise for none
 */
retryAfter: (number | null)
/**
 * The charge that a call, delivery or event must be about; null for any
 */
charge: (string | null)
/**
 * The type that an event must have, or a family such as payment.*; null for any
 */
type: (string | null)
/**
 * The endpoint that a delivery must be to; null for any
 */
endpoint: (string | null)
/**
 * How often it was used
 */
used: number
/**
 * When it was added
 */
createdAt: string
}
/**
 * How many faults were ended
 */
export interface SandboxFaultClear {
/**
 * How many
 */
cleared: number
}
/**
 * An API key of the sandbox, without the key itself
 */
export interface SandboxKey {
/**
 * The id of the key
 */
id: string
/**
 * The beginning and the last four characters of the key
 */
key: string
/**
 * What the key may do
 */
permissions: string[]
/**
 * When it was created
 */
createdAt: string
/**
 * When it expires; null for never
 */
expiresAt: (string | null)
/**
 * When it was revoked; null if it wasn't
 */
revokedAt: (string | null)
}
/**
 * A new API key, shown this once
 */
export interface SandboxKeyCreate {
/**
 * The id of the key
 */
id: string
/**
 * The key
 */
apiKey: string
/**
 * What the key may do
 */
permissions: string[]
/**
 * When it expires; null for never
 */
expiresAt: (string | null)
}
/**
 * The way into the dashboard
 */
export interface SandboxOpen {
/**
 * The address of the dashboard
 */
dashboardUrl: string
/**
 * An address of the dashboard that logs a browser in, once and within 5 minutes
 */
loginUrl: string
}
/**
 * How many sample charges were made
 */
export interface SandboxSeed {
/**
 * How many in all
 */
count: number
/**
 * How many of each state
 */
byStatus: {
CREATING: {
/**
 * How many
 */
count: number
}
PENDING: {
/**
 * How many
 */
count: number
}
PAID: {
/**
 * How many
 */
count: number
}
EXPIRED: {
/**
 * How many
 */
count: number
}
FAILED: {
/**
 * How many
 */
count: number
}
}
}
/**
 * The sandbox that serves now
 */
export interface SandboxStart {
/**
 * The base URL of the API, with its /api/v1
 */
baseUrl: string
/**
 * The address of the realtime channel
 */
realtimeUrl: string
/**
 * The address of the dashboard
 */
dashboardUrl: string
/**
 * An address of the dashboard that logs a browser in, once and within 5 minutes; null if there are no pages
 */
loginUrl: (string | null)
/**
 * An API key with every permission
 */
apiKey: string
/**
 * The token of the realtime channel
 */
wsToken: string
}
/**
 * A store of the sandbox
 */
export interface SandboxStore {
/**
 * The name of the store
 */
name: string
/**
 * The name of its profile; null if the sandbox has written none
 */
profile: (string | null)
/**
 * Since when its account is unavailable; null if it is available
 */
disabledAt: (string | null)
}
/**
 * A new store of the sandbox, with its secrets
 */
export interface SandboxStoreAdd {
/**
 * The name of the store
 */
name: string
/**
 * The name of its profile; null if the sandbox has written none
 */
profile: (string | null)
/**
 * The base URL of the API, with its /api/v1
 */
baseUrl: string
/**
 * The address of the realtime channel
 */
realtimeUrl: string
/**
 * The address of the dashboard
 */
dashboardUrl: string
/**
 * An API key with every permission
 */
apiKey: string
/**
 * The token of the realtime channel
 */
wsToken: string
}
/**
 * The store of the sandbox that was removed
 */
export interface SandboxStoreRemove {
/**
 * The name of the store
 */
name: string
}
/**
 * The new token of the realtime channel
 */
export interface SandboxTokenRotate {
/**
 * The token of the realtime channel, shown this once
 */
wsToken: string
}
/**
 * A webhook endpoint with its new secret
 */
export interface SandboxWebhookAdd {
/**
 * The id of the endpoint
 */
id: string
/**
 * Where deliveries are sent
 */
url: string
/**
 * The types of events that it gets; empty for all
 */
events: string[]
/**
 * The secret that signs its deliveries, shown this once
 */
secret: string
}
/**
 * The webhook endpoint that was removed
 */
export interface SandboxWebhookRemove {
/**
 * The id of the endpoint
 */
id: string
}
/**
 * A test event that was sent to a webhook endpoint
 */
export interface SandboxWebhookTest {
/**
 * The id of the delivery
 */
delivery: string
/**
 * Where it was sent
 */
to: string
/**
 * The status of the answer; null if there was none
 */
status: (number | null)
/**
 * How long the answer took, in milliseconds
 */
ms: number
}
/**
 * What a profile still lacks
 */
export interface Setup {
/**
 * The name of the profile
 */
profile: string
/**
 * What is neither in a flag, nor in the environment, nor in the profile; empty if nothing is missing
 */
missing: {
/**
 * What it is
 */
name: ("base-url" | "api-key" | "ws-token")
/**
 * The command that sets it
 */
next: string
}[]
/**
 * The command that opens the counter
 */
next: string
}
/**
 * What was dropped
 */
export interface StatePrune {
/**
 * The name of the profile
 */
profile: string
/**
 * What was done before this time was dropped
 */
olderThan: string
/**
 * How many events
 */
events: number
/**
 * How many creations
 */
creations: number
}
/**
 * What an endpoint does with the deliveries that `webhook check` sent, or a shop with its orders
 */
export interface WebhookCheck {
/**
 * The endpoint; with `--order` the address of an order, as it was given
 */
url: string
/**
 * Whether all checks passed
 */
passed: boolean
/**
 * The mistake, if the endpoint accepts a delivery that is signed with it; otherwise null. With `--order` the advice names each cause
 */
cause: ({
/**
 * Its name, as in docs/guide/webhooks.md; several are joined by `+`
 */
name: string
/**
 * What the endpoint does, and what is right
 */
text: string
/**
 * The right code, a line or a few
 */
code: string
} | null)
/**
 * In the order in which they were made
 */
checks: {
/**
 * The check: answer_in_time, valid_delivery, forged_signature, recent_signature, stale_signature, future_signature, altered_body, missing_signature, duplicate_delivery or duplicate_event; with `--order` delivered_when_paid, delivered_once, unpaid_not_delivered, delivered_when_paid_late, delivered_after_failure or never_again
 */
name: string
/**
 * Null if it was skipped
 */
passed: (boolean | null)
/**
 * Whether it was skipped, because it can't mean anything after an earlier failure
 */
skipped: boolean
/**
 * The answer that is right: `2xx`, a status, or a time; with `--order` whether the text of `--delivered` is there
 */
expected: string
/**
 * The status, or why there was none; with `--order` whether the text was there; empty if nothing was tried
 */
got: string
/**
 * The section of docs/service.md that says so
 */
section: string
/**
 * What to do; null if it passed
 */
advice: (string | null)
}[]
}
/**
 * Where the inspector is
 */
export interface WebhookInspect {
/**
 * Its address
 */
inspectorUrl: string
/**
 * The same with a code that logs a browser in, once
 */
loginUrl: string
}
/**
 * An attempt of `webhook listen` to forward a delivery
 */
export interface WebhookListenAttempt {
/**
 * The delivery id
 */
delivery: string
/**
 * What became of its event by this attempt
 */
forward: ("pending" | "done" | "parked")
attempt: Attempt
}
/**
 * A delivery that `webhook listen` has answered. The line of a rejected one comes when its cause was searched, so it may come after those of later deliveries.
 */
export interface WebhookListenDelivery {
/**
 * The delivery id; null if the header is missing or not valid
 */
delivery: (string | null)
/**
 * The type in the signed body; if the body has none, that of the header, or `unknown`. Of a rejected one that of the header, or null
 */
type: (string | null)
/**
 * The id of the event; null if its body has none, or it was not accepted
 */
eventId: (string | null)
/**
 * `duplicate`: its delivery or event was seen before. `rejected`: not signed right, or no delivery. `not_saved`: signed right, but it could not be saved, and the service may send it again
 */
verdict: ("accepted" | "duplicate" | "rejected" | "not_saved")
/**
 * The HTTP status of the answer
 */
status: number
/**
 * When it arrived
 */
receivedAt: string
/**
 * Why it was not accepted: `missing_signature`, `malformed_signature`, `signature_mismatch`, `timestamp_outside_tolerance` (401); `missing_delivery` (400: no id, more than 512 characters, or an id that isn't safe in a shell); `too_large` (413); `content_encoding` (415: one other than `identity`); `not_saved` (500: a fault of the disk or the inbox; 503: the inbox on PostgreSQL can't be used now). Null if it was
 */
reason: ("missing_signature" | "malformed_signature" | "signature_mismatch" | "timestamp_outside_tolerance" | "missing_delivery" | "too_large" | "content_encoding" | "not_saved" | null)
/**
 * Of a rejected one, the causes of a wrong signature that were found, as `webhook verify` names them; empty if none was. Null if not everything was tried: too many were refused at once, the body is larger than 8 KiB, or the search ran out of time, or it was not rejected
 */
hints: (string[] | null)
/**
 * `transport_test`: a test, never hand over goods for it. `unsigned_event`: the type comes from the header, which isn't signed. Otherwise null
 */
note: ("transport_test" | "unsigned_event" | null)
/**
 * The id of another event that approves the same charge: act on one of them. Otherwise null
 */
sameDepositAs: (string | null)
/**
 * The body, if it is JSON: whatever value it is, with its names, digits and order; otherwise null. Null of one that was not accepted
 */
payload: ({
[k: string]: unknown
} | unknown[] | string | number | boolean | null)
/**
 * The bytes of an accepted body that is not JSON, in base64; otherwise null
 */
payloadBase64: (string | null)
}
/**
 * An event that was sent again
 */
export interface WebhookReplay {
/**
 * The delivery id of its first arrival, under which it was sent
 */
delivery: string
/**
 * The target
 */
to: string
/**
 * The HTTP status of the target's answer; null if there was none
 */
status: (number | null)
/**
 * How long it took, in milliseconds
 */
ms: number
}
/**
 * An event in the inbox, whole
 */
export interface WebhookShow {
/**
 * The delivery id of its first arrival. It is not signed: two events may have the same
 */
delivery: string
/**
 * The type of the event; `unknown` if it names none
 */
type: string
/**
 * The id of the event; null if its body has none
 */
eventId: (string | null)
/**
 * When it first arrived
 */
receivedAt: string
/**
 * What became of it: `none` (it came without a target), `pending` (it has no 2xx yet), `done`, `parked` (put aside until `webhook replay --parked`)
 */
forward: ("none" | "pending" | "done" | "parked")
/**
 * How often it was sent to a target
 */
attemptCount: number
/**
 * The HTTP status of the last answer; null without an attempt, or without an answer to the last one
 */
lastStatus: (number | null)
/**
 * In reais, as the event has it; null if it has none, or its body is larger than 64 KiB
 */
amount: (number | null)
/**
 * The id of the charge; null if it has none
 */
paymentId: (string | null)
/**
 * Of the charge, as the event has it; null if it has none, or its body is larger than 64 KiB
 */
description: (string | null)
/**
 * How it came: `webhook`, `realtime`, or both
 */
channels: ("webhook" | "realtime")[]
/**
 * How often it arrived
 */
arrivalCount: number
/**
 * Name and value of each header that is kept of its first arrival, in the order in which they came
 */
headers: [string, string][]
/**
 * The body, if it is JSON: whatever value it is, with its names, digits and order; otherwise null. Null also if it is nested too deep
 */
payload: ({
[k: string]: unknown
} | unknown[] | string | number | boolean | null)
/**
 * The bytes of a body that is not JSON, in base64; otherwise null
 */
payloadBase64: (string | null)
/**
 * Its arrivals that are kept, in their order: ten, and the first of each channel
 */
arrivals: {
/**
 * How it came
 */
channel: ("webhook" | "realtime")
/**
 * The delivery id
 */
delivery: string
/**
 * When it arrived
 */
receivedAt: string
}[]
/**
 * The latest 50 attempts to forward it, the oldest first
 */
attempts: Attempt[]
}
/**
 * A delivery that was refused, with what is kept of it. Nothing that it says of itself is verified.
 */
export interface WebhookShowRejected {
/**
 * For `webhook show`: `rejected_17`. It is no delivery id, and what was refused is never forwarded or replayed
 */
id: string
/**
 * The delivery id that its headers say; null if they say none that is valid
 */
delivery: (string | null)
/**
 * The type that its headers say; null if they say none
 */
type: (string | null)
/**
 * When it arrived
 */
receivedAt: string
/**
 * `not_saved`: it was signed right, but could not be saved
 */
verdict: ("rejected" | "not_saved")
/**
 * The HTTP status of the answer
 */
status: number
/**
 * Why it was not accepted: `missing_signature`, `malformed_signature`, `signature_mismatch`, `timestamp_outside_tolerance` (401); `missing_delivery` (400: no id, more than 512 characters, or an id that isn't safe in a shell); `too_large` (413); `content_encoding` (415: one other than `identity`); `not_saved` (500: a fault of the disk or the inbox; 503: the inbox on PostgreSQL can't be used now)
 */
reason: ("missing_signature" | "malformed_signature" | "signature_mismatch" | "timestamp_outside_tolerance" | "missing_delivery" | "too_large" | "content_encoding" | "not_saved")
/**
 * The causes of a wrong signature that were found, as `webhook verify` names them; empty if none was. Null if not everything was tried: too many were refused at once, the body is larger than 8 KiB, or the search ran out of time
 */
hints: (string[] | null)
/**
 * The method of the request
 */
method: string
/**
 * The path of the request, without its query
 */
path: string
/**
 * The length of the whole body in bytes; null if it is unknown
 */
bodyBytes: (number | null)
/**
 * Name and value of each header that is kept, in the order in which they came
 */
headers: [string, string][]
/**
 * The body, if it is JSON and kept whole; otherwise null
 */
payload: ({
[k: string]: unknown
} | unknown[] | string | number | boolean | null)
/**
 * What is kept of another body, in base64, at most 64 KiB; null if it is nothing, or `payload` has it
 */
payloadBase64: (string | null)
}
/**
 * A test event that was sent
 */
export interface WebhookTrigger {
/**
 * The type of the event
 */
type: string
/**
 * Its new id
 */
eventId: string
/**
 * The new delivery id
 */
delivery: string
/**
 * The target
 */
to: string
/**
 * The HTTP status of the target's answer
 */
status: number
/**
 * How long it took, in milliseconds
 */
ms: number
}
/**
 * Whether a signature is valid, and why not
 */
export interface WebhookVerify {
/**
 * Whether it is
 */
valid: boolean
/**
 * `timestamp_outside_tolerance` only where the signature matches
 */
reason: ("valid" | "missing_signature" | "malformed_signature" | "signature_mismatch" | "timestamp_outside_tolerance")
/**
 * The time in the signature, as it was written; null if there is none
 */
timestamp: (string | null)
/**
 * Now, or the time of `--at`, minus the timestamp; null without one
 */
skewSeconds: (number | null)
/**
 * The causes that were found, each by trying it: `trailing_newline`, `line_endings`, `byte_order_mark`, `reserialized_json`, `unicode_escapes`, `secret_prefix` (signed without `whsec_`), `secret_base64`, `body_only` (no timestamp in the signed text)
 */
hints: string[]
}

/** What `--json` prints, by the name of its schema. */
export interface Outputs {
  'attempt': Attempt
  'auth-list': AuthList
  'auth-login': AuthLogin
  'auth-logout': AuthLogout
  'auth-use': AuthUse
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
  'doctor': Doctor
  'error': Error
  'events-tail': EventsTail
  'help': Help
  'inbox-init': InboxInit
  'log-line': LogLine
  'note': Note
  'reconcile': Reconcile
  'report': Report
  'sandbox-deposit': SandboxDeposit
  'sandbox-fault': SandboxFault
  'sandbox-fault-clear': SandboxFaultClear
  'sandbox-fault-list': SandboxFaultList
  'sandbox-key': SandboxKey
  'sandbox-key-create': SandboxKeyCreate
  'sandbox-key-list': SandboxKeyList
  'sandbox-open': SandboxOpen
  'sandbox-seed': SandboxSeed
  'sandbox-start': SandboxStart
  'sandbox-store': SandboxStore
  'sandbox-store-add': SandboxStoreAdd
  'sandbox-store-list': SandboxStoreList
  'sandbox-store-remove': SandboxStoreRemove
  'sandbox-token-rotate': SandboxTokenRotate
  'sandbox-webhook-add': SandboxWebhookAdd
  'sandbox-webhook-list': SandboxWebhookList
  'sandbox-webhook-remove': SandboxWebhookRemove
  'sandbox-webhook-test': SandboxWebhookTest
  'setup': Setup
  'state': State
  'state-prune': StatePrune
  'status': Status
  'webhook-check': WebhookCheck
  'webhook-deliveries': WebhookDeliveries
  'webhook-deliveries-rejected': WebhookDeliveriesRejected
  'webhook-inspect': WebhookInspect
  'webhook-listen-attempt': WebhookListenAttempt
  'webhook-listen-delivery': WebhookListenDelivery
  'webhook-replay': WebhookReplay
  'webhook-show': WebhookShow
  'webhook-show-rejected': WebhookShowRejected
  'webhook-trigger': WebhookTrigger
  'webhook-verify': WebhookVerify
}
