/** The tail of the realtime channel when a connection ends that is to be made again. */

import { describe, expect, it } from 'vitest'
import { connected } from './connected.ts'
import { eventOf, FIRST } from './service.ts'

const one = eventOf(FIRST)
const two = eventOf(FIRST + 1n)
const three = eventOf(FIRST + 2n)

const CUT = 'connection lost (the connection was cut); reconnecting'

describe('a connection that ends', () => {
  it('by the service (1012) is made again, from the latest event, and said once', async () => {
    const { service, client, peer, events, lost, next } = await connected({ after: '5', count: 3 })
    peer.socket.send(one.text)
    peer.socket.send(two.text)
    await lost(() => peer.socket.close(1012, 'restart'))
    for (let times = 0; times < 2; times++) {
      await client.clock.pass()
      await lost(async () => (await service.peer()).socket.close(1013))
    }
    expect(client.statuses).toEqual(['connection lost (close 1012: restart); reconnecting'])
    expect(client.losses).toBe(1)
    const back = await next()
    expect(back.auth).toMatchObject({ after: '9007199254740994' })
    back.peer.sendTogether(two.text, three.text)
    expect(await events).toEqual([one.item, two.item, three.item])
    expect(client.statuses.slice(1)).toEqual([null])
  })

  it('because the machine has slept is made again', async () => {
    const { client, lost } = await connected({ after: '5' })
    await client.logged(/< ready/)
    client.clock.jump(3_600_000)
    await lost(() => client.clock.pass())
    expect(client.statuses).toEqual(['connection lost (this machine slept); reconnecting'])
  })

  it('in the middle of a message is made again, from the latest whole event', async () => {
    const { client, peer, events, lost, next } = await connected({ count: 2 })
    peer.socket.send(one.text)
    await lost(() => {
      // The head of a text message of 126 bytes, and half of them.
      peer.tcp.write(Buffer.concat([Buffer.from([0x81, 126]), Buffer.from(two.text.slice(0, 63))]))
      peer.tcp.end()
      peer.tcp.destroySoon()
    })
    const back = await next()
    expect(back.auth).toMatchObject({ after: '9007199254740993' })
    back.peer.socket.send(two.text)
    expect(await events).toEqual([one.item, two.item])
    expect(client.statuses).toEqual([CUT, null])
  })

  it('right behind an event is made again, and the event not lost', async () => {
    const { client, peer, events, lost, next } = await connected()
    await client.logged(/< ready/)
    await lost(() => {
      peer.sendTogether(one.text)
      peer.tcp.resetAndDestroy()
    })
    expect(await events).toEqual([one.item])
    expect((await next()).auth).toMatchObject({ after: '9007199254740993' })
  })

  it('lives on while the service answers pings', async () => {
    const { client, peer, events } = await connected()
    await client.logged(/< ready/)
    for (let times = 0; times < 5; times++) {
      const pong = client.logged(/WebSocket pong/)
      await client.clock.pass()
      await pong
    }
    peer.socket.send(one.text)
    expect(await events).toEqual([one.item])
    expect(client.statuses).toEqual([])
  })

  it('over a message that is too large is made again', async () => {
    const { client, peer, events, lost, next } = await connected({ count: 2 })
    peer.socket.send(one.text)
    await lost(() => peer.socket.send('x'.repeat(16 * 1024 * 1024 + 1)))
    expect(client.statuses).toEqual([expect.stringMatching(/^connection lost \(.*Max payload size exceeded/)])
    const back = await next()
    back.peer.socket.send(two.text)
    expect(await events).toEqual([one.item, two.item])
  })
})
