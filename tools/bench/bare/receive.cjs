// The least that a receiver of deliveries can do with pixctl's guarantee: it verifies, and writes to SQLite what one turn
// of the event loop brings, in one synced commit, each delivery and each event once. Prints its port.
'use strict'

const { createHmac, timingSafeEqual } = require('node:crypto')
const { createServer } = require('node:http')
const { DatabaseSync } = require('node:sqlite')

const [secret, file] = process.argv.slice(2)
const database = new DatabaseSync(file)
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
database.exec(
  'CREATE TABLE IF NOT EXISTS plain (id INTEGER PRIMARY KEY, delivery TEXT UNIQUE, event TEXT UNIQUE, body BLOB) STRICT',
)
const insert = database.prepare('INSERT OR IGNORE INTO plain (delivery, event, body) VALUES (?, ?, ?)')
let group = []

function isSigned(headers, body) {
  const [, timestamp, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-service-signature'])
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

function commit() {
  const arrived = group
  group = []
  database.exec('BEGIN IMMEDIATE')
  for (const { headers, body } of arrived)
    insert.run(headers['x-service-delivery'], JSON.parse(body).id, body)
  database.exec('COMMIT')
  for (const { response } of arrived) response.writeHead(204).end()
}

const server = createServer((request, response) => {
  const { headers } = request
  const chunks = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    if (!isSigned(headers, body)) response.writeHead(401).end()
    else if (group.push({ headers, body, response }) === 1) setImmediate(commit)
  })
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
