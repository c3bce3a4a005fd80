/** What the sandbox sends is what asyncapi.yaml says, member by member. */

import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startHarness } from '../sandbox/harness.ts'
import { RealtimeClient } from '../sandbox/realtime-client.ts'
import { startReceiver } from '../sandbox/receiver.ts'

const read = (name: string) =>
  parse(readFileSync(new URL(`../../src/contract/${name}`, import.meta.url), 'utf8'))
const document = read('asyncapi.yaml')
const { messages, schemas } = document.components

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(read('openapi.yaml'), 'http://sandbox/openapi.yaml')
ajv.addSchema(document, 'http://sandbox/asyncapi.yaml')

/** What is wrong with a message, by a part of the document. */
function faults(value: unknown, path: string): unknown[] {
  const validate = ajv.compile({ $ref: `http://sandbox/asyncapi.yaml#/components/${path}` })
  validate(value)
  return validate.errors ?? []
}

function expectMessage(name: string, value: object, part = 'payload'): void {
  expect(faults(value, `messages/${name}/${part}`), JSON.stringify(value)).toEqual([])
  const known = messages[name][part].properties
  if (known) expect(Object.keys(known)).toEqual(expect.arrayContaining(Object.keys(value)))
}

async function startStream() {
  const harness = await startHarness()
  const { sandbox } = harness
  const client = new RealtimeClient(sandbox.realtimeUrl)
  await new Promise(resolve => client.socket.once('open', resolve))
  const auth = { op: 'auth', token: sandbox.wsToken, after: '9007199254740992' }
  return { ...harness, client, auth }
}

describe('the realtime channel', () => {
  it('has the messages auth, ready and event, of every type that the sandbox sends', async () => {
    const { client, auth, create, control } = await startStream()
    for (const end of ['pay', 'expire', 'fail']) {
      const { id } = (await create()).body.data
      await control(`/charges/${id}/${end}`, {})
    }
    await control('/deposits', { amount: 5 })
    await control('/realtime/test', {})
    expectMessage('auth', auth)
    client.send(auth)
    await client.events.until(8)
    const [ready, ...events] = client.messages.all.map(text => JSON.parse(text))
    expectMessage('ready', ready)
    for (const event of events) expectMessage('event', event)
    expect(new Set(events.map(({ event }) => event.type))).toEqual(
      new Set([
        ...['payment.created', 'payment.approved', 'payment.expired', 'payment.failed'],
        ...['deposit.approved', 'connection.test'],
      ]),
    )
  })

  it.each([
    ['a wrong token', { token: 'service_ws_wrong' }],
    ['a wrong after', { after: '1x' }],
  ])('has an error for %s', async (_name, wrong) => {
    const { client, auth } = await startStream()
    client.send({ ...auth, ...wrong })
    const [error] = await client.messages.until(1)
    expectMessage('error', JSON.parse(error!))
    await client.closed
  })

  it('takes no auth without a token, and no payment event without its members', () => {
    expect(faults({ op: 'auth' }, 'messages/auth/payload')).not.toEqual([])
    expect(faults({ op: 'auth', token: 'service_live_x' }, 'messages/auth/payload')).not.toEqual([])
    const envelope = { id: 'evt_1', createdAt: '2026-03-10T12:00:00Z', storeId: 's', data: {} }
    const event = { ...envelope, type: 'payment.approved' }
    expect(faults(event, 'schemas/Envelope')).not.toEqual([])
    expect(faults({ ...event, type: 'deposit.approved' }, 'schemas/Envelope')).toEqual([])
  })
})

it('the webhook has the headers and the envelope', async () => {
  const { create, control } = await startHarness()
  const receiver = await startReceiver()
  const { id: endpoint } = (await control('/webhooks', { url: receiver.url })).body.data
  await create()
  await control(`/webhooks/${endpoint}/test`, {})
  for (const { headers, body } of await receiver.received.until(2)) {
    // Header names have no case, those of JSON Schema do.
    const named = Object.keys(messages.delivery.headers.properties).map(name => [
      name,
      headers[name.toLowerCase()],
    ])
    expectMessage('delivery', Object.fromEntries(named), 'headers')
    expectMessage('delivery', JSON.parse(String(body)))
  }
})

describe('what the service leaves open', () => {
  /** Every mark in the document, with where it is. */
  function marks(node: unknown, path = ''): [string, unknown][] {
    if (typeof node !== 'object' || node === null) return []
    return Object.entries(node).flatMap(([name, value]) =>
      name === 'x-not-shown' ? [[path, value] as [string, unknown]] : marks(value, `${path}/${name}`),
    )
  }

  it('is marked where docs/service.md leaves it open, with what the sandbox does', () => {
    const found = marks(document)
    for (const [path, mark] of found) {
      expect(mark, path).toEqual({ what: expect.stringMatching(/\.$/), sandbox: expect.stringMatching(/./) })
    }
    expect(found.map(([path]) => path)).toEqual([
      '/servers/service',
      '/channels/realtime',
      '/components/messages/auth/payload/properties/after',
      '/components/messages/ready/payload',
      '/components/messages/event/payload/properties/sequence',
      '/components/messages/event/payload',
      '/components/messages/error/payload',
      '/components/messages/delivery/headers',
      '/components/schemas/OtherEvent',
    ])
    expect(schemas.OtherEvent.required).toEqual(['type'])
  })
})
