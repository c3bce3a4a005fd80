// The least that a program on ws can do to keep a stream of events and to print it: it writes to SQLite what one turn of
// the event loop brings, in one synced commit with the last sequence, each event once, and then prints it as lines of JSON.
// Ends after so many.
'use strict'

const { DatabaseSync } = require('node:sqlite')
const { WebSocket } = require('ws')

const [count, file] = process.argv.slice(2)
const { PIXCTL_REALTIME_URL, PIXCTL_WS_TOKEN } = process.env
const database = new DatabaseSync(file)
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
database.exec('CREATE TABLE plain (id INTEGER PRIMARY KEY, event TEXT UNIQUE, body TEXT) STRICT')
database.exec('CREATE TABLE cursor (id INTEGER PRIMARY KEY, sequence TEXT) STRICT')
const insert = database.prepare('INSERT OR IGNORE INTO plain (event, body) VALUES (?, ?)')
const save = database.prepare('INSERT OR REPLACE INTO cursor VALUES (1, ?)')
let group = []
let left = Number(count)

function commit() {
  const messages = group.map(data => JSON.parse(data)).filter(({ op }) => op === 'event')
  group = []
  const lines = []
  database.exec('BEGIN IMMEDIATE')
  for (const { sequence, event } of messages.slice(0, left)) {
    const isNew = insert.run(event.id, JSON.stringify(event)).changes > 0
    if (isNew) lines.push(`${JSON.stringify({ sequence, event })}\n`)
  }
  if (messages.length > 0) save.run(messages.at(-1).sequence)
  database.exec('COMMIT')
  left -= lines.length
  process.stdout.write(lines.join(''))
  if (left === 0) process.stdout.write('', () => process.exit())
}

const socket = new WebSocket(PIXCTL_REALTIME_URL, { perMessageDeflate: false })
socket.on('open', () => socket.send(JSON.stringify({ op: 'auth', token: PIXCTL_WS_TOKEN })))
socket.on('message', data => {
  if (group.push(data) === 1) setImmediate(commit)
})
