/** The tail of the realtime channel when the service refuses it. */

import { expect, it } from 'vitest'
import { placeholders } from '#lib/texts.ts'
import { connected } from './connected.ts'
import { eventOf, FIRST, Service, TOKEN, Watched } from './service.ts'

const one = eventOf(FIRST)
const two = eventOf(FIRST + 1n)

/** A client that has sent its token and has no answer yet. */
async function asking(options: { after?: string } = {}) {
  const service = await Service.start()
  const client = new Watched(service.url, options)
  const batch = client.batch()
  const peer = await service.peer()
  await peer.message()
  return { peer, batch, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

it('a close that refuses the token ends the tail, after what came before', async () => {
  const { client, peer, events } = await connected()
  peer.socket.send(one.text)
  await events
  peer.sendTogether(two.text)
  peer.socket.close(4401, 'bad token')
  await peer.closed
  expect(await client.batch()).toEqual([two.item])
  const error = await client.batch().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    category: 'unauthenticated',
    message: 'the realtime channel refused the token (close 4401: bad token)',
    next: [{ command: 'auth login', flags: { kind: 'ws-token' } }],
  })
  expect(client.statuses).toEqual([])
})

it('a message before ready that refuses the token ends the tail', async () => {
  await using asked = await asking()
  asked.peer.socket.send(JSON.stringify({ op: 'error', error: `the token ${TOKEN} is unknown` }))
  await expect(asked.batch).rejects.toMatchObject({
    category: 'unauthenticated',
    message: 'the realtime channel refused the token (the token *** is unknown)',
  })
  expect(await asked.peer.closed).toEqual([1000, ''])
})

it.each([
  [4400, 'after: not a sequence of this store', 'service', undefined],
  [4400, 'after: not a sequence of this store', 'usage', '41'],
])(
  'close %i (%j) refuses `after`: %s, and says how to start again',
  async (code, reason, category, given) => {
    await using asked = await asking({ after: '41', ...(given && { given }) })
    asked.peer.socket.close(code, reason)
    await expect(asked.batch).rejects.toMatchObject({
      category,
      message: `the realtime channel can't resume after 41 (close ${code}: ${reason})`,
      lines: given === '41' ? [] : [expect.stringContaining('the store was reset since then')],
      next: [
        { command: 'events tail', flags: { 'no-resume': true } },
        { command: 'events tail', flags: { after: placeholders.SEQUENCE } },
      ],
    })
  },
)

it.each([
  [401, 'unauthenticated'],
  [302, 'service'],
])('HTTP %i instead of the upgrade ends the tail: %s', async (status, category) => {
  await using service = await Service.start()
  service.refusal = `HTTP/1.1 ${status} No\r\nLocation: ${service.url}/elsewhere\r\nContent-Length: 0\r\n\r\n`
  const client = new Watched(service.url)
  await expect(client.batch()).rejects.toMatchObject({
    category,
    message: expect.stringContaining(`the service answered HTTP ${status}`),
  })
  expect(service.requests.length).toBe(1)
})
