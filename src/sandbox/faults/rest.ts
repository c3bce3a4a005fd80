/** Faults in the answers of the REST side. They come after the key, its rate and its permission were checked. */

import { once } from 'node:events'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { FAULT_HEADER, type FaultPlace, type FaultStatus, type FaultSummary } from '#lib/sandbox/faults.ts'
import { type ErrorCode, Refusal } from '../core/errors.ts'
import type { Key } from '../core/keys.ts'
import type { Faults } from './faults.ts'

/** Waits until a delayed creation may end; rejects when the sandbox closes. */
export type Delay = () => Promise<void>

/** A handler of a call. It gets `delay` only if a creation has to take that long. */
type Handler = (c: Context, key: Key, delay?: Delay) => Response | Promise<Response>

/** The error of each status, and the headers that come with it. */
const ERRORS: Readonly<
  Record<FaultStatus, { code: ErrorCode; error: string; headers?: Record<string, string> }>
> = {
  400: { code: 'invalid_request', error: 'this request is not valid' },
  404: { code: 'payment_not_found', error: 'there is no such payment' },
  409: { code: 'idempotency_conflict', error: 'this contradicts an earlier request' },
  500: { code: 'internal_error', error: 'internal error' },
  502: { code: 'bad_gateway', error: 'the service is unavailable for now' },
  503: { code: 'unavailable', error: 'the service is unavailable for now' },
  429: { code: 'rate_limited', error: 'too many calls with this key', headers: { 'Retry-After': '1' } },
  401: { code: 'unauthorized', error: 'the key is refused', headers: { 'WWW-Authenticate': 'Bearer' } },
  403: { code: 'insufficient_permission', error: 'this key may not do that' },
}

const PAGE = '<!doctype html>\n<title>502 Bad Gateway</title>\n<h1>502 Bad Gateway</h1>\n'

export class RestFaults {
  readonly #faults: Faults

  constructor(faults: Faults) {
    this.#faults = faults
  }

  /** A handler whose calls go wrong as the store's faults say. */
  on(place: FaultPlace, handle: Handler): Handler {
    return (c, key) => {
      const fault = this.#faults.useNext(place, key.storeId, { charge: c.req.param('id') })
      if (!fault) return handle(c, key)
      c.set('fault', fault.id)
      return this.#answer(fault, c, delay => handle(c, key, delay))
    }
  }

  async #answer(fault: FaultSummary, c: Context, work: (delay?: Delay) => ReturnType<Handler>) {
    switch (fault.kind) {
      case 'status':
        throw errorOf(fault)
      case 'close':
        return cut(c)
      case 'hang':
        await untilGone(c, this.#faults.closing)
        return cut(c)
      case 'delay':
        return this.#late(fault, c, work)
      case 'lose-answer':
        await answerOf(work)
        return cut(c)
      case 'garbage':
        return garbage(fault, await answerOf(work))
    }
  }

  /** A creation waits itself, because its charge is CREATING meanwhile. Any other call waits before its work. */
  async #late(fault: FaultSummary, c: Context, work: (delay?: Delay) => ReturnType<Handler>) {
    const wait = () => this.#faults.wait(fault)
    try {
      if (fault.on !== 'create') await wait()
      const response = await work(wait)
      response.headers.set(FAULT_HEADER, fault.id)
      return response
    } catch (thrown) {
      if (this.#faults.closing.aborted) return cut(c)
      throw thrown instanceof Refusal ? withHeader(thrown, fault) : thrown
    }
  }
}

/** Resolves when the client has gone, or the sandbox closes. */
async function untilGone(c: Context, closing: AbortSignal): Promise<void> {
  const { outgoing } = c.env as HttpBindings
  if (!outgoing.destroyed) await once(outgoing, 'close', { signal: closing }).catch(() => {})
}

/** Ends the connection of a call without a byte of an answer. */
function cut(c: Context): Response {
  const { incoming } = c.env as HttpBindings
  incoming.socket.destroy()
  c.set('isCut', true)
  return RESPONSE_ALREADY_SENT
}

function errorOf({ id, status, retryAfter }: FaultSummary): Refusal {
  const { code, error, headers } = ERRORS[status ?? 500]
  const retry = retryAfter && { 'Retry-After': String(retryAfter) }
  const all = { ...headers, ...retry, [FAULT_HEADER]: id }
  // The message says where it comes from, for the person who forgot the fault.
  return new Refusal(code, `${error} (the sandbox's fault ${id})`, all)
}

function withHeader({ code, text, headers }: Refusal, { id }: FaultSummary): Refusal {
  return new Refusal(code, text, { ...headers, [FAULT_HEADER]: id })
}

/** The text of the answer to the work, also if the work was refused. The fault cuts it or loses it. */
async function answerOf(work: () => ReturnType<Handler>): Promise<string> {
  try {
    return await (await work()).text()
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return JSON.stringify({ error: thrown.message, code: thrown.code })
  }
}

/** In turn: a page of HTML, and the first half of the JSON. */
function garbage({ id, used }: FaultSummary, answer: string): Response {
  const isPage = used % 2 === 1
  return new Response(isPage ? PAGE : answer.slice(0, answer.length / 2), {
    headers: {
      'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json',
      [FAULT_HEADER]: id,
    },
  })
}
