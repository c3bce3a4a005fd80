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

/** Of each store. */
const KEPT_REQUESTS = 1000

export interface RecordedRequest {
  id: string
  /** When it came. */
  at: string
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
  /** Oldest first. */
  readonly #byStore = new Map<string, RecordedRequest[]>()

  constructor(clock: SandboxClock) {
    this.#clock = clock
  }

  /** Those of a store, newest first, also the ones that aren't answered yet. */
  list(storeId: string): readonly RecordedRequest[] {
    return (this.#byStore.get(storeId) ?? []).toReversed()
  }

  clear(storeId: string): void {
    this.#byStore.delete(storeId)
    this.changes.changed()
  }

  /** Keeps a call whose key is known, and reads its body, so that it is known too if a fault cuts the call. */
  readonly record: MiddlewareHandler = async (c, next) => {
    const at = new Date(this.#clock.now()).toISOString()
    const start = this.#clock.real.monotonic()
    // Others have none, and even to look for it takes time.
    const hasBody = c.req.method !== 'GET' && c.req.method !== 'HEAD'
    const body = hasBody ? await readBody(c.req.raw, MAX_BODY_BYTES) : null
    if (hasBody) c.set('body', body)
    const request = recordOf(c, at, body)
    const { storeId }: Key = c.get('key')
    this.#byStore.set(storeId, [...(this.#byStore.get(storeId) ?? []), request].slice(-KEPT_REQUESTS))
    this.changes.changed()
    await next()
    request.status = c.get('isCut') ? null : c.res.status
    request.fault = c.get('fault') ?? null
    request.ms = Math.round(this.#clock.real.monotonic() - start)
    this.changes.changed()
  }
}

function recordOf(c: Context, at: string, body: Buffer | null): RecordedRequest {
  const masked = (text = '') => maskSecrets(text, [bearerToken(c) ?? ''])
  // By its values: what is escaped in an address would not be found.
  const query = new URLSearchParams()
  for (const [name, value] of new URL(c.req.url).searchParams) query.append(masked(name), masked(value))
  return {
    id: `req_${randomHex(8)}`,
    ...{ at, method: c.req.method, path: masked(c.req.path) },
    query: query.toString() || null,
    idempotencyKey: masked(c.req.header('idempotency-key')) || null,
    body: masked(body?.toString()) || null,
    ...{ status: null, fault: null, ms: null },
  }
}
