// The least that a program on undici can do to send events to a target: no inbox, no records. By argument: the port, how
// many events, and how many at once.
'use strict'

const { Agent } = require('undici')

const [port, count, atOnce] = process.argv.slice(2).map(Number)
const agent = new Agent({ connections: atOnce })
const headers = { 'content-type': 'application/json', 'x-service-event': 'payment.approved' }
const body = Buffer.from(JSON.stringify({ id: 'evt_1', type: 'payment.approved', pad: 'x'.repeat(400) }))
let left = count

async function send() {
  while (left-- > 0) {
    const answer = await agent.request({
      origin: `http://127.0.0.1:${port}`,
      path: '/',
      method: 'POST',
      headers,
      body,
    })
    await answer.body.dump()
  }
}

Promise.all(Array.from({ length: atOnce }, send)).then(() => process.exit())
