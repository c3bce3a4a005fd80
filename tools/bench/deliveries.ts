/**
 * A sender of signed deliveries, in a separate process: everything is signed before the first byte
 * leaves, so that it costs the machine as little as it can. Prints a line when it begins, and one of JSON.
 *
 *     node deliveries.ts PORT COUNT CONNECTIONS SECRET ORDER [FILE]
 *
 * With FILE, the ids of the deliveries that were answered 204 are written there. The receiver may then be killed
 * during the run.
 */
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { type IdOrder, signedDeliveries } from './signed.ts'

const [port, count, connections] = process.argv.slice(2).map(Number) as [number, number, number]
const [secret, order, acknowledgedFile] = process.argv.slice(5) as [string, IdOrder, string | undefined]

const { deliveryId, request } = signedDeliveries(secret, order)
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
