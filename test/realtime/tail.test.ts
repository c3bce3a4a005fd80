/** The tail of the realtime channel over real sockets, in virtual time. */

import { describe, expect, it } from 'vitest'
import { Failure } from '../../src/shared/failure.ts'
import { eventOf, type Peer, Service, TOKEN, Watched } from './service.ts'

const FIRST = 9_007_199_254_740_993n
const [one, two, three, four] = [0n, 1n, 2n, 3n].map(each => eventOf(FIRST + each)) as [
  ...[Event, Event, Event, Event],
]
type Event = ReturnType<typeof eventOf>

describe('a tail', () => {
  it('authenticates first, with what was saved, and gives what comes together together', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url, { after: '9007199254740992' })
    const batch = client.batch()
    const peer = await service.peer()
    expect(await peer.ready()).toEqual({ op: 'auth', token: TOKEN, after: '9007199254740992' })
    peer.sendTogether(one.text, two.text, three.text)
    expect(await batch).toEqual([one.item, two.item, three.item])
    expect(client.readies).toBe(1)
    expect(client.statuses).toEqual([])
  })

  it('sends the token in its first message alone', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url)
    const batch = client.batch()
    const peer = await service.peer()
    await peer.ready()
    peer.socket.send(one.text)
    await batch
    const [{ url, rawHeaders } = { url: '', rawHeaders: [''] }] = service.requests
    expect([url, ...rawHeaders].join('\n')).not.toContain(TOKEN)
    expect(rawHeaders).not.toContain('Sec-WebSocket-Extensions')
    expect(client.lines.join('\n')).not.toContain(TOKEN)
  })

  it('connects only when something is asked for', async () => {
    await using service = await Service.start()
    const client = new Watched(service.url)
    expect(await client.tail.return?.()).toEqual({ value: undefined, done: true })
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
    expect(client.clock.set).toBe(0)
  })

  it('throws the reason of its signal while it waits, and closes', async () => {
    await using service = await Service.start()
    const client = new Watched(service.url)
    const batch = client.batch()
    const peer = await service.peer()
    await peer.ready()
    const reason = new Failure('interrupted', 'interrupted')
    client.over.abort(reason)
    await expect(batch).rejects.toBe(reason)
    expect(await peer.closed).toEqual([1000, ''])
    await expect(client.tail.next()).rejects.toBe(reason)
  })

  it('throws the reason of its signal while it connects, and before', async () => {
    await using service = await Service.start()
    const reason = new Failure('interrupted', 'interrupted')
    const connecting = new Watched(service.url)
    const batch = connecting.batch()
    connecting.over.abort(reason)
    await expect(batch).rejects.toBe(reason)
    const before = new Watched(service.url, { signal: AbortSignal.abort(reason) })
    await expect(before.batch()).rejects.toBe(reason)
  })

  it('keeps every digit of sequences above 2^53, as text and as numbers', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url)
    const events = client.events(2)
    const peer = await service.peer()
    await peer.ready()
    peer.socket.send(one.text)
    peer.socket.send(
      '{"type":"event","sequence":18446744073709551617,"data":{"id":"e","type":"t","data":{}}}',
    )
    expect((await events).map(({ sequence }) => sequence)).toEqual([
      '9007199254740993',
      '18446744073709551617',
    ])
    const again = client.batch()
    const lost = client.told(/the next one/)
    peer.tcp.destroy()
    await lost
    await client.clock.pass()
    const next = await service.peer()
    expect(await next.ready()).toMatchObject({ after: '18446744073709551617' })
    next.socket.send(two.text)
    await again
  })

  it('answers heartbeats of either kind', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url)
    const batch = client.batch()
    const peer = await service.peer()
    await peer.ready()
    const pong = new Promise<string>(resolve => peer.socket.once('pong', data => resolve(data.toString())))
    peer.socket.ping('are you there')
    peer.socket.send('{"op":"ping","n":9007199254740993}')
    expect(await pong).toBe('are you there')
    expect(await peer.message()).toBe('{"op":"pong","n":9007199254740993}')
    peer.socket.send(one.text)
    await batch
  })

  it('is not harmed by what it does not understand', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url)
    const batch = client.events(2)
    const peer = await service.peer()
    await peer.ready()
    peer.socket.send(Buffer.from(one.text))
    peer.socket.send('<html>\u001b[2J</html>')
    peer.socket.send('')
    peer.socket.send('{"op":"news"}')
    peer.socket.send(two.text)
    peer.socket.send(three.text)
    expect(await batch).toEqual([two.item, three.item])
    expect(client.lines).toContain(`< binary message of ${one.text.length} bytes`)
    expect(client.lines).toContain("< a message that isn't understood: it is not JSON")
  })
})

