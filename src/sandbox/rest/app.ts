/**
 * The REST side (docs/service.md, 4). A call is checked in this order: key (401), rate (429), route and method (404,
 * 405), permission (403), the store's faults (docs/decisions/sandbox.md#faults), then the request itself
 * (docs/decisions/rest.md#check-order).
 */

import { Hono } from 'hono'
import { ASYNCAPI, OPENAPI } from '#contract/generated/documents.ts'
import { toReais } from '#contract/money.ts'
import { ALIVE } from '#lib/sandbox/data.ts'
import type { SandboxClock } from '../core/clock.ts'
import { Refusal } from '../core/errors.ts'
import type { Service } from '../core/service.ts'
import type { Faults } from '../faults/faults.ts'
import { RestFaults } from '../faults/rest.ts'
import { REALTIME_PATH } from '../realtime/server.ts'
import { type Access, type AccessOptions, checkKey, restAccess } from './access.ts'
import { addRoutes, answerErrors, fixedText, type Routes } from './http.ts'
import { paymentRoutes } from './payments.ts'
import type { Requests } from './requests.ts'

export const REST_PATH = '/api/v1'

export interface RestOptions extends AccessOptions {
  clock: SandboxClock
  service: Service
  faults: Faults
  requests: Requests
  onFault(fault: unknown): void
}

export function restApp({ service, faults, requests, onFault, ...options }: RestOptions): Hono {
  const app = new Hono()
  const access = restAccess(options)
  const faulty = new RestFaults(faults)
  answerErrors(app, onFault)
  // Clients find out by it how far their own clock is off.
  app.use(async (c, next) => {
    await next()
    if (options.clock.isAhead) c.header('Date', new Date(options.clock.now()).toUTCString())
  })
  addRoutes(app, OPEN_ROUTES)
  app.use(`${REST_PATH}/*`, checkKey(options), requests.record, access.check)
  addRoutes(app, {
    [REALTIME_PATH]: { GET: refusePlainHttp },
    ...accountRoutes(service, access, faulty),
    ...paymentRoutes(`${REST_PATH}/payments`, service, access, faulty),
  })
  return app
}

/** What needs no key, has no rate limit and no faults. */
const OPEN_ROUTES: Routes = {
  [ALIVE.path]: fixedText('text/plain; charset=utf-8', ALIVE.text),
  '/openapi.yaml': fixedText('application/yaml', OPENAPI),
  '/asyncapi.yaml': fixedText('application/yaml', ASYNCAPI),
}

/** A request with an upgrade never reaches a route, so this request isn't one. */
function refusePlainHttp(): never {
  const headers = { Upgrade: 'websocket', Connection: 'Upgrade' }
  throw new Refusal('upgrade_required', 'this address takes WebSocket connections only', headers)
}

function accountRoutes(service: Service, access: Access, faulty: RestFaults): Routes {
  return {
    [`${REST_PATH}/status`]: {
      GET: access.allowed(
        null,
        faulty.on('status', (c, key) =>
          c.json({ data: { authenticated: true, permissions: key.permissions, withdrawalsEnabled: false } }),
        ),
      ),
    },
    [`${REST_PATH}/balance`]: {
      GET: access.allowed(
        'balance:read',
        faulty.on('balance', (c, key) =>
          c.json({ data: { availableBalance: toReais(service.balance(key.storeId)), currency: 'BRL' } }),
        ),
      ),
    },
  }
}
