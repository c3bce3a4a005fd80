/**
 * The routes below /sandbox/, by which tests in any language, the `sandbox` commands and people control a running
 * sandbox (openapi.yaml beside this file). Any key of a store will do; it says which store a call is about. They have no
 * rate limit and no faults, and answer while the store's account is unavailable.
 */

import type { Context, Hono, MiddlewareHandler } from 'hono'
import { SANDBOX_OPENAPI } from '#contract/generated/documents.ts'
import { toReais } from '#contract/money.ts'
import { english } from '#lib/language.ts'
import { CONTROL_PATH } from '#lib/sandbox/data.ts'
import type { CodeOptions } from '#web/codes.ts'
import type { Move } from '../core/choices.ts'
import { toDateTime } from '../core/ids-and-times.ts'
import { listKeys } from '../core/keys.ts'
import { listStores, type StoreRow } from '../core/stores.ts'
import type { SandboxParts } from '../parts.ts'
import { authenticate } from '../rest/access.ts'
import { ServiceError } from '../rest/errors.ts'
import { addRoutes, fixedText, type Handler, type Routes } from '../rest/http.ts'
import { jsonBody } from '../rest/request.ts'
import type { Store } from '../stores.ts'
import { texts } from '../texts.ts'
import { findEndpoint, listEndpoints } from '../webhooks/endpoints.ts'
import { listDeliveries, MAX_WAIT_SECONDS, parseFilter, waitForDeliveries } from './deliveries.ts'
import * as operations from './operations.ts'

export interface ControlOptions extends SandboxParts {
  /** Makes an address that opens the dashboard; null if there are no pages. */
  newLoginUrl: ((options: CodeOptions) => string) | null
}

/** Adds the routes to the app of the REST side. */
export function addControl(app: Hono, options: ControlOptions): void {
  addRoutes(app, { [`${CONTROL_PATH}/openapi.yaml`]: fixedText('application/yaml', SANDBOX_OPENAPI) })
  app.use(`${CONTROL_PATH}/*`, access(options))
  const routes = {
    ...chargeRoutes(options),
    ...webhookRoutes(options),
    ...deliveryRoutes(options),
    ...faultRoutes(options),
    ...keyRoutes(options),
    ...storeRoutes(options),
    ...dashboardRoutes(options),
  }
  addRoutes(app, routes, CONTROL_PATH)
}

/** Lets a call with a key through; the key's store is then the call's. 401 for any other. */
function access({ stores, database, clock }: SandboxParts): MiddlewareHandler {
  return async (c, next) => {
    const { storeId } = authenticate(c, database, clock.now())
    c.set('store', stores.withId(storeId))
    await next()
    c.header('Cache-Control', 'no-store')
  }
}

const storeOf = (c: Context): Store => c.get('store')
const idIn = (c: Context) => c.req.param('id') ?? ''

function chargeRoutes(parts: SandboxParts): Routes {
  const moved =
    (to: Move): Handler =>
    c =>
      c.json(operations.move(parts, storeOf(c), idIn(c), to))
  return {
    '/charges/:id/pay': { POST: moved('pay') },
    '/charges/:id/expire': { POST: moved('expire') },
    '/charges/:id/fail': { POST: moved('fail') },
    '/deposits': {
      POST: async c => {
        const { value, amount } = await jsonBody(c, { isLenient: true })
        operations.membersOf(value, ['amount'])
        const data = operations.depositOf(operations.deposit(parts, storeOf(c), amount))
        const availableBalance = toReais(parts.service.balance(storeOf(c).id))
        return c.json({ data, balance: { availableBalance, currency: 'BRL' } }, 201)
      },
    },
    '/seed': {
      POST: async c => {
        return c.json({ data: operations.seed(parts, storeOf(c), await body(c)) }, 201)
      },
    },
  }
}

function webhookRoutes(parts: SandboxParts): Routes {
  const { database, deliverer } = parts
  return {
    '/webhooks': {
      GET: c => c.json({ data: listEndpoints(database, storeOf(c).id) }),
      POST: async c => {
        return c.json({ data: await operations.addEndpoint(parts, storeOf(c), await body(c)) }, 201)
      },
    },
    '/webhooks/:id': {
      DELETE: async c => {
        await operations.removeEndpoint(parts, storeOf(c), idIn(c))
        return c.json({ data: { id: idIn(c) } })
      },
    },
    '/webhooks/:id/rotate': {
      POST: async c => c.json({ data: await operations.rotateSecret(parts, storeOf(c), idIn(c)) }),
    },
    '/webhooks/:id/test': {
      POST: async c => {
        const endpoint = findEndpoint(database, storeOf(c).id, idIn(c))
        return c.json({ data: { to: endpoint.url, ...(await deliverer.test(endpoint)) } })
      },
    },
  }
}

