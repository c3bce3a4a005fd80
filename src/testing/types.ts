/// <reference lib="esnext.disposable" />
/**
 * Everything that `pixctl/testing` exports. The build copies this file as it is to dist/testing.d.cts, so it imports
 * nothing, and its comments are for the programs that use it.
 */

export interface SandboxOptions {
  /** The port of the API and the realtime channel, from 0 to 65535; 0, the default, is any free one. */
  port?: number | undefined
  /** A folder for the data, made if it doesn't exist. By default the data is in memory, and gone after `stop()`. */
  data?: string | undefined
  /** The language of the messages of errors; `en` by default. Their `code` is the same in both. */
  language?: 'en' | 'pt-BR' | undefined
  /** Divides the waits of 1, 5, 15 and 60 minutes between the attempts of a delivery. A number from 1, the default, on. */
  timeScale?: number | undefined
  /** The key that {@link Sandbox.apiKey} is; a new one by default. `service_live_` and then 8 to 200 letters, digits, `_` or `-`. */
  apiKey?: string | undefined
  /** Like `apiKey`, with `service_ws_`. */
  wsToken?: string | undefined
  /** Endpoints that it has from the start: a program that reads its secret when it starts can know it before. */
  webhooks?: readonly NewWebhook[] | undefined
  /** Calls per minute for each key, from 1 on. `off` by default, so that tests don't depend on how many there are; the service's limit is 120. */
  rateLimit?: number | 'off' | undefined
}

export interface NewWebhook {
  /** https, or http on this machine; text or a URL. */
  url: string | { readonly href: string }
  /** The types that it gets; all of them by default. */
  events?: readonly WebhookEvent[] | undefined
  /** Signs its deliveries: `whsec_` and then 8 to 200 letters, digits, `_` or `-`. A new one by default. */
  secret?: string | undefined
}

/**
 * Starts the service in this process; it serves when this resolves. It doesn't keep the process alive.
 *
 * Rejects with a {@link SandboxError}; its `code` is `invalid_argument` for an option that is wrong or unknown,
 * `port_in_use` if the port is in use, `sandbox_locked` if another sandbox uses the data, `sandbox_data` if the data can't
 * be used, `node_version` if this Node isn't 22.19 or newer, or is 23.
 */
export declare function startSandbox(options?: SandboxOptions): Promise<Sandbox>

/**
 * A running sandbox. Its functions reject with a {@link SandboxError}, and can be taken out of the object:
 * `const { baseUrl, pay } = await startSandbox()`.
 */
