/** The tail of the realtime channel over real sockets, in virtual time. */

import { describe, expect, it } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { volume } from '../support/volume.ts'
import { connected } from './connected.ts'
import { eventOf, FIRST, type Peer, Service, TOKEN, Watched } from './service.ts'

const one = eventOf(FIRST)
const two = eventOf(FIRST + 1n)
const three = eventOf(FIRST + 2n)

describe('a tail', () => {
  it('authenticates first, with what was saved, and gives what comes together together', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url, { after: '9007199254740992' })
    const batch = client.batch()
    const peer = await service.peer()
    expect(await peer.ready()).toEqual({ op: 'auth', token: TOKEN, after: '9007199254740992' })
    peer.sendTogether(one.text, two.text, three.text)
    expect(await batch).toEqual([one.item, two.item, three.item])
    expect(client.readies).toEqual([undefined])
    expect(client.statuses).toEqual([])
  })

  it('gives the place that the service names when it is ready', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url)
    const batch = client.batch()
    const peer = await service.peer()
    await peer.ready('{"op":"ready","data":{"lastSequence":9007199254740992}}')
    peer.socket.send(one.text)
    expect(await batch).toEqual([one.item])
    expect(client.readies).toEqual(['9007199254740992'])
  })

  it('sends the token only in its first message', async () => {
    const { service, client, peer, events } = await connected()
    peer.socket.send(one.text)
    await events
    const [{ url, rawHeaders } = { url: '', rawHeaders: [''] }] = service.requests
    expect([url, ...rawHeaders].join('\n')).not.toContain(TOKEN)
    expect(rawHeaders).not.toContain('Sec-WebSocket-Extensions')
    expect(client.lines.join('\n')).not.toContain(TOKEN)
  })

  it('connects only when something is asked for', async () => {
    await using service = await Service.start()
    const client = new Watched(service.url)
    expect(await client.tail.return(undefined)).toEqual({ value: undefined, done: true })
    expect(await client.tail.next()).toEqual({ value: undefined, done: true })
    expect(service.requests).toEqual([])
  })

  it('closes when its caller has had enough', async () => {
    await using service = await Service.start()
    const client = new Watched(service.url)
    const peer = service.peer()
    const serve = peer.then(async each => {
      await each.ready()
      each.socket.send(one.text)
    })
    for await (const batch of client.tail) {
      expect(batch).toEqual([one.item])
      break
    }
    await serve
    expect(await (await peer).closed).toEqual([1000, ''])
    expect(await client.tail.next()).toEqual({ value: undefined, done: true })
    // Nothing is left that would keep the process.
    expect(client.clock.pending).toBe(0)
  })

  it('throws the reason of its signal while it waits, while it connects and before', async () => {
    const { service, client, peer, events } = await connected()
    const reason = new Stopped('interrupted')
    client.over.abort(reason)
    await expect(events).rejects.toBe(reason)
    expect(await peer.closed).toEqual([1000, ''])
    const connecting = new Watched(service.url)
    const batch = connecting.batch()
    connecting.over.abort(reason)
    await expect(batch).rejects.toBe(reason)
    const before = new Watched(service.url, { signal: AbortSignal.abort(reason) })
    await expect(before.batch()).rejects.toBe(reason)
  })

  it('answers heartbeats of either kind', async () => {
    const { peer, events } = await connected()
    const pong = new Promise<string>(resolve => peer.socket.once('pong', data => resolve(data.toString())))
    peer.socket.ping('are you there')
    peer.socket.send('{"op":"ping","n":9007199254740993}')
    expect(await pong).toBe('are you there')
    expect(await peer.message()).toBe('{"op":"pong","n":9007199254740993}')
    peer.socket.send(one.text)
    await events
  })
})