function deliveryRoutes(parts: SandboxParts): Routes {
  const { database, deliverer, faults } = parts
  return {
    '/deliveries': {
      GET: async c => {
        const { wait, ...given } = c.req.query()
        const filter = parseFilter(given)
        if (wait === undefined) return c.json({ data: listDeliveries(database, storeOf(c).id, filter) })
        const signal = AbortSignal.any([c.req.raw.signal, faults.closing])
        const found = await waitForDeliveries(parts, storeOf(c).id, filter, { ms: waitMs(wait), signal })
        return c.json({ data: found.deliveries, ...(found.why ? { note: english(found.why) } : {}) })
      },
    },
    '/deliveries/:id/redeliver': {
      POST: async c => c.json({ data: await deliverer.sendAgain(storeOf(c).id, idIn(c)) }),
    },
  }
}

function waitMs(text: string): number {
  const seconds = /^\d{1,2}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
  if (seconds <= MAX_WAIT_SECONDS) return seconds * 1000
  throw new ServiceError('invalid_request', `wait must be a number of seconds up to ${MAX_WAIT_SECONDS}`)
}

function faultRoutes(parts: SandboxParts): Routes {
  const { faults } = parts
  return {
    '/faults': {
      GET: c => c.json({ data: faults.list(storeOf(c).id) }),
      POST: async c => c.json({ data: operations.addFault(parts, storeOf(c), await body(c)) }, 201),
      DELETE: c => c.json({ data: { cleared: faults.clearAll(storeOf(c).id) } }),
    },
    '/faults/:id': {
      DELETE: c => {
        faults.clear(storeOf(c).id, idIn(c))
        return c.json({ data: { cleared: 1 } })
      },
    },
  }
}

function keyRoutes(parts: SandboxParts): Routes {
  const { database } = parts
  return {
    '/keys': {
      GET: c => c.json({ data: listKeys(database, storeOf(c).id) }),
      POST: async c => {
        return c.json({ data: operations.createKey(parts, storeOf(c), await body(c)) }, 201)
      },
    },
    '/keys/:id': { DELETE: c => c.json({ data: operations.revokeKey(parts, storeOf(c), idIn(c)) }) },
    '/token/rotate': {
      POST: async c => c.json({ data: { wsToken: await operations.rotateToken(parts, storeOf(c)) } }, 201),
    },
  }
}

function storeRoutes(parts: SandboxParts): Routes {
  const { stores, database } = parts
  const summaryOf = ({ name, disabledAt }: StoreRow) => ({
    name,
    profile: stores.profileOf(name),
    disabledAt: toDateTime(disabledAt),
  })
  const available = (isAvailable: boolean) => (c: Context) => {
    const { store, changed } = operations.setAvailable(parts, storeOf(c), isAvailable)
    return c.json({ data: summaryOf(store), changed })
  }
  return {
    '/stores': {
      GET: c => c.json({ data: listStores(database).map(summaryOf) }),
      POST: async c => {
        const { store, profile } = await stores.add((await members(c, ['name'])).name)
        const { endpoints: _none, name, ...access } = stores.accessTo(store)
        return c.json({ data: { name, profile, ...access } }, 201)
      },
    },
    '/store/disable': { POST: available(false) },
    '/store/enable': { POST: available(true) },
    '/reset': {
      POST: c => {
        operations.reset(parts, storeOf(c))
        return c.json({ data: { name: storeOf(c).name } })
      },
    },
  }
}

function dashboardRoutes({ newLoginUrl, realtime }: ControlOptions): Routes {
  return {
    '/realtime/test': { POST: c => c.json({ data: realtime.test(storeOf(c).id) }) },
    '/login-codes': {
      POST: async c => {
        const { ownUserOnly = false } = await members(c, ['ownUserOnly'])
        if (typeof ownUserOnly !== 'boolean') {
          throw new ServiceError('invalid_body', 'ownUserOnly must be true or false')
        }
        if (!newLoginUrl) throw new ServiceError('route_not_found', texts.noDashboard)
        return c.json({ data: { loginUrl: newLoginUrl({ ownUserOnly }) } }, 201)
      },
    },
  }
}

/** A JSON body, whatever its Content-Type: `curl --data` names another one. No body is an empty object. */
async function body(c: Context): Promise<unknown> {
  return (await jsonBody(c, { isLenient: true })).value
}

async function members(c: Context, names: string[]): Promise<Record<string, unknown>> {
  return operations.membersOf(await body(c), names)
}
