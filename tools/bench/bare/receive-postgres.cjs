// A plain receiver of deliveries: verifies, and saves each with one statement through pg's pool. Prints its port.
'use strict'

const { createHmac, timingSafeEqual } = require('node:crypto')
const { createServer } = require('node:http')
const { Pool } = require('pg')

const [secret, connectionString] = process.argv.slice(2)
const pool = new Pool({ connectionString })
const INSERT = 'INSERT INTO plain (delivery, event, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'

function isSigned(headers, body) {
  const [, timestamp, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-service-signature'])
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

async function take({ headers }, body) {
  if (!isSigned(headers, body)) return 401
  const values = [headers['x-service-delivery'], JSON.parse(body).id, body]
  await pool.query({ name: 'insert', text: INSERT, values })
  return 204
}

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () =>
    take(request, Buffer.concat(chunks)).then(
      status => response.writeHead(status).end(),
      () => response.writeHead(500).end(),
    ),
  )
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
