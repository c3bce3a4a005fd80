// A small shop, for compose.yaml beside it: it creates charges, receives deliveries, and ships what is paid.
//   POST /orders {"amount":35.9} -> {"id","pixCode"}     GET /orders/ID -> {"id","shipped"}

import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { PIX_BASE_URL, PIX_API_KEY, PIX_WEBHOOK_SECRET, PORT = 3000 } = process.env
const shipped = new Set()

async function pix(path, order) {
  const answer = await fetch(PIX_BASE_URL + path, {
    headers: {
      Authorization: `Bearer ${PIX_API_KEY}`,
      // A shop saves this key with the order, before it asks, and asks again with the same one.
      ...(order && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
    },
    ...(order && { method: 'POST', body: JSON.stringify(order) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()).data
}

function isSigned(header = '', body) {
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  if (!signature || Math.abs(Date.now() / 1000 - time) > 300) return false
  const right = createHmac('sha256', PIX_WEBHOOK_SECRET).update(`${time}.`).update(body).digest()
  return timingSafeEqual(right, Buffer.from(signature, 'hex'))
}

async function answer(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const call = `${request.method} ${request.url}`
  if (call === 'POST /orders') {
    const { id, pixCode } = await pix('/payments', { amount: JSON.parse(body).amount })
    return [201, { id, pixCode }]
  }
  if (call.startsWith('GET /orders/')) {
    const id = request.url.slice('/orders/'.length)
    return [200, { id, shipped: shipped.has(id) }]
  }
  if (call !== 'POST /pix') return [404, {}]
  if (!isSigned(request.headers['x-service-signature'], body)) return [401, {}]
  const { type, data } = JSON.parse(body)
  // The event only announces the payment.
  if (type === 'payment.approved' && (await pix(`/payments/${data.paymentId}`)).status === 'PAID') {
    shipped.add(data.paymentId)
  }
  return [204]
}

const server = createServer(async (request, response) => {
  const [status, value] = await answer(request).catch(error => [500, { error: error.message }])
  response
    .writeHead(status, { 'Content-Type': 'application/json' })
    .end(value && `${JSON.stringify(value)}\n`)
})
server.listen(PORT, '0.0.0.0')
process.on('SIGTERM', () => server.close(() => process.exit(0)))
