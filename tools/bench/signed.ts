/** Signed deliveries as HTTP requests, all of the same length, each with event and delivery ids that no other one has. */

import { createHash, createHmac, randomBytes } from 'node:crypto'

const BODY_BYTES = 450

export interface SignedDeliveries {
  deliveryId(index: number): string
  request(index: number): Buffer
}

/** How ids follow each other: a service may count, or use UUIDs. */
export const ORDERS = ['in order', 'random'] as const
export type IdOrder = (typeof ORDERS)[number]

export function signedDeliveries(secret: string, order: IdOrder = 'in order'): SignedDeliveries {
  const run = randomBytes(12).toString('hex')
  const timestamp = Math.floor(Date.now() / 1000)
  const inOrder = (index: number) => `${run}${index.toString(16).padStart(8, '0')}`
  const random = (index: number) => createHash('md5').update(inOrder(index)).digest('hex')
  const idOf = order === 'random' ? random : inOrder
  const deliveryId = (index: number) => `dlv_${idOf(index)}`
  const request = (index: number) => {
    const body = bodyOf(idOf(index))
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    return Buffer.from(
      'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n' +
        `Content-Length: ${body.length}\r\nX-Service-Event: payment.approved\r\n` +
        `X-Service-Delivery: ${deliveryId(index)}\r\n` +
        `X-Service-Signature: t=${timestamp},v1=${signature}\r\n\r\n${body}`,
    )
  }
  return { deliveryId, request }
}

function bodyOf(id: string): string {
  const event = {
    id: `evt_${id}`,
    type: 'payment.approved',
    createdAt: new Date().toISOString(),
    storeId: 'store_benchmark',
    data: { paymentId: `pay_${id}`, source: 'api', status: 'PAID', amount: 10.5, netAmount: 10.39, pad: '' },
  }
  event.data.pad = 'x'.repeat(BODY_BYTES - JSON.stringify(event).length)
  return JSON.stringify(event)
}