export interface Sandbox {
  /** The base URL of the API, with its `/api/v1`. */
  readonly baseUrl: string
  /** The realtime channel, a `ws:` address. */
  readonly realtimeUrl: string
  /** The dashboard, pages for a person's browser; {@link Sandbox.newLoginUrl} opens it. */
  readonly dashboardUrl: string
  /** A key with every permission. */
  readonly apiKey: string
  /** The token of the realtime channel. */
  readonly wsToken: string
  /**
   * Pays a charge that is PENDING or EXPIRED. A PAID one stays as it is. Gives the charge.
   *
   * @param options.deliver `twice`: each endpoint gets the event in two deliveries, with two delivery ids, and the realtime
   *   channel once; `none`: nobody is told, neither an endpoint nor the realtime channel. Once to each by default
   */
  pay(id: string, options?: { deliver?: 'twice' | 'none' | undefined }): Promise<Payment>
  /** Lets a PENDING charge expire now. An EXPIRED one stays as it is. Gives the charge. */
  expire(id: string): Promise<Payment>
  /** Lets a PENDING charge fail. A FAILED one stays as it is. Gives the charge. */
  fail(id: string): Promise<Payment>
  /** Puts money into the wallet by the dashboard's form. In reais, at most two decimals: 25, 25.5 or '25.50'. Else `invalid_amount`. */
  deposit(amount: number | string): Promise<Deposit>
  /** Registers an address for deliveries, text or a URL: https, or http on this machine. Without events it gets all of them. */
  addWebhook(
    url: NewWebhook['url'],
    events?: readonly WebhookEvent[],
    options?: Pick<NewWebhook, 'secret'>,
  ): Promise<Webhook>
  /** Removes an endpoint and its deliveries. */
  removeWebhook(id: string): Promise<void>
  /** Gives an endpoint a new secret. */
  rotateSecret(id: string): Promise<Webhook>
  /** The latest 200 deliveries, newest first. Those of `endpoint.test` only if the filter names it. */
  deliveries(filter?: DeliveryFilter): Promise<Delivery[]>
  /**
   * Waits until a delivery was accepted, or has the status of the filter, and gives the newest one. When the time is over,
   * it rejects with the code `no_delivery`, and says what did arrive.
   *
   * @param options.timeout in milliseconds; 4000 by default
   */
  waitForDelivery(filter: DeliveryFilter, options?: { timeout?: number | undefined }): Promise<Delivery>
  /** Sends a delivery again now, with its id and body and a new signature. It isn't one of the five attempts. */
  redeliver(id: string): Promise<Pick<DeliveryAttempt, 'status' | 'error' | 'ms'> & { delivery: string }>
  /** Another key, with every permission by default; `expiresIn` is in seconds. */
  createKey(options?: {
    permissions?: readonly Permission[] | undefined
    expiresIn?: number | undefined
  }): Promise<CreatedKey>
  /** From now on the key gets 401. The id is the one of {@link CreatedKey}. */
  revokeKey(id: string): Promise<void>
  /** The store's account is unavailable: every call gets 403. */
  disableStore(): Promise<void>
  enableStore(): Promise<void>
  /** Makes calls, deliveries or the realtime channel go wrong, from now on. */
  addFault(fault: Fault): Promise<AddedFault>
  removeFault(id: string): Promise<void>
  /** Removes all faults. */
  clearFaults(): Promise<void>
  /** All charges, newest first, as `GET /payments` lists them. */
  charges(): Promise<Payment[]>
  /** The latest 1,000 calls of the API, newest first, without their secrets. */
  requests(filter?: RequestFilter): Promise<RecordedRequest[]>
  /**
   * Moves the time of the sandbox on, by `31m`, `1h30m` or `7d`: charges and keys expire, and the next attempts are due.
   * Resolves when their deliveries are answered, or after ten seconds. What the sandbox says is of its time then, but
   * signatures have the real one. Else `invalid_duration`; `not_in_memory` with `data`.
   */
  advance(duration: string): Promise<{ now: string }>
  /** Removes all charges, deliveries, faults and recorded calls; the wallet is empty then. Keys, endpoints and the token stay. */
  reset(): Promise<void>
  /** An address of the dashboard that logs a browser in, once and within 5 minutes. */
  newLoginUrl(): string
  /**
   * Ends it: running calls and attempts have a few seconds to finish, then everything is closed. Data in memory is gone.
   * A second call waits for the same end. After it, everything else rejects with the code `stopped`.
   */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * `code` says what is wrong:
 *
 * - `invalid_argument`: a value that isn't of the right kind, such as an id that is a promise. A TypeError.
 * - What the service refuses: `payment_not_found`, `state_conflict` (of pay, expire, fail), `invalid_amount`, `invalid_url`,
 *   `invalid_events`, `invalid_secret`, `invalid_fault`, `invalid_permissions`, `invalid_expiry`, `invalid_request` (a filter that
 *   matches nothing), `invalid_body` (a fault or a key with another member), `endpoint_not_found`, `delivery_not_found`, `key_not_found`,
 *   `fault_not_found`.
 * - `no_delivery`: {@link Sandbox.waitForDelivery} found none in its time.
 * - `stopped`: the sandbox was stopped.
 * - Why it can't start: see {@link startSandbox}.
 *
 * Others, such as that of a full disk, are errors of Node.
 */
export interface SandboxError extends Error {
  readonly code: string
}

/** A charge as the API has it. Amounts are in reais, times are ISO 8601. */
export interface Payment {
  id: string
  status: 'CREATING' | 'PENDING' | 'PAID' | 'EXPIRED' | 'FAILED'
  amount: number
  requestedAmount: number
  fee: number
  netAmount: number
  currency: 'BRL'
  description: string | null
  passFee: boolean
  pixCode: string | null
  validityMinutes: 30 | 60 | 360 | 1440 | 2880 | 10080
  expiresAt: string | null
  paidAt: string | null
  createdAt: string
}

export interface Deposit {
  id: string
  /** In reais. */
  amount: number
  currency: 'BRL'
  createdAt: string
}

/** What is delivered. */
export type EventType = WebhookEvent | 'endpoint.test'

/** What an endpoint can be registered for. `endpoint.test` comes only if somebody asks for it, whatever it is registered for. */
export type WebhookEvent =
  | 'payment.created'
  | 'payment.approved'
  | 'payment.expired'
  | 'payment.failed'
  | 'deposit.approved'

export interface Webhook {
  id: string
  url: string
  /** The types that it gets; none means all. */
  events: WebhookEvent[]
  /** Signs its deliveries (`whsec_…`). */
  secret: string
}

/** Which deliveries; a member that is missing is any. */
export interface DeliveryFilter {
  /** A type, or all that begin so: `payment.*`. */
  type?: EventType | 'payment.*' | 'deposit.*' | undefined
  /** The id of an endpoint. */
  endpoint?: string | undefined
  /** The id of a charge. */
  payment?: string | undefined
  status?: DeliveryStatus | undefined
}

/** `delivered` once it was answered with 2xx, `failed` after five attempts. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

export interface Delivery {
  /** The id of the delivery, the same in every attempt. */
  delivery: string
  type: EventType
  eventId: string
  /** The id of the charge or deposit; null for a test. */
  paymentId: string | null
  endpoint: string
  to: string
  status: DeliveryStatus
  nextAttemptAt: string | null
  /** Byte for byte what is sent, as text. */
  body: string
  /** Those of the last attempt; null before the first one. */
  headers: Record<string, string> | null
  attempts: DeliveryAttempt[]
}