describe('a connection that ends', () => {
  it('by the service (1012) is made again, from the latest event, and said once', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url, { after: '5' })
    const events = client.events(3)
    const peer = await service.peer()
    await peer.ready()
    peer.socket.send(one.text)
    peer.socket.send(two.text)
    for (let times = 0; times < 3; times++) {
      const lost = client.told(/the next one/)
      if (times === 0) peer.socket.close(1012, 'restart')
      else (await service.peer()).socket.close(1013)
      await lost
      await client.clock.pass()
    }
    expect(client.statuses).toEqual(['connection lost (close 1012: restart); reconnecting'])
    const back = await service.peer()
    expect(await back.ready()).toMatchObject({ after: '9007199254740994' })
    back.sendTogether(two.text, three.text)
    expect(await events).toEqual([one.item, two.item, three.item])
    expect(client.statuses.slice(1)).toEqual([null])
  })

  it('in the middle of a message is made again, from the latest whole event', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url)
    const events = client.events(2)
    const peer = await service.peer()
    await peer.ready()
    peer.socket.send(one.text)
    const lost = client.told(/the next one/)
    // The head of a text message of 126 bytes, and half of them.
    peer.tcp.write(Buffer.concat([Buffer.from([0x81, 126]), Buffer.from(two.text.slice(0, 63))]))
    peer.tcp.end()
    peer.tcp.destroySoon()
    await lost
    await client.clock.pass()
    const back = await service.peer()
    expect(await back.ready()).toMatchObject({ after: '9007199254740993' })
    back.socket.send(two.text)
    expect(await events).toEqual([one.item, two.item])
    expect(client.statuses).toEqual(['connection lost (the connection was cut); reconnecting', null])
  })

  it('right behind an event is made again, and the event not lost', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url)
    const batch = client.batch()
    const peer = await service.peer()
    await peer.ready()
    await client.told(/< ready/)
    const lost = client.told(/the next one/)
    peer.sendTogether(one.text)
    peer.tcp.resetAndDestroy()
    expect(await batch).toEqual([one.item])
    await lost
    await client.clock.pass()
    expect(await (await service.peer()).ready()).toMatchObject({ after: '9007199254740993' })
  })

  it('without a word (half open) is found dead after 40 s and replaced', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url)
    const events = client.events(2)
    const peer = await service.peer()
    await peer.ready()
    peer.socket.send(one.text)
    await client.told(/< event/)
    // It reads nothing more, and so answers no ping.
    peer.socket.pause()
    expect(await client.clock.pass()).toBe(20_000)
    expect(await client.clock.asleep()).toBe(20_000)
    expect(client.lines.at(-1)).toBe('> WebSocket ping')
    const lost = client.told(/the next one/)
    await client.clock.pass()
    await lost
    expect(client.statuses).toEqual(['connection lost (silent for 40 s); reconnecting'])
    await client.clock.pass()
    const back = await service.peer()
    expect(await back.ready()).toMatchObject({ after: '9007199254740993' })
    back.socket.send(two.text)
    expect(await events).toEqual([one.item, two.item])
  })

  it('lives on while the service answers pings', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url)
    const batch = client.batch()
    const peer = await service.peer()
    await peer.ready()
    await client.told(/< ready/)
    for (let times = 0; times < 5; times++) {
      const pong = client.told(/WebSocket pong/)
      await client.clock.pass()
      await pong
    }
    peer.socket.send(one.text)
    expect(await batch).toEqual([one.item])
    expect(client.statuses).toEqual([])
  })

  it('because the service is gone is made again once it is back', async () => {
    const gone = await Service.start()
    const { port } = gone
    await using client = new Watched(gone.url)
    const batch = client.batch()
    await (await gone.peer()).ready()
    await client.told(/< ready/)
    const lost = client.told(/the next one/)
    await gone[Symbol.asyncDispose]()
    await lost
    for (let times = 0; times < 8; times++) {
      const failed = client.told(/refused\); the next one/)
      await client.clock.pass()
      await failed
    }
    await using service = await Service.start({ port })
    const again = service.peer()
    await client.clock.pass()
    const peer = await again
    await peer.ready()
    peer.socket.send(four.text)
    expect(await batch).toEqual([four.item])
    expect(client.statuses).toEqual(['connection lost (the connection was cut); reconnecting', null])
  })

  it('over a message that is too large is made again', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url)
    const batch = client.events(2)
    const peer = await service.peer()
    await peer.ready()
    peer.socket.send(one.text)
    const lost = client.told(/the next one/)
    peer.socket.send('x'.repeat(1024 * 1024 + 1))
    await lost
    expect(client.statuses).toEqual([expect.stringMatching(/^connection lost \(.*Max payload size exceeded/)])
    await client.clock.pass()
    const back = await service.peer()
    await back.ready()
    back.socket.send(two.text)
    expect(await batch).toEqual([one.item, two.item])
  })

  it('while nothing answers the upgrade is given up after 15 s', async () => {
    await using service = await Service.start()
    service.refusal = ''
    await using client = new Watched(service.url)
    const batch = client.batch()
    await client.told(/connecting/)
    const lost = client.told(/the next one/)
    expect(await client.clock.pass()).toBe(15_000)
    await lost
    expect(client.statuses).toEqual(['no connection (no connection within 15 s); trying again'])
    service.refusal = null
    await client.clock.pass()
    const peer = await service.peer()
    await peer.ready()
    peer.socket.send(one.text)
    await batch
  })
})

