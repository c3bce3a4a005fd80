// The least a receiver of deliveries could do, by argument: `bare` reads and answers 204, `hmac` verifies
// too, `group` also writes to SQLite: what one turn of the event loop brings, in one synced commit, each delivery and
// each event once. Prints its port.
'use strict'

const { createHmac, timingSafeEqual } = require('node:crypto')
const { createServer } = require('node:http')
const { DatabaseSync } = require('node:sqlite')

const [how, secret, file] = process.argv.slice(2)

function verified({ headers }, body) {
  const [, timestamp, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-service-signature'])
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

function grouping() {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  database.exec(
    `CREATE TABLE IF NOT EXISTS deliveries
       (id INTEGER PRIMARY KEY, delivery TEXT UNIQUE, event_id TEXT UNIQUE, body BLOB) STRICT`,
  )
  const insert = database.prepare(
    'INSERT OR IGNORE INTO deliveries (delivery, event_id, body) VALUES (?, ?, ?)',
  )
  let group = []
  const commit = () => {
    const arrived = group
    group = []
    database.exec('BEGIN IMMEDIATE')
    for (const { request, body } of arrived) {
      insert.run(request.headers['x-service-delivery'], JSON.parse(body).id, body)
    }
    database.exec('COMMIT')
    for (const { response } of arrived) response.writeHead(204).end()
  }
  return (request, body, response) => {
    if (!verified(request, body)) return response.writeHead(401).end()
    if (group.push({ request, body, response }) === 1) setImmediate(commit)
  }
}

const answering = isGood => (request, body, response) =>
  response.writeHead(isGood(request, body) ? 204 : 401).end()

const take = { bare: () => answering(() => true), hmac: () => answering(verified), group: grouping }[how]()

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => take(request, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks), response))
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
