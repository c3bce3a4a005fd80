/**
 * The routes below /sandbox/, by which tests in any language, the `sandbox` commands and people control a running
 * sandbox (src/contract/sandbox.yaml). Any key of a store will do; it says which store a call is about. They have no rate
 * limit and no faults, and answer while the store's account is unavailable.
 */

import type { Context, Hono, MiddlewareHandler } from 'hono'
import { SANDBOX_OPENAPI } from '#contract/generated/documents.ts'
import { toReais } from '#contract/money.ts'
import { english } from '#lib/language.ts'
import { CONTROL_PATH } from '#lib/sandbox/data.ts'
import type { CodeOptions } from '#web/codes.ts'
import { membersOf, noMember, Refusal } from '../core/errors.ts'
import { toDateTime } from '../core/ids-and-times.ts'
import { listKeys } from '../core/keys.ts'
import { listStores, type StoreRow } from '../core/stores.ts'
import { authenticate } from '../rest/access.ts'
import { addRoutes, fixedText, type Routes } from '../rest/http.ts'
import { jsonBody } from '../rest/request.ts'
import type { SandboxParts, Store } from '../stores.ts'
import { texts } from '../texts.ts'
import { findEndpoint, listEndpoints } from '../webhooks/endpoints.ts'
import { FILTER_MEMBERS, filterOf, listDeliveries, waitForDeliveries } from './deliveries.ts'
import * as operations from './operations.ts'
import { findRequests, REQUEST_FILTER } from './requests.ts'
import { MAX_WAIT_SECONDS, type WaitLimits } from './waiting.ts'

export interface ControlOptions extends SandboxParts {
  /** Makes an address that opens the dashboard; null if there are no pages. */
  newLoginUrl(options: CodeOptions): string | null
}

/** A call with a key. */
interface Call {
  c: Context
  /** Whose key it is. */
  store: Store
  /** The `:id` of the path. */
  id: string
  /** The body, as JSON of any Content-Type: `curl --data` names another one. No body is an empty object. */
  body(): Promise<unknown>
}

type Answer = { data: unknown } & Record<string, unknown>
/** By method and path. */
type Calls = Record<string, (call: Call) => Answer | Promise<Answer>>

/** What is posted to these has a body, and is made: the answer is a 201. */
const MADE = /^\/(deposits|seed|webhooks|faults|keys|stores|login-codes)$/

/** These take a body too. */
const WITH_BODY = ['POST /charges/:id/pay', 'POST /clock']

/** The members of their query that calls take; the others take none. */
const QUERY: Readonly<Record<string, readonly string[]>> = {
  'GET /deliveries': [...FILTER_MEMBERS, 'wait'],
  'GET /requests': [...REQUEST_FILTER, 'wait'],
}

/** Adds the routes to the app of the REST side. */
export function addControl(app: Hono, options: ControlOptions): void {
  const { stores, database, clock } = options
  addRoutes(app, { [`${CONTROL_PATH}/openapi.yaml`]: fixedText('application/yaml', SANDBOX_OPENAPI) })
  const access: MiddlewareHandler = async (c, next) => {
    const { storeId } = authenticate(c, database, clock.now())
    c.set('store', stores.withId(storeId))
    await next()
    c.header('Cache-Control', 'no-store')
  }
  app.use(`${CONTROL_PATH}/*`, access)
  const calls = {
    ...chargeCalls(options),
    ...webhookCalls(options),
    ...faultCalls(options),
    ...keyCalls(options),
    ...storeCalls(options),
  }
  const routes: Routes = {}
  for (const [name, answer] of Object.entries(calls)) {
    const [method, path] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    const isMade = method === 'POST' && MADE.test(path)
    const hasBody = isMade || WITH_BODY.includes(name)
    const known = QUERY[name] ?? []
    const handler = async (c: Context) => {
      const unknown = Object.keys(c.req.query()).find(member => !known.includes(member))
      if (unknown !== undefined) throw new Refusal('invalid_request', noMember('query', unknown, known))
      const body = async () => (await jsonBody(c, { isLenient: true })).value
      if (!hasBody) membersOf(await body(), [])
      return c.json(
        await answer({ c, store: c.get('store'), id: c.req.param('id') ?? '', body }),
        isMade ? 201 : 200,
      )
    }
    routes[path] = { ...routes[path], [method]: handler }
  }
  addRoutes(app, routes, CONTROL_PATH)
}

function chargeCalls(parts: SandboxParts): Calls {
  return {
    'POST /charges/:id/pay': async ({ store, id, body }) => operations.pay(parts, store, id, await body()),
    'POST /charges/:id/expire': ({ store, id }) => operations.move(parts, store, id, 'expire'),
    'POST /charges/:id/fail': ({ store, id }) => operations.move(parts, store, id, 'fail'),
    'POST /deposits': async ({ c, store }) => {
      const { value, amount } = await jsonBody(c, { isLenient: true })
      membersOf(value, ['amount'])
      const data = operations.depositOf(operations.deposit(parts, store, amount))
      const availableBalance = toReais(parts.service.balance(store.id))
      return { data, balance: { availableBalance, currency: 'BRL' } }
    },
    'POST /seed': async ({ store, body }) => ({ data: operations.seed(parts, store, await body()) }),
    'POST /clock': async ({ body }) => ({
      data: await operations.advance(parts, membersOf(await body(), ['advance']).advance),
    }),
    'POST /reset': ({ store }) => {
      operations.reset(parts, store)
      return { data: { name: store.name } }
    },
  }
}

