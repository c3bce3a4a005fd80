/**
 * The dashboard side: what a person would do in the service's web pages, over loopback with a token of
 * its own. JSON in, JSON out, for the `sandbox` commands.
 */

import { type Context, Hono } from 'hono'
import { MAX_DEPOSIT } from '../../contract/limits.ts'
import { type Centavos, fromReaisText, toDecimal, toReais } from '../../contract/money.ts'
import type { Clock } from '../../shared/clock.ts'
import { STORE_ID } from '../core/choices.ts'
import type { Database } from '../core/database.ts'
import type { Random } from '../core/environment.ts'
import { addKey, listKeys, newApiKey, parsePermissions, revokeKey } from '../core/keys.ts'
import { toPayment } from '../core/payments.ts'
import { isSecret } from '../core/secrets.ts'
import type { Service } from '../core/service.ts'
import type { Realtime } from '../realtime/server.ts'
import { ServiceError } from '../rest/errors.ts'
import { addRoutes, answerErrors } from '../rest/http.ts'
import { bearerToken, jsonBody } from '../rest/request.ts'
import type { Deliverer } from '../webhooks/deliverer.ts'
import {
  addEndpoint,
  findEndpoint,
  listEndpoints,
  parseEndpointUrl,
  parseEvents,
  removeEndpoint,
} from '../webhooks/endpoints.ts'

/** The most charges one call seeds. It is a single transaction, during which nothing else is answered. */
export const MAX_SEED = 200_000

export interface DashboardOptions {
  service: Service
  database: Database
  clock: Clock
  random: Random
  deliverer: Deliverer
  realtime: Realtime
  token: string
  /** Called, and awaited before the answer, when there are other endpoints than before. Never rejects. */
  endpointsChanged(): Promise<void>
  onFault(fault: unknown): void
}

export function dashboardApp(options: DashboardOptions): Hono {
  const { service, database, clock, random, deliverer, realtime, token, endpointsChanged, onFault } = options
  const app = new Hono()
  answerErrors(app, onFault)

  app.use(async (c, next) => {
    checkHost(c)
    checkToken(c, token)
    await next()
    c.header('Cache-Control', 'no-store')
  })

  /** A transition of the charge in the path; `already` names the member that says nothing changed. */
  const transition = (name: 'pay' | 'expire' | 'fail', already: string) => (c: Context) => {
    const { charge, changed } = service[name](STORE_ID, c.req.param('id') ?? '')
    return c.json({ data: toPayment(charge), [already]: !changed })
  }

  addRoutes(app, {
    '/payments/:id/pay': { POST: transition('pay', 'alreadyPaid') },
    '/payments/:id/expire': { POST: transition('expire', 'alreadyExpired') },
    '/payments/:id/fail': { POST: transition('fail', 'alreadyFailed') },
    '/deposits': {
      POST: async c => {
        const body = await jsonBody(c)
        checkObject(body.value, ['amount'])
        const deposit = service.deposit(STORE_ID, depositAmount(body.amount))
        const data = {
          id: deposit.id,
          amount: toReais(deposit.amount),
          currency: 'BRL',
          createdAt: new Date(deposit.createdAt).toISOString(),
        }
        const balance = { availableBalance: toReais(service.balance(STORE_ID)), currency: 'BRL' }
        return c.json({ data, balance }, 201)
      },
    },
    '/seed': {
      POST: async c => {
        const { count } = await objectBody(c, ['count'])
        if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > MAX_SEED) {
          throw new ServiceError('invalid_count', `count is an integer from 1 to ${MAX_SEED}`)
        }
        return c.json({ data: { count, byStatus: service.seed(STORE_ID, count) } }, 201)
      },
    },
    '/keys': {
      GET: c => c.json({ data: listKeys(database, STORE_ID) }),
      POST: async c => {
        const permissions = parsePermissions((await objectBody(c, ['permissions'])).permissions)
        const apiKey = newApiKey(random)
        const id = addKey(database, random, clock.now(), { apiKey, storeId: STORE_ID, permissions })
        return c.json({ id, apiKey, permissions }, 201)
      },
    },
    '/keys/:id': {
      DELETE: c => c.json({ data: revokeKey(database, STORE_ID, c.req.param('id') ?? '', clock.now()) }),
    },
    '/endpoints': {
      GET: c => c.json({ data: listEndpoints(database, STORE_ID) }),
      POST: async c => {
        const body = await objectBody(c, ['url', 'events'])
        const wanted = { url: parseEndpointUrl(body.url), events: parseEvents(body.events) }
        const added = addEndpoint(database, random, clock.now(), { storeId: STORE_ID, ...wanted })
        await endpointsChanged()
        const { id, url, events, secret } = added
        return c.json({ id, url, events, secret }, 201)
      },
    },
    '/endpoints/:id': {
      DELETE: async c => {
        const id = c.req.param('id') ?? ''
        removeEndpoint(database, STORE_ID, id)
        await endpointsChanged()
        return c.json({ data: { id, removed: true } })
      },
    },
    '/endpoints/:id/test': {
      POST: async c => {
        const endpoint = findEndpoint(database, STORE_ID, c.req.param('id') ?? '')
        return c.json({ data: { to: endpoint.url, ...(await deliverer.test(endpoint)) } })
      },
    },
    '/realtime/test': { POST: c => c.json({ data: realtime.test() }) },
  })
  return app
}

/** A web page can point its own host name at this machine (DNS rebinding), but then the Host header says so. */
function checkHost(c: Context): void {
  const host = c.req.header('host') ?? ''
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host)) {
    throw new ServiceError('host_not_allowed', 'the dashboard answers on this machine only')
  }
}

function checkToken(c: Context, token: string): void {
  const given = bearerToken(c)
  if (given === null || !isSecret(given, token)) {
    throw new ServiceError('unauthorized', 'the dashboard token is missing or wrong', {
      'WWW-Authenticate': 'Bearer',
    })
  }
}

/** A JSON object with no other members than those named. */
async function objectBody(c: Context, names: string[]): Promise<Record<string, unknown>> {
  return checkObject((await jsonBody(c)).value, names)
}

function checkObject(body: unknown, names: string[]): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('invalid_body', 'the body must be an object')
  }
  const extra = Object.keys(body).find(name => !names.includes(name))
  if (extra !== undefined) {
    throw new ServiceError('invalid_body', `the field ${JSON.stringify(extra)} is not accepted`)
  }
  return body as Record<string, unknown>
}

/** @param text the number as it was written; undefined for anything else */
function depositAmount(text: string | undefined): Centavos {
  const amount = text === undefined ? null : fromReaisText(text)
  if (amount === null || amount <= 0 || amount > MAX_DEPOSIT) {
    throw new ServiceError(
      'invalid_amount',
      `amount is a number greater than 0 and at most ${toDecimal(MAX_DEPOSIT)}, with at most two decimals`,
    )
  }
  return amount
}
