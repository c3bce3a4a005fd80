// The least that a program on undici can do for `pixctl charge create --from`: no journal, no checks, no escaping.
'use strict'

const { readFileSync } = require('node:fs')
const { randomUUID } = require('node:crypto')
const { Agent } = require('undici')

const { PIXCTL_API_KEY, PIXCTL_BASE_URL } = process.env
const [file, connections] = process.argv.slice(2)
const { origin, pathname } = new URL(`${PIXCTL_BASE_URL}/payments`)
const agent = new Agent({ connections: Number(connections) })
const rows = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1).values()

async function send() {
  for (const row of rows) {
    const [, amount, description] = row.split(',')
    const { body } = await agent.request({
      origin,
      path: pathname,
      method: 'POST',
      headers: {
        authorization: `Bearer ${PIXCTL_API_KEY}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ amount: Number(amount), description }),
    })
    process.stdout.write(`${JSON.stringify((await body.json()).data)}\n`)
  }
}

Promise.all(Array.from({ length: Number(connections) }, send)).then(() =>
  process.stdout.write('', () => process.exit()),
)
