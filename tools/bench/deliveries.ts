/**
 * A sender of signed deliveries, in a separate process: everything is signed before the first byte
 * leaves, so that it costs the machine as little as it can. Prints a line when it begins, and one of JSON.
 *
 *     node deliveries.ts PORT COUNT CONNECTIONS SECRET [FILE]
 *
 * With FILE, the ids of the deliveries that were answered 204 are written there. The receiver may then be killed
 * during the run.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

const [port, count, connections] = process.argv.slice(2).map(Number) as [number, number, number]
const [secret, acknowledgedFile] = process.argv.slice(5) as [string, string | undefined]
const BODY_BYTES = 450

const run = randomBytes(6).toString('hex')
const timestamp = Math.floor(Date.now() / 1000)
const requests = Array.from({ length: count }, (_, index) => request(index))
const acknowledged: string[] = []
const latencies: number[] = []
let next = 0
let refused = 0
let open = 0
let start = 0
const sockets: Socket[] = []

for (let index = 0; index < connections; index++) {
  const socket = connect(port, '127.0.0.1', () => {
    socket.setNoDelay(true)
    if (++open < connections) return
    console.log('sending')
    start = performance.now()
    for (const each of sockets) send(each)
  })
  // A receiver that is killed: what it has answered so far is all there is.
  socket.on('error', done)
  socket.on('close', () => {
    if (next < count) done()
  })
  sockets.push(socket)
}

function send(socket: Socket): void {
  const index = next++
  if (index >= count) {
    socket.end()
    return
  }
  const sent = performance.now()
  socket.write(requests[index]!)
  socket.once('data', answer => {
    latencies.push(performance.now() - sent)
    if (answer.toString('latin1', 9, 12) === '204') acknowledged.push(deliveryId(index))
    else refused++
    if (latencies.length === count) done()
    else send(socket)
  })
}

function done(): void {
  const ms = performance.now() - start
  latencies.sort((a, b) => a - b)
  const p99 = latencies[Math.floor(latencies.length * 0.99)]
  if (acknowledgedFile) writeFileSync(acknowledgedFile, acknowledged.join('\n'))
  console.log(JSON.stringify({ ms, p99, acknowledged: acknowledged.length, refused }))
  process.exit()
}

function deliveryId(index: number): string {
  return `dlv_${run}_${index}`
}

function request(index: number): Buffer {
  const id = `${run}${index.toString(16).padStart(8, '0')}`
  const event = {
    id: `evt_${id}`,
    type: 'payment.approved',
    createdAt: new Date().toISOString(),
    storeId: 'store_benchmark',
    data: { paymentId: `pay_${id}`, source: 'api', status: 'PAID', amount: 10.5, netAmount: 10.39, pad: '' },
  }
  event.data.pad = 'x'.repeat(BODY_BYTES - JSON.stringify(event).length)
  const body = JSON.stringify(event)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return Buffer.from(
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\nX-Service-Event: payment.approved\r\n` +
      `X-Service-Delivery: ${deliveryId(index)}\r\n` +
      `X-Service-Signature: t=${timestamp},v1=${signature}\r\n\r\n${body}`,
  )
}