describe('a refusal', () => {
  it.each([
    [4401, 'bad token'],
    [4403, ''],
    [1008, ''],
  ])('of the token by close %i is an end, once what came before has been taken', async (code, reason) => {
    await using service = await Service.start()
    const client = new Watched(service.url)
    const first = client.batch()
    const peer = await service.peer()
    await peer.ready()
    peer.socket.send(one.text)
    await first
    peer.sendTogether(two.text)
    peer.socket.close(code, reason)
    await peer.closed
    expect(await client.batch()).toEqual([two.item])
    const error = await client.batch().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      category: 'unauthenticated',
      message: `the realtime channel refused the token (close ${code}${reason && `: ${reason}`})`,
      next: [expect.stringContaining('pixctl auth login --kind ws-token')],
    })
    expect(client.statuses).toEqual([])
  })

  it('of the token by an error before ready is an end', async () => {
    await using service = await Service.start()
    const client = new Watched(service.url)
    const batch = client.batch()
    const peer = await service.peer()
    await peer.message()
    peer.socket.send(JSON.stringify({ op: 'error', error: `the token ${TOKEN} is unknown` }))
    const error = (await batch.catch((thrown: unknown) => thrown)) as Failure
    expect(error).toMatchObject({ category: 'unauthenticated' })
    expect(error.message).toContain('(the token *** is unknown)')
    expect(await peer.closed).toEqual([1000, ''])
  })

  it('of after is an end that says how to start anew', async () => {
    await using service = await Service.start()
    const client = new Watched(service.url, { after: '41' })
    const batch = client.batch()
    const peer = await service.peer()
    await peer.message()
    peer.socket.close(4400, 'after: not a sequence of this store')
    await expect(batch).rejects.toMatchObject({
      category: 'service',
      message: "the realtime channel can't resume after 41 (close 4400: after: not a sequence of this store)",
      next: [expect.stringContaining('--no-resume')],
    })
  })

  it.each([
    [401, 'unauthenticated'],
    [403, 'unauthenticated'],
    [404, 'service'],
    [302, 'service'],
    [200, 'service'],
  ])('by HTTP %i in place of the upgrade is an end: %s', async (status, category) => {
    await using service = await Service.start()
    service.refusal = `HTTP/1.1 ${status} No\r\nLocation: ${service.url}/elsewhere\r\nContent-Length: 0\r\n\r\n`
    const client = new Watched(service.url)
    await expect(client.batch()).rejects.toMatchObject({
      category,
      message: expect.stringContaining(`the service answered HTTP ${status}`),
    })
    expect(service.requests.length).toBe(1)
  })

  it.each([429, 500, 503])('by HTTP %i is tried again', async status => {
    await using service = await Service.start()
    service.refusal = `HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`
    await using client = new Watched(service.url)
    const batch = client.batch()
    await client.told(/the next one/)
    expect(client.statuses).toEqual([`no connection (the service answered HTTP ${status}); trying again`])
    service.refusal = null
    await client.clock.pass()
    const peer = await service.peer()
    await peer.ready()
    peer.socket.send(one.text)
    expect(await batch).toEqual([one.item])
  })
})

describe('a slow caller', () => {
  /** Sends events of a size; gives how many bytes the client doesn't take of its own accord. */
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
    { name: 'many small events', count: 80_000, size: 100, mostLength: 2 ** 20 * 4 },
    { name: 'some large ones', count: 600, size: 100_000, mostLength: 2 ** 20 * 12 },
  ])('slows the service down, and misses nothing: $name', async ({ count, size, mostLength }) => {
    await using service = await Service.start()
    await using client = new Watched(service.url, { onDebug: undefined })
    const first = client.batch()
    const peer = await service.peer()
    await peer.ready()
    const held = heldBack(peer, count, size)
    let next = FIRST
    const check = (batch: Awaited<typeof first>) => {
      // What waits, and what the kernel hands over in one turn.
      expect(batch.length).toBeLessThan(5000 + 15_000)
      expect(batch.reduce((length, { event }) => length + event.length, 0)).toBeLessThan(mostLength)
      for (const { sequence } of batch) expect(sequence).toBe(String(next++))
    }
    check(await first)
    expect(await held).toBeGreaterThan((count * size) / 4)
    while (next < FIRST + BigInt(count)) check(await client.batch())
  })

  it('slows down the next connection too, where one was lost meanwhile', async () => {
    await using service = await Service.start()
    await using client = new Watched(service.url)
    const first = client.batch()
    const peer = await service.peer()
    await peer.ready()
    const held = heldBack(peer, 600, 100_000)
    await first
    await held
    const lost = client.told(/the next one/)
    peer.tcp.resetAndDestroy()
    // Nothing is read, so it takes a ping that can't be written to find out.
    await client.clock.pass()
    await lost
    await client.clock.pass()
    const back = await service.peer()
    await back.message()
    expect(await heldBack(back, 600, 100_000)).toBeGreaterThan(600 * 25_000)
  })
})