export interface DeliveryAttempt {
  to: string
  /** Of the answer; null if there was none. */
  status: number | null
  ms: number
  number: number
  at: string
  /** Why there was no answer; null if there was one. */
  error: string | null
  /** What was sent, the signature among them. */
  headers: Record<string, string>
  /** The start of the answer's body; null if there was none. */
  answer: string | null
  /** Whether somebody asked for it. */
  replay: boolean
}

/** Which calls; a member that is missing is any. */
export interface RequestFilter {
  /** `/payments`, or all that begin so: `/payments/*`. */
  path?: string | undefined
  /** null: the call was cut without an answer. */
  status?: number | null | undefined
  /** The Idempotency-Key. */
  key?: string | undefined
  /** Waits so many milliseconds until a call that matches has ended. Without one, the list is empty. */
  timeout?: number | undefined
}

/** A call of the API whose key is one of the store's. */
export interface RecordedRequest {
  id: string
  at: string
  method: string
  /** With its `/api/v1`. */
  path: string
  query: string | null
  idempotencyKey: string | null
  /** As text; null if there was none, or more than 8 KiB. */
  body: string | null
  /** null if there was no answer, and while the call lasts. */
  status: number | null
  /** The id of the fault that it met. */
  fault: string | null
  /** How long it took; null while it lasts. */
  ms: number | null
}

export type Permission = 'payments:create' | 'payments:read' | 'balance:read'

export interface CreatedKey {
  id: string
  apiKey: string
  permissions: Permission[]
  expiresAt: string | null
}

/** What goes wrong, where, and how often; without `times` and `rate`, always. docs/guide/sandbox.md says what each does. */
export type Fault = {
  on: 'create' | 'get' | 'list' | 'balance' | 'status' | 'webhook' | 'realtime'
  /** Only what is about this charge, events of this type (or family), and deliveries to this endpoint. */
  charge?: string | undefined
  type?: EventType | 'connection.test' | 'payment.*' | 'deposit.*' | undefined
  endpoint?: string | undefined
} & (
  | { kind?: 'status' | undefined; status: 400 | 401 | 403 | 404 | 409 | 500 | 502 }
  | { kind?: 'status' | undefined; status: 429 | 503; retryAfter?: number | undefined }
  | { kind?: 'delay' | undefined; delaySeconds: number }
  | { kind: 'lose-answer' | 'hang' | 'garbage' | 'close' }
) &
  (
    | {
        /** How often at most. */
        times?: number | undefined
        rate?: undefined
      }
    | {
        /** For which part of the calls, above 0 and up to 1. */
        rate?: number | undefined
        times?: undefined
      }
  )

/** A fault as the sandbox keeps it; what it doesn't have is null. */
export interface AddedFault {
  /** What it makes has this id in the header `X-Sandbox-Fault`. */
  id: string
  on: Fault['on']
  kind: Fault['kind']
  status: number | null
  delaySeconds: number | null
  times: number | null
  rate: number | null
  retryAfter: number | null
  charge: string | null
  type: string | null
  endpoint: string | null
  /** How often it was used until now. */
  used: number
  createdAt: string
}

export interface SignOptions {
  /** The signing secret, `whsec_…`. */
  secret: string
  /** The body exactly as it is sent. */
  body: string | Uint8Array
  /** In whole seconds since 1970; now by default. */
  timestamp?: number | undefined
}

/**
 * The headers of a delivery, signed as the service does: `Content-Type`, `X-Service-Event` (the body's `type`, if it has
 * one), `X-Service-Delivery` (a new id) and `X-Service-Signature`. Throws a {@link SandboxError} with the code
 * `invalid_argument`.
 */
export declare function signDelivery(options: SignOptions): Record<string, string>

export interface VerifyOptions {
  /** The signing secret; several while it is rotated. */
  secret: string | readonly string[]
  /** The body exactly as it arrived: never JSON that was parsed and written again. */
  body: string | Uint8Array
  /** The header `X-Service-Signature`; undefined or null if it is missing. */
  signature: string | readonly string[] | undefined | null
  /** How far the timestamp may be from `at`, in whole seconds; 300 by default. */
  tolerance?: number | undefined
  /** In whole seconds since 1970; now by default. */
  at?: number | undefined
}

export interface Verification {
  valid: boolean
  reason:
    | 'valid'
    | 'missing_signature'
    | 'malformed_signature'
    | 'signature_mismatch'
    | 'timestamp_outside_tolerance'
}

/** Whether a delivery is from the service, and why not. Throws a {@link SandboxError} with the code `invalid_argument`. */
export declare function verifySignature(options: VerifyOptions): Verification
