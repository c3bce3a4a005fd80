/**
 * The REST side (docs/service.md, 4). Every call is checked in this order: key (401), rate (429), route and
 * method (404, 405), permission (403), then what the call says (docs/decisions/rest.md#check-order).
 */

import { type Context, Hono } from 'hono'
import type { Permission } from '../../contract/generated/types.ts'
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_PAGE, PAYMENT_ID } from '../../contract/limits.ts'
import { toReais } from '../../contract/money.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../core/database.ts'
import { findKey, type Key } from '../core/keys.ts'
import { type Charge, toPayment } from '../core/payments.ts'
import { qrCodeDataUrl } from '../core/qr-code.ts'
import type { Service } from '../core/service.ts'
import { REALTIME_PATH } from '../realtime/server.ts'
import { ServiceError } from './errors.ts'
import { addRoutes, answerErrors } from './http.ts'
import { RateLimiter } from './rate-limit.ts'
import { bearerToken, createPaymentBody, idempotencyKey, queryInteger } from './request.ts'

export const REST_PATH = '/api/v1'

export interface RestOptions {
  service: Service
  database: Database
  clock: Clock
  /** Calls in any 60 seconds per key. */
  rateLimit: number | 'off'
  /** Told of inner faults, which are answered without detail. */
  onFault(fault: unknown): void
}

export function restApp({ service, database, clock, rateLimit, onFault }: RestOptions): Hono {
  const app = new Hono()
  const limiter = rateLimit === 'off' ? null : new RateLimiter(rateLimit)
  const keys = new WeakMap<Context, Key>()
  answerErrors(app, onFault)

  app.use(`${REST_PATH}/*`, async (c, next) => {
    const key = authenticate(c, database)
    keys.set(c, key)
    const wait = limiter?.check(key.id, clock.monotonic()) ?? 0
    if (wait > 0) {
      throw new ServiceError('rate_limited', `too many calls by this key; try again in ${wait} s`, {
        'Retry-After': String(wait),
      })
    }
    await next()
    c.header('Cache-Control', 'no-store')
  })

  /** A handler for keys with a permission; it is given the key. */
  const allowed = (
    permission: Permission | null,
    handle: (c: Context, key: Key) => Response | Promise<Response>,
  ) => {
    return (c: Context) => {
      const key = keys.get(c)
      if (!key) throw new Error('a handler ran without authentication')
      if (permission && !key.permissions.includes(permission)) {
        throw new ServiceError('insufficient_permission', `this key lacks the permission ${permission}`)
      }
      return handle(c, key)
    }
  }

  addRoutes(app, {
    [REALTIME_PATH]: {
      GET: () => {
        const headers = { Upgrade: 'websocket', Connection: 'Upgrade' }
        throw new ServiceError('upgrade_required', 'this is the address of a WebSocket', headers)
      },
    },
    [`${REST_PATH}/status`]: {
      GET: allowed(null, (c, key) =>
        c.json({ data: { authenticated: true, permissions: key.permissions, withdrawalsEnabled: false } }),
      ),
    },
    [`${REST_PATH}/balance`]: {
      GET: allowed('balance:read', (c, key) =>
        c.json({ data: { availableBalance: toReais(service.balance(key.storeId)), currency: 'BRL' } }),
      ),
    },
    [`${REST_PATH}/payments`]: {
      GET: allowed('payments:read', (c, key) => {
        const page = queryInteger(c, 'page', 1, MAX_PAGE)
        const limit = queryInteger(c, 'limit', DEFAULT_LIMIT, MAX_LIMIT)
        const { charges, total } = service.list(key.storeId, page, limit)
        return c.json({ data: charges.map(toPayment), pagination: { page, limit, total } })
      }),
      POST: allowed('payments:create', async (c, key) => {
        const request = await createPaymentBody(c)
        const { charge, created } = service.create(key.storeId, idempotencyKey(c), request)
        return c.json({ data: await withQrCode(charge) }, created ? 201 : 200)
      }),
    },
    [`${REST_PATH}/payments/:id`]: {
      GET: allowed('payments:read', async (c, key) => {
        const id = c.req.param('id') ?? ''
        if (!PAYMENT_ID.test(id)) throw new ServiceError('invalid_payment_id', 'this is not a payment id')
        return c.json({ data: await withQrCode(service.get(key.storeId, id)) })
      }),
    },
  })
  return app
}

function authenticate(c: Context, database: Database): Key {
  const token = bearerToken(c)
  const key = token === null ? null : findKey(database, token)
  if (!key) {
    throw new ServiceError('unauthorized', 'the key is missing, invalid or revoked', {
      'WWW-Authenticate': 'Bearer',
    })
  }
  return key
}

async function withQrCode(charge: Charge) {
  const qrCode = charge.pixCode === null ? null : await qrCodeDataUrl(charge.pixCode)
  return { ...toPayment(charge), qrCode }
}
