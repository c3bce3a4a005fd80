// The least that a program on ws can do with a stream of events, by argument: `count` only counts the frames,
// `ndjson` parses each and prints it as a line of JSON. Ends after so many.
'use strict'

const { WebSocket } = require('ws')

const [how, count] = process.argv.slice(2)
const { PIXCTL_REALTIME_URL, PIXCTL_WS_TOKEN } = process.env
const socket = new WebSocket(PIXCTL_REALTIME_URL, { perMessageDeflate: false })
let left = Number(count)

function print(data) {
  const { op, sequence, event } = JSON.parse(data.toString())
  if (op !== 'event') return false
  process.stdout.write(`${JSON.stringify({ sequence, event })}\n`)
  return true
}

const take = how === 'count' ? data => data.length > 100 : print
socket.on('open', () => socket.send(JSON.stringify({ op: 'auth', token: PIXCTL_WS_TOKEN })))
socket.on('message', data => {
  if (take(data) && --left === 0) process.stdout.write('', () => process.exit())
})
