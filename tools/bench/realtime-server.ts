/**
 * A realtime channel for the benchmark, in a separate process: every frame is made before the first one leaves,
 * so that sending costs the machine as little as it can. Each client is sent all of them. Prints its port; ends with its standard input.
 *
 *     node realtime-server.ts COUNT
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

const count = Number(process.argv[2])
const FRAME_BYTES = 400
const FRAMES_A_WRITE = 160
const FIRST_SEQUENCE = 9007199254740993n
const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TYPES = ['payment.created', 'payment.approved', 'payment.expired', 'payment.failed']
const STATUSES = ['PENDING', 'PAID', 'EXPIRED', 'FAILED']

const writes = Array.from({ length: Math.ceil(count / FRAMES_A_WRITE) }, (_, index) => {
  const first = index * FRAMES_A_WRITE
  const frames = Array.from({ length: Math.min(FRAMES_A_WRITE, count - first) }, (_, n) => frame(first + n))
  return Buffer.concat(frames)
})

const server = createServer()
server.on('upgrade', (request, socket: Socket) => {
  const accept = createHash('sha1')
    .update(request.headers['sec-websocket-key'] + HANDSHAKE)
    .digest('base64')
  socket.setNoDelay(true)
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  socket.on('error', () => {})
  // The first thing that comes is the client's first message; what else it says doesn't matter here.
  socket.once('data', () => void send(socket))
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
process.stdin.on('end', () => process.exit()).resume()

async function send(socket: Socket): Promise<void> {
  socket.resume()
  socket.write(framed(Buffer.from('{"op":"ready"}')))
  for (const each of writes) {
    if (socket.destroyed) return
    if (!socket.write(each)) await drained(socket)
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      socket.off('drain', done)
      socket.off('close', done)
      resolve()
    }
    socket.once('drain', done)
    socket.once('close', done)
  })
}

function frame(index: number): Buffer {
  const which = index % TYPES.length
  const created = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString()
  const event = {
    id: `evt_${randomBytes(12).toString('hex')}`,
    type: TYPES[which],
    createdAt: created,
    storeId: 'store_benchmark',
    data: {
      paymentId: `pay_${randomBytes(11).toString('hex')}`,
      source: 'api',
      status: STATUSES[which],
      amount: 10.5,
      fee: 0.11,
      netAmount: 10.39,
      currency: 'BRL',
      description: `Pedido ${index}, mesa ${index % 12} `,
    },
  }
  const text = () =>
    `{"op":"event","sequence":"${FIRST_SEQUENCE + BigInt(index)}","event":${JSON.stringify(event)}}`
  event.data.description += 'x'.repeat(FRAME_BYTES - text().length)
  return framed(Buffer.from(text()))
}

/** A text message as a server sends it (RFC 6455, section 5.2). */
function framed(payload: Buffer): Buffer {
  const header =
    payload.length < 126
      ? Buffer.from([0x81, payload.length])
      : Buffer.from([0x81, 126, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([header, payload])
}
