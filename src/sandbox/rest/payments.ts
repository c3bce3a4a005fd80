/** The payments of the REST side: list, create, get. */

import type { Context } from 'hono'
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_PAGE, PAYMENT_ID } from '#contract/limits.ts'
import { qrDataUrl } from '#lib/qr-code.ts'
import { Refusal } from '../core/errors.ts'
import type { Key } from '../core/keys.ts'
import { type Charge, toPayment } from '../core/payments.ts'
import type { Service } from '../core/service.ts'
import type { Delay, RestFaults } from '../faults/rest.ts'
import type { Access } from './access.ts'
import type { Routes } from './http.ts'
import { chargeRequest, idempotencyKey, jsonBody, queryInteger } from './request.ts'

/** @param path the path of the list */
export function paymentRoutes(path: string, service: Service, access: Access, faulty: RestFaults): Routes {
  const list = (c: Context, key: Key) => {
    const page = queryInteger(c, 'page', 1, MAX_PAGE)
    const limit = queryInteger(c, 'limit', DEFAULT_LIMIT, MAX_LIMIT)
    const { charges, total } = service.list(key.storeId, page, limit)
    return c.json({ data: charges.map(toPayment), pagination: { page, limit, total } })
  }
  const create = async (c: Context, { storeId }: Key, delay?: Delay) => {
    const request = chargeRequest(await jsonBody(c))
    const creation = { storeId, idempotencyKey: idempotencyKey(c), request, creating: delay !== undefined }
    const { charge, created } = service.create(creation)
    if (!created) return c.json({ data: await withQrCode(charge) }, 200)
    // Also if the sandbox closes meanwhile: a later one doesn't know that it was only delayed.
    await delay?.().finally(() => service.endCreation(charge))
    return c.json({ data: await withQrCode(service.get(storeId, charge.id)) }, 201)
  }
  const get = async (c: Context, key: Key) => {
    const id = c.req.param('id') ?? ''
    if (!PAYMENT_ID.test(id)) throw new Refusal('invalid_payment_id', 'this is not a payment id')
    return c.json({ data: await withQrCode(service.get(key.storeId, id)) })
  }
  return {
    [path]: {
      GET: access.allowed('payments:read', faulty.on('list', list)),
      POST: access.allowed('payments:create', faulty.on('create', create)),
    },
    [`${path}/:id`]: { GET: access.allowed('payments:read', faulty.on('get', get)) },
  }
}

async function withQrCode(charge: Charge) {
  const qrCode = charge.pixCode === null ? null : await qrDataUrl(charge.pixCode)
  return { ...toPayment(charge), qrCode }
}