function webhookCalls(parts: SandboxParts): Calls {
  const { database, deliverer, faults } = parts
  return {
    'GET /webhooks': ({ store }) => ({ data: listEndpoints(database, store.id) }),
    'POST /webhooks': async ({ store, body }) => ({
      data: await operations.addEndpoint(parts, store, await body()),
    }),
    'DELETE /webhooks/:id': async ({ store, id }) => {
      await operations.removeEndpoint(parts, store, id)
      return { data: { id } }
    },
    'POST /webhooks/:id/rotate': async ({ store, id }) => ({
      data: await operations.rotateSecret(parts, store, id),
    }),
    'POST /webhooks/:id/test': async ({ store, id }) => {
      const endpoint = findEndpoint(database, store.id, id)
      return { data: { to: endpoint.url, ...(await deliverer.test(endpoint)) } }
    },
    'GET /deliveries': async ({ c, store }) => {
      const { wait, ...given } = c.req.query()
      const filter = filterOf(parts, store, given)
      if (wait === undefined) return { data: listDeliveries(database, store.id, filter) }
      const found = await waitForDeliveries(parts, store.id, filter, waitLimits(c, wait, faults.closing))
      return { data: found.deliveries, ...(found.why ? { note: english(found.why) } : {}) }
    },
    'POST /deliveries/:id/redeliver': async ({ store, id }) => ({
      data: await deliverer.sendAgain(store.id, id),
    }),
    'GET /requests': async ({ c, store }) => {
      const { wait, ...filter } = c.req.query()
      const limits = wait === undefined ? undefined : waitLimits(c, wait, faults.closing)
      return { data: await findRequests(parts, store.id, filter, limits) }
    },
  }
}

/** Also the end of the call or of the sandbox ends the wait. */
function waitLimits(c: Context, text: string, closing: AbortSignal): WaitLimits {
  const seconds = /^\d{1,2}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
  if (seconds <= MAX_WAIT_SECONDS) {
    return { ms: seconds * 1000, signal: AbortSignal.any([c.req.raw.signal, closing]) }
  }
  throw new Refusal('invalid_request', `wait must be a number of seconds up to ${MAX_WAIT_SECONDS}`)
}

function faultCalls(parts: SandboxParts): Calls {
  const { faults } = parts
  return {
    'GET /faults': ({ store }) => ({ data: faults.list(store.id) }),
    'POST /faults': async ({ store, body }) => ({ data: operations.addFault(parts, store, await body()) }),
    'DELETE /faults': ({ store }) => ({ data: { cleared: faults.clearAll(store.id) } }),
    'DELETE /faults/:id': ({ store, id }) => {
      faults.clear(store.id, id)
      return { data: { cleared: 1 } }
    },
  }
}

function keyCalls(parts: SandboxParts): Calls {
  return {
    'GET /keys': ({ store }) => ({ data: listKeys(parts.database, store.id) }),
    'POST /keys': async ({ store, body }) => ({ data: operations.createKey(parts, store, await body()) }),
    'DELETE /keys/:id': ({ store, id }) => ({ data: operations.revokeKey(parts, store, id) }),
    'POST /token/rotate': async ({ store }) => ({
      data: { wsToken: await operations.rotateToken(parts, store) },
    }),
    'POST /realtime/test': ({ store }) => ({ data: parts.realtime.test(store.id) }),
  }
}

function storeCalls({ newLoginUrl, ...parts }: ControlOptions): Calls {
  const { stores, database } = parts
  const summaryOf = (store: StoreRow) => ({
    name: store.name,
    profile: stores.profileOf(store),
    disabledAt: toDateTime(store.disabledAt),
  })
  const available = (isAvailable: boolean) => (call: Call) => {
    const { store, changed } = operations.setAvailable(parts, call.store, isAvailable)
    return { data: summaryOf(store), changed }
  }
  return {
    'GET /stores': () => ({ data: listStores(database).map(summaryOf) }),
    'POST /stores': async ({ body }) => {
      const { name: wanted, profile: hasProfile = false } = membersOf(await body(), ['name', 'profile'])
      if (typeof hasProfile !== 'boolean') {
        throw new Refusal('invalid_body', 'profile must be true or false')
      }
      const { store, profile } = await stores.add(wanted, hasProfile)
      const { endpoints: _none, name, ...access } = stores.accessTo(store)
      return { data: { name, profile, ...access } }
    },
    'DELETE /stores/:name': async ({ c }) => {
      const name = c.req.param('name') ?? ''
      await operations.removeStore(parts, name)
      return { data: { name } }
    },
    'POST /store/disable': available(false),
    'POST /store/enable': available(true),
    'POST /login-codes': async ({ store, body }) => {
      const { ownUserOnly = false } = membersOf(await body(), ['ownUserOnly'])
      if (typeof ownUserOnly !== 'boolean') {
        throw new Refusal('invalid_body', 'ownUserOnly must be true or false')
      }
      const loginUrl = newLoginUrl({ ownUserOnly, scope: store.id })
      if (loginUrl === null) throw new Refusal('route_not_found', texts.noDashboard)
      return { data: { loginUrl } }
    },
  }
}
