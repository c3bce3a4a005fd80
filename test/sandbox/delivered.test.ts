/** What was delivered, as a test asks for it, and how it waits. Five attempts take 0.8 s here. */

import { expect, it } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { type Harness, startHarness } from './harness.ts'
import { type Answering, expectedSignature, signedAt, startReceiver, status } from './receiver.ts'

async function startShop(answer?: Answering) {
  const receiver = await startReceiver(answer)
  const harness = await startHarness({ timeScale: 6000, clock: systemClock })
  const endpoint = (await harness.control('/webhooks', { url: receiver.url })).body.data
  return { ...harness, receiver, endpoint }
}

const find = async ({ control }: Pick<Awaited<ReturnType<typeof startShop>>, 'control'>, query: string) =>
  (await control(`/deliveries?${query}`)).body

it('a delivery has its body, its headers and its attempts with their answers', async () => {
  const shop = await startShop(response => response.writeHead(200).end('<b>não</b>'))
  const { id } = (await shop.create()).body.data
  const [delivery, ...others] = (await find(shop, `type=payment.created&payment=${id}&wait=5`)).data
  expect(others).toEqual([])
  const [received] = shop.receiver.received.all
  const [to, type, body] = [shop.receiver.url, 'payment.created', String(received?.body)]
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Event': type,
    'X-Service-Delivery': received?.headers['x-service-delivery'],
    'X-Service-Signature': received?.headers['x-service-signature'],
    'User-Agent': expect.any(String),
  }
  const attempt = {
    ...{ to, status: 200, number: 1, error: null, answer: '<b>não</b>', replay: false },
    ...{ ms: expect.any(Number), at: expect.any(String), headers },
  }
  expect(delivery).toEqual({
    delivery: received?.headers['x-service-delivery'],
    ...{ type, eventId: JSON.parse(body).id, paymentId: id, endpoint: shop.endpoint.id, to },
    ...{ status: 'delivered', nextAttemptAt: null, body, headers, attempts: [attempt] },
  })
  expect(delivery.headers['X-Service-Signature']).toBe(
    expectedSignature(shop.endpoint.secret, signedAt(received!), Buffer.from(delivery.body)),
  )
})

it('the filter takes types and families, an endpoint, a charge and a state; the newest comes first', async () => {
  const shop = await startShop()
  const other = (await shop.control('/webhooks', { url: shop.receiver.url })).body.data
  const [one, two] = [(await shop.create()).body.data.id, (await shop.create()).body.data.id]
  await shop.control(`/charges/${two}/pay`, {})
  await shop.control('/deposits', { amount: 5 })
  await find(shop, `type=deposit.*&endpoint=${other.id}&wait=5`)
  const types = async (query: string) =>
    (await find(shop, query)).data.map(({ type }: { type: string }) => type)
  const all = ['deposit.approved', 'payment.approved', 'payment.created', 'payment.created']
  expect(await types(`endpoint=${other.id}`)).toEqual(all)
  expect(await types(`payment=${one}&endpoint=${shop.endpoint.id}`)).toEqual(['payment.created'])
  expect(await types(`type=payment.*&payment=${two}&endpoint=${other.id}`)).toHaveLength(2)
  expect(await types('status=failed')).toEqual([])
  await shop.control(`/webhooks/${other.id}/test`, {})
  expect(await types('')).not.toContain('endpoint.test')
  expect(await types('type=endpoint.test')).toEqual(['endpoint.test'])
})

it.each([
  ['type=payment.paid', /^type must be one of /],
  ['status=200', /^status must be one of pending, delivered, failed$/],
  ['wait=61', /^wait must be a number of seconds up to 60$/],
  ['wait=soon', /^wait must be/],
])('the query %s is a 400', async (query, error) => {
  const { control } = await startHarness()
  const answer = await control(`/deliveries?${query}`)
  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } })
})

it('a wait ends as soon as a delivery was accepted, and not when one was refused', async () => {
  const answers = [401, 401, 204]
  const shop = await startShop(response => response.writeHead(answers.shift() ?? 500).end())
  const { id } = (await shop.create()).body.data
  const { data } = await find(shop, `payment=${id}&wait=10`)
  expect(data).toMatchObject([
    { status: 'delivered', attempts: [{ status: 401 }, { status: 401 }, { status: 204 }] },
  ])
})

it('a wait that runs out says what was answered, how often, and when it comes again', async () => {
  const shop = await startShop(status(401))
  const { id } = (await shop.create()).body.data
  await find(shop, `payment=${id}&status=failed&wait=10`)
  const { url } = shop.receiver
  expect(await find(shop, `payment=${id}&wait=0`)).toEqual({
    data: [],
    note: `payment.created was answered 401 five times by ${url}; to see why: pixctl webhook check ${url}`,
  })
})

it.each([
  ['no webhook is registered', async () => {}],
  [
    'no event has happened',
    async ({ control }: Harness) => void (await control('/webhooks', { url: 'http://127.0.0.1:9/' })),
  ],
  [
    'got no answer once from http://127.0.0.1:9/ (connection refused); the next attempt is due at 20',
    async ({ control, create }: Harness) => {
      await control('/webhooks', { url: 'http://127.0.0.1:9/', events: ['payment.approved'] })
      await control(`/charges/${(await create()).body.data.id}/pay`, {})
      await expect.poll(async () => (await control('/webhooks')).body.data[0].lastAttempt).not.toBe(null)
    },
  ],
])('a wait that finds nothing says that %s', async (words, prepare) => {
  const shop = await startHarness({ clock: systemClock })
  await prepare(shop)
  const { data, note } = (await shop.control('/deliveries?type=payment.approved&wait=0')).body
  expect(data).toEqual([])
  expect(note).toContain(words)
})

it('a delivery of another type is named, where the one that is waited for never came', async () => {
  const shop = await startShop()
  const { id } = (await shop.create()).body.data
  await find(shop, `payment=${id}&wait=5`)
  expect((await find(shop, `type=payment.approved&payment=${id}&wait=0`)).note).toBe(
    'nothing that matches was delivered, only payment.created',
  )
})

it('the end of the sandbox ends a wait', async () => {
  const shop = await startShop()
  const waiting = find(shop, 'type=payment.failed&wait=60')
  await expect.poll(async () => (await shop.control('/keys')).status).toBe(200)
  await shop.sandbox.close()
  expect(await waiting).toEqual({ data: [], note: expect.any(String) })
})

it('a rotated secret signs what is sent from then on', async () => {
  const shop = await startShop()
  const rotated = (await shop.control(`/webhooks/${shop.endpoint.id}/rotate`, {})).body.data
  expect(rotated).toMatchObject({ id: shop.endpoint.id, secret: expect.stringMatching(/^whsec_/) })
  expect(rotated.secret).not.toBe(shop.endpoint.secret)
  await shop.create()
  const [received] = await shop.receiver.received.until(1)
  expect(received!.headers['x-service-signature']).toBe(
    expectedSignature(rotated.secret, signedAt(received!), received!.body),
  )
})

it('an endpoint takes a secret that is given, and refuses one of another form', async () => {
  const { control } = await startHarness()
  const url = 'http://127.0.0.1:9/'
  const given = await control('/webhooks', { url, secret: 'whsec_of-a-test' })
  expect(given.body.data.secret).toBe('whsec_of-a-test')
  for (const secret of ['whsec_short', 'of-a-test-too', `whsec_${'x'.repeat(201)}`, 'whsec_with space', 1]) {
    expect((await control('/webhooks', { url, secret })).body.code).toBe('invalid_secret')
  }
})
