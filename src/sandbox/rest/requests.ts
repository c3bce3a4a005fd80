/** What the API was asked, in memory only: the latest calls of each store, without their secrets. */

import type { Context, MiddlewareHandler } from 'hono'
import { MAX_BODY_BYTES } from '#contract/limits.ts'
import { maskSecrets } from '#lib/secret.ts'
import { readBody } from '#web/form.ts'
import type { SandboxClock } from '../core/clock.ts'
import { Changes } from '../core/database.ts'
import { randomHex } from '../core/ids-and-times.ts'
import type { Key } from '../core/keys.ts'
import { bearerToken } from './request.ts'

export const KEPT_REQUESTS = 1000
/** Of all stores together: the oldest ones go first. */
const MOST_CHARACTERS = 32 * 1024 * 1024
/** What one takes beside its texts. */
const OVERHEAD = 300

export interface RecordedRequest {
  id: string
  storeId: string
  /** When it came, in ms. */
  at: number
  method: string
  /** With its /api/v1. */
  path: string
  /** Null if there is none, as for the key and the body. */
  query: string | null
  idempotencyKey: string | null
  /** Null for one above the limit too. */
  body: string | null
  /** Null if there was no answer, and until there is one. */
  status: number | null
  /** The id of the fault that it met. */
  fault: string | null
  /** How long it took; null while it lasts. */
  ms: number | null
}

export class Requests {
  /** Told of each call that comes, and that ends. */
  readonly changes = new Changes()
  readonly #clock: SandboxClock
  readonly #mostCharacters: number
  /** Oldest first. */
  readonly #all = new Set<RecordedRequest>()
  readonly #byStore = new Map<string, Set<RecordedRequest>>()
  #characters = 0

  constructor(clock: SandboxClock, mostCharacters = MOST_CHARACTERS) {
    this.#clock = clock
    this.#mostCharacters = mostCharacters
  }

  /** Those of a store, newest first, also the ones that aren't answered yet. */
  list(storeId: string): RecordedRequest[] {
    return [...(this.#byStore.get(storeId) ?? [])].reverse()
  }

  clear(storeId: string): void {
    for (const request of this.#byStore.get(storeId) ?? []) this.#remove(request)
    this.#byStore.delete(storeId)
    this.changes.changed()
  }

  /** Keeps a call whose key is known, and reads its body, so that it is known too if a fault cuts the call. */
  readonly record: MiddlewareHandler = async (c, next) => {
    const at = this.#clock.now()
    const start = this.#clock.real.monotonic()
    // Others have none, and even to look for it takes time.
    const hasBody = c.req.method !== 'GET' && c.req.method !== 'HEAD'
    const body = hasBody ? await readBody(c.req.raw, MAX_BODY_BYTES) : null
    if (hasBody) c.set('body', body)
    const request = this.#add(c, at, body)
    await next()
    request.status = c.get('isCut') ? null : c.res.status
    request.fault = c.get('fault') ?? null
    request.ms = this.#clock.real.monotonic() - start
    this.changes.changed()
  }

  #add(c: Context, at: number, bytes: Buffer | null): RecordedRequest {
    const { storeId }: Key = c.get('key')
    const secrets = [bearerToken(c) ?? '']
    const masked = (text: string | undefined) => (text ? maskSecrets(text, secrets) : null)
    const [, search = ''] = c.req.url.split('?', 2)
    // By its values: what is escaped in an address would not be found.
    const query = new URLSearchParams()
    for (const [name, value] of new URLSearchParams(search))
      query.append(masked(name) ?? '', masked(value) ?? '')
    const request: RecordedRequest = {
      id: `req_${randomHex(8)}`,
      ...{ storeId, at },
      method: c.req.method,
      path: masked(c.req.path) ?? '',
      query: search ? query.toString() : null,
      idempotencyKey: masked(c.req.header('idempotency-key')),
      body: masked(bytes?.toString()),
      ...{ status: null, fault: null, ms: null },
    }
    const ofStore = this.#byStore.get(storeId) ?? new Set()
    this.#byStore.set(storeId, ofStore.add(request))
    this.#all.add(request)
    this.#characters += sizeOf(request)
    if (ofStore.size > KEPT_REQUESTS) this.#remove(first(ofStore))
    while (this.#characters > this.#mostCharacters) this.#remove(first(this.#all))
    this.changes.changed()
    return request
  }

  #remove(request: RecordedRequest): void {
    if (this.#all.delete(request)) this.#characters -= sizeOf(request)
    this.#byStore.get(request.storeId)?.delete(request)
  }
}

function first<Item>(items: ReadonlySet<Item>): Item {
  const [item] = items
  return item!
}

function sizeOf({ path, query, idempotencyKey, body }: RecordedRequest): number {
  return [path, query, idempotencyKey, body].reduce((sum, text) => sum + (text?.length ?? 0), OVERHEAD)
}
