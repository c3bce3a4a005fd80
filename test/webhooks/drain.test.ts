/** How the server of a webhook endpoint ends when a service manager stops it. */

import { expect, it } from 'vitest'
import { FakeClock } from '../support/clock.ts'
import { isListening } from '../support/http.ts'
import { connectTo, requestText, startReceiver } from './receiver.ts'

const CLOSE = /^connection: close\r$/im

/** A receiver with its own clock, on which a delivery is kept when `finish` is called. */
async function slowReceiver() {
  const clock = new FakeClock(Date.now())
  const waiting: (() => void)[] = []
  const keep = () => new Promise<void>(resolve => waiting.push(resolve))
  const server = await startReceiver(keep, { clock })
  const finish = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  return { server, clock, finish }
}

it('accepts new connections for a while, and ends each with its answer', async () => {
  const clock = new FakeClock(Date.now())
  const server = await startReceiver(async () => {}, { clock })
  const before = await connectTo(server)
  before.socket.write(requestText('dlv_1'))
  expect(await before.answers(1)).toEqual([204])
  expect(before.text).not.toMatch(CLOSE)
  const drained = server.receiver.drain(3000)
  await clock.asleep(3000)
  before.socket.write(requestText('dlv_2'))
  await before.closed()
  const after = await connectTo(server)
  after.socket.write(requestText('dlv_3'))
  await after.closed()
  const refused = await connectTo(server)
  refused.socket.write(requestText('', {}))
  await refused.closed()
  expect([before, after, refused].map(({ statuses }) => statuses)).toEqual([[204, 204], [204], [400]])
  for (const { text } of [before, after, refused]) expect(text).toMatch(CLOSE)
  clock.advance(3000)
  await drained
  expect(server.kept.map(({ delivery }) => delivery)).toEqual(['dlv_1', 'dlv_2', 'dlv_3'])
})

it('then answers what it has taken, reads what has begun to come, and accepts no more', async () => {
  const { server, clock, finish } = await slowReceiver()
  const port = server.receiver.port
  const [taken, begun, idle] = [await connectTo(server), await connectTo(server), await connectTo(server)]
  taken.socket.write(requestText('dlv_taken'))
  await server.taken(1)
  const text = requestText('dlv_begun', { body: '{"a":1}', head: 'Expect: 100-continue\r\n' })
  begun.socket.write(text.slice(0, -3))
  expect(await begun.answers(1)).toEqual([100])
  const drained = server.receiver.drain(0)
  expect(await isListening(port)).toBe(false)
  begun.socket.write(text.slice(-3))
  await server.taken(2)
  finish()
  await Promise.all([taken.closed(), begun.closed()])
  await clock.asleep(2000)
  clock.advance(2000)
  await Promise.all([idle.closed(), drained])
  expect(idle.text).toBe('')
  expect([taken.statuses, begun.statuses]).toEqual([[204], [100, 204]])
  expect(taken.text).toMatch(CLOSE)
})

it('does not wait for a sender that does not finish', async () => {
  const { server, clock, finish } = await slowReceiver()
  const [taken, stuck] = [await connectTo(server), await connectTo(server)]
  taken.socket.write(requestText('dlv_taken'))
  await server.taken(1)
  stuck.socket.write(
    requestText('dlv_stuck', { body: '{"a":1}', head: 'Expect: 100-continue\r\n' }).slice(0, -3),
  )
  expect(await stuck.answers(1)).toEqual([100])
  const drained = server.receiver.drain(0)
  await clock.asleep(2000)
  clock.advance(2000)
  await stuck.closed()
  expect(stuck.statuses).toEqual([100])
  // What was complete is answered, however long that takes.
  finish()
  await taken.closed()
  await drained
  expect(taken.statuses).toEqual([204])
})
