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
 * A charge, as the service gave it
 */
export type Charge = contract.Payment
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
 * The deliveries and events in the inbox on this machine
 */
inbox: ({
/**
 * How many
 */
count: number
/**
 * When the oldest one was saved; null if there is none
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
 * The events that events tail has shown
 */
shown: ({
/**
 * How many
 */
count: number
/**
 * When the oldest one was saved; null if there is none
 */
oldest: (string | null)
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
 * The deliveries and events in the shared inbox; for the profile in use only
 */
sharedInbox: ({
/**
 * How many
 */
count: number
/**
 * When the oldest one was saved; null if there is none
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
 * How many events events tail has shown
 */
shownCount: number
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
 * The name of the check
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
 * The new token of the realtime channel
 */
export interface SandboxTokenRotate {
/**
 * The token of the realtime channel, shown this once
 */
wsToken: string
}
/**
 * A new webhook endpoint
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
 * How many deliveries
 */
deliveries: number
/**
 * How many ids of shown events
 */
shown: number
/**
 * How many creations
 */
creations: number
}

/** What `--json` prints, by the name of its schema. */
export interface Outputs {
  'auth-list': AuthList
  'auth-login': AuthLogin
  'auth-logout': AuthLogout
  'auth-use': AuthUse
  'charge': Charge
  'doctor': Doctor
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
  'sandbox-token-rotate': SandboxTokenRotate
  'sandbox-webhook-add': SandboxWebhookAdd
  'sandbox-webhook-list': SandboxWebhookList
  'sandbox-webhook-remove': SandboxWebhookRemove
  'sandbox-webhook-test': SandboxWebhookTest
  'state': State
  'state-prune': StatePrune
}