describe('a message', () => {
  it('that is not understood does no harm', async () => {
    const { client, peer, events } = await connected({ count: 2 })
    // Binary, and no UTF-8.
    peer.socket.send(Buffer.concat([Buffer.from(one.text.slice(0, -2)), Buffer.of(0xff), Buffer.from('}}')]))
    peer.socket.send('<html>\u001b[2J</html>')
    peer.socket.send('')
    peer.socket.send('{"op":"news"}')
    peer.socket.send(two.text)
    peer.socket.send(three.text)
    expect(await events).toEqual([two.item, three.item])
    const unreadable = "a message of the realtime channel can't be read (it is no JSON object)"
    expect(client.lines.filter(line => line === `realtime < ${unreadable}`)).toHaveLength(2)
    expect(client.lines).toContain('realtime < a message that isn\'t understood: it is named "news"')
  })

  it('in a binary frame is that message', async () => {
    const { client, peer, events } = await connected({ count: 2 })
    const accented = eventOf(FIRST, ',"description":"a caf\u00e9"')
    peer.socket.send(Buffer.from(accented.text))
    peer.socket.send(Buffer.from('{"op":"heartbeat"}'))
    expect(await peer.message()).toBe('{"op":"pong"}')
    peer.socket.send(two.text)
    expect(await events).toEqual([accented.item, two.item])
    expect(client.lines.join('\n')).not.toContain("can't be read")
  })

  it('whose bytes are no text is read as far as it can be, and does not block what is behind it', async () => {
    const { client, peer, events } = await connected({ count: 2 })
    const [before, behind] = one.text.split('10.50')
    const bytes = [Buffer.from(`${before}10.50,"description":"a`), Buffer.of(0xff, 0xc3), Buffer.from('b"')]
    peer.socket.send(Buffer.concat([...bytes, Buffer.from(behind!)]), { binary: false })
    peer.socket.send(two.text)
    const [first, second] = await events
    expect(JSON.parse(first!.event).data).toEqual({ amount: 10.5, description: 'a\ufffd\ufffdb' })
    expect(second).toEqual(two.item)
    expect(client.statuses).toEqual([])
  })
})

describe('a slow caller', () => {
  /** Sends events of a size; gives how many bytes the client doesn't take by itself. */
  async function heldBack(peer: Peer, count: number, size: number): Promise<number> {
    const filling = `,"description":"${'x'.repeat(size)}"`
    for (let each = 0; each < count; each++) peer.socket.send(eventOf(FIRST + BigInt(each), filling).text)
    for (let before = Number.POSITIVE_INFINITY; ; ) {
      for (let turns = 0; turns < 300; turns++) await new Promise(setImmediate)
      const left = peer.socket.bufferedAmount
      if (left === before || left === 0) return left
      before = left
    }
  }

  it.each([
    { name: 'many small events', count: volume(80_000, 50_000), size: 100, mostLength: 2 ** 20 * 4 },
    { name: 'some large ones', count: 600, size: 100_000, mostLength: 2 ** 20 * 12 },
  ])('slows the service down, and misses nothing: $name', async ({ count, size, mostLength }) => {
    const { client, peer, events } = await connected({ onDebug: undefined })
    const held = heldBack(peer, count, size)
    let next = FIRST
    const check = (batch: Awaited<typeof events>) => {
      // What waits, and what the kernel hands over in one turn.
      expect(batch.length).toBeLessThan(5000 + 15_000)
      expect(batch.reduce((length, { event }) => length + event.length, 0)).toBeLessThan(mostLength)
      for (const { sequence } of batch) expect(sequence).toBe(String(next++))
    }
    check(await events)
    expect(await held).toBeGreaterThan((count * size) / 4)
    while (next < FIRST + BigInt(count)) check([...(await client.batch())])
  })

  it('slows down the next connection too, if one was lost in the meantime', async () => {
    const { client, peer, events, lost, next } = await connected()
    const held = heldBack(peer, 600, 100_000)
    await events
    await held
    // Nothing is read, so it takes a ping that can't be written to find out.
    await lost(() => {
      peer.tcp.resetAndDestroy()
      return client.clock.pass()
    })
    const back = await next()
    expect(await heldBack(back.peer, 600, 100_000)).toBeGreaterThan(600 * 25_000)
  })
})
