// A plain receiver of deliveries, which verifies and saves through pg's pool: it makes one statement of all that came while
// the last one ran. Prints its port.
'use strict'

const { createHmac, timingSafeEqual } = require('node:crypto')
const { createServer } = require('node:http')
const { Pool } = require('pg')

const [secret, connectionString] = process.argv.slice(2)
const pool = new Pool({ connectionString })
const INSERT = `INSERT INTO plain (delivery, event, body)
  SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[]) ON CONFLICT DO NOTHING`

function isSigned(headers, body) {
  const [, timestamp, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-service-signature'])
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

let waiting = []
let isSaving = false

function save(values) {
  return new Promise((resolve, reject) => {
    waiting.push({ values, resolve, reject })
    if (!isSaving) setImmediate(saveWaiting)
    isSaving = true
  })
}

async function saveWaiting() {
  while (waiting.length > 0) {
    const group = waiting
    waiting = []
    const columns = [0, 1, 2].map(column => group.map(({ values }) => values[column]))
    await pool.query({ name: 'insert', text: INSERT, values: columns }).then(
      () => group.forEach(({ resolve }) => void resolve()),
      error => group.forEach(({ reject }) => void reject(error)),
    )
    // What those who were answered send next is in the next group.
    await new Promise(resolve => void setImmediate(resolve))
  }
  isSaving = false
}

async function take({ headers }, body) {
  if (!isSigned(headers, body)) return 401
  await save([headers['x-service-delivery'], JSON.parse(body).id, body])
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
