/** The payments of the REST side: list, create, get. */

import { DEFAULT_LIMIT, MAX_LIMIT, MAX_PAGE, PAYMENT_ID } from '../../contract/limits.ts'
import { type Charge, toPayment } from '../core/payments.ts'
import { qrCodeDataUrl } from '../core/qr-code.ts'
import type { Service } from '../core/service.ts'
import { CreationGroup } from '../core/together.ts'
import type { Access } from './access.ts'
import { ServiceError } from './errors.ts'
import type { Routes } from './http.ts'
import { createPaymentBody, idempotencyKey, queryInteger } from './request.ts'

/** @param path the path of the list */
export function paymentRoutes(path: string, service: Service, access: Access): Routes {
  const group = new CreationGroup(service)
  return {
    [path]: {
      GET: access.allowed('payments:read', (c, key) => {
        const page = queryInteger(c, 'page', 1, MAX_PAGE)
        const limit = queryInteger(c, 'limit', DEFAULT_LIMIT, MAX_LIMIT)
        const { charges, total } = service.list(key.storeId, page, limit)
        return c.json({ data: charges.map(toPayment), pagination: { page, limit, total } })
      }),
      POST: access.allowed('payments:create', async (c, key) => {
        const request = await createPaymentBody(c)
        const creation = { storeId: key.storeId, idempotencyKey: idempotencyKey(c), request }
        const { charge, created } = await group.create(creation)
        return c.json({ data: await withQrCode(charge) }, created ? 201 : 200)
      }),
    },
    [`${path}/:id`]: {
      GET: access.allowed('payments:read', async (c, key) => {
        const id = c.req.param('id') ?? ''
        if (!PAYMENT_ID.test(id)) throw new ServiceError('invalid_payment_id', 'this is not a payment id')
        return c.json({ data: await withQrCode(service.get(key.storeId, id)) })
      }),
    },
  }
}

async function withQrCode(charge: Charge) {
  const qrCode = charge.pixCode === null ? null : await qrCodeDataUrl(charge.pixCode)
  return { ...toPayment(charge), qrCode }
}
