/** Bodies and connections that are meant to exhaust the server of a webhook endpoint. */

import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import {
  type Connection,
  connectSecurely,
  connectTo,
  requestText,
  startReceiver,
  type TestReceiver,
  TLS,
} from './receiver.ts'

describe('a body that is too large', () => {
  it('is answered before it has come, and read on for a while', async () => {
    const server = await startReceiver()
    const connection = await connectTo(server)
    connection.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n')
    expect(await connection.answers(1)).toEqual([413])
    expect(server.refused).toMatchObject([{ reason: 'too_large', status: 413, delivery: null }])
    connection.socket.write(Buffer.alloc(3_000_000))
    await connection.closed()
    expect(server.kept).toEqual([])
  })

  it('without an end is cut', async () => {
    const server = await startReceiver()
    const connection = await connectTo(server)
    connection.socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000), Buffer.from('\r\n')])
    const pour = () => {
      while (!connection.socket.destroyed && connection.socket.write(chunk)) {}
    }
    connection.socket.on('drain', pour)
    pour()
    await connection.closed()
    expect(connection.statuses).toEqual([413])
  })
})

describe('large bodies that stall', () => {
  const ALMOST = Buffer.alloc(1024 * 1024 - 1)

  /** One that is never finished, and signed with no secret of ours. */
  async function stall(server: TestReceiver, delivery: string): Promise<Connection> {
    const connection = await connectTo(server)
    const forged = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`
    connection.socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nX-Service-Delivery: ${delivery}\r\n` +
        `X-Service-Signature: ${forged}\r\nContent-Length: 1048576\r\n\r\n`,
    )
    connection.socket.write(ALMOST)
    return connection
  }

  it('are answered 503 when there is no room for more; small deliveries are still accepted', async () => {
    const server = await startReceiver()
    const crowd: Connection[] = []
    for (let n = 0; n < 66; n++) crowd.push(await stall(server, `stalled_${n}`))
    // Their bodies come at the same time, so any of them may be the one without room.
    const refused = () => crowd.filter(({ statuses }) => statuses.includes(503))
    await expect.poll(refused).not.toEqual([])
    expect(refused()[0]!.text).toMatch(/^Retry-After: 5\r$/m)
    const small = await connectTo(server)
    small.socket.write(requestText('dlv_small'))
    expect(await small.answers(1)).toEqual([204])
    expect(server.refused).toEqual([])
    for (const { socket } of crowd) socket.destroy()
  })
})

describe('more large deliveries at once than fit into memory', () => {
  it('are all answered: 204, or 503 with Retry-After, and then taken', async () => {
    const body = JSON.stringify('x'.repeat(1_000_000))
    const saved = Promise.withResolvers<void>()
    const server = await startReceiver(() => saved.promise)
    const senders = await Promise.all(Array.from({ length: 100 }, () => connectTo(server)))
    for (const [n, { socket }] of senders.entries()) socket.write(requestText(`dlv_${n}`, { body }))
    // 64 MiB hold so many of them. While these are saved, the others are answered.
    await server.taken(67)
    await expect.poll(() => senders.flatMap(each => each.statuses)).toEqual(Array(33).fill(503))
    expect(server.kept).toHaveLength(67)
    saved.resolve()
    const statuses = (await Promise.all(senders.map(each => each.answers(1)))).flat()
    expect(statuses.filter(status => status === 204)).toHaveLength(67)
    const refused = senders.filter((_, n) => statuses[n] === 503)
    for (const each of refused) {
      expect(each.text).toMatch(/^Retry-After: 5\r$/m)
      await each.closed()
    }
    const again = await connectTo(server)
    again.socket.write(requestText('dlv_again', { body }))
    expect(await again.answers(1)).toEqual([204])
    expect(server.refused).toEqual([])
    for (const { socket } of senders) socket.destroy()
  })
})

describe('connections that never finish their TLS handshake', () => {
  it('keep no other client out', async () => {
    const server = await startReceiver(undefined, { tls: TLS, maxConnections: 512 })
    const crowd = Array.from({ length: 600 }, () => connect(server.receiver.port, '127.0.0.1'))
    for (const socket of crowd) socket.on('error', () => {}).write('\x16\x03')
    await Promise.all(crowd.map(socket => (socket.connecting ? once(socket, 'connect') : undefined)))
    for (let n = 0; n < 20; n++) {
      const connection = await connectSecurely(server)
      connection.socket.write(requestText(`dlv_${n}`))
      expect(await connection.answers(1)).toEqual([204])
    }
    for (const socket of crowd) socket.destroy()
  })
})

it.each(['plain', 'TLS'])(
  'a new connection over the limit closes the oldest idle one, not the %s one whose request is being kept',
  async how => {
    const finishes: (() => void)[] = []
    const keep = () => new Promise<void>(resolve => finishes.push(resolve))
    const tls = how === 'TLS' ? TLS : undefined
    const server = await startReceiver(keep, { tls, maxConnections: 64 })
    const inHand = how === 'TLS' ? await connectSecurely(server) : await connectTo(server)
    inHand.socket.write(requestText('dlv_1'))
    await server.taken(1)
    const oldest = await connectTo(server)
    const crowd: Connection[] = []
    for (let n = 0; n < 63; n++) crowd.push(await connectTo(server))
    await oldest.closed()
    expect(crowd.filter(({ socket }) => socket.closed)).toEqual([])
    finishes[0]!()
    expect(await inHand.answers(1)).toEqual([204])
    for (const { socket } of crowd) socket.destroy()
  },
)
