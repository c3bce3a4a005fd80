// The least a receiver of deliveries could do, by argument: `bare` reads and answers 204, `hmac` verifies
// too, `commit` also writes each to SQLite in a synced commit of its own. Prints its port.
'use strict'

const { createHmac, timingSafeEqual } = require('node:crypto')
const { createServer } = require('node:http')
const { DatabaseSync } = require('node:sqlite')

const [how, secret, file] = process.argv.slice(2)

function verified(headers, body) {
  const [, timestamp, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-service-signature'])
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

function committer() {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  database.exec('CREATE TABLE deliveries (id INTEGER PRIMARY KEY, delivery TEXT UNIQUE, body BLOB) STRICT')
  const insert = database.prepare('INSERT INTO deliveries (delivery, body) VALUES (?, ?)')
  return (headers, body) =>
    verified(headers, body) && insert.run(headers['x-service-delivery'], body).changes === 1
}

const take = { bare: () => () => true, hmac: () => verified, commit: committer }[how]()

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    response.writeHead(take(request.headers, body) ? 204 : 401).end()
  })
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
