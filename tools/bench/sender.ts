/**
 * Sends signed deliveries to a receiver: with `wrk`, because it takes the machine's processors less time than the
 * receiver, and with a sender written in Node (deliveries.ts) where it matters how many or which ones are answered.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median } from './measure.ts'
import { type IdOrder, signedDeliveries } from './signed.ts'

const here = dirname(fileURLToPath(import.meta.url))
export const CONNECTIONS = 32
/** How long one run of wrk lasts. */
const SECONDS = 3
/** More than a receiver that saves them takes in that time. */
const PREPARED = 200_000

export interface Sent {
  ms: number
  /** Milliseconds. */
  p99: number
  /** How many were answered 204. */
  acknowledged: number
  refused: number
  /** Whether some were sent twice, because there were too few. */
  again?: boolean
}

export interface Sender {
  order: IdOrder
  /** Makes new deliveries, which no receiver has had. */
  prepare(): void
  send(port: number): Promise<Sent>
}

/** @param folder where the deliveries that wrk sends are prepared */
export function createSender(folder: string, secret: string, order: IdOrder = 'in order'): Sender {
  if (spawnSync('wrk', ['--version']).error)
    throw new Error('wrk is not installed, which sends the deliveries')
  const file = join(folder, 'deliveries.http')
  let length = 0
  const prepare = () => {
    length = write(file, secret, order)
  }
  return { order, prepare, send: port => sendByWrk(port, file, length) }
}

/** Writes the requests to a file, one after the other; returns the length of each. */
function write(file: string, secret: string, order: IdOrder): number {
  const { request } = signedDeliveries(secret, order)
  const output = openSync(file, 'w')
  for (let index = 0; index < PREPARED; index += 1_000) {
    writeSync(output, Buffer.concat(Array.from({ length: 1_000 }, (_, n) => request(index + n))))
  }
  // Otherwise the system would do it while a receiver syncs its own.
  fsyncSync(output)
  closeSync(output)
  return request(0).length
}

async function sendByWrk(port: number, file: string, length: number): Promise<Sent> {
  const limits = ['--threads', 1, '--connections', CONNECTIONS, '--duration', SECONDS]
  const args = [...limits, '--script', join(here, 'wrk.lua'), `http://127.0.0.1:${port}`, '--', file, length]
  const child = spawn('wrk', args.map(String), { stdio: ['ignore', 'pipe', 'inherit'] })
  const output = await text(child.stdout)
  const line = output.split('\n').find(each => each.startsWith('{'))
  if (line === undefined) throw new Error(`wrk failed: ${output}`)
  const { ms, p99, answered, failed, again } = JSON.parse(line)
  return { ms, p99, acknowledged: answered - failed, refused: failed, again }
}

/** Sends some with the sender in Node, which looks at the status of each answer. */
export async function send(port: number, count: number, secret: string, order: IdOrder): Promise<Sent> {
  let last = ''
  for await (const line of createInterface(startSender(port, count, secret, order).stdout!)) last = line
  return JSON.parse(last) as Sent
}

/** How many are sent one after the other. */
const ALONE = 300
/** Before each: what its receiver does after an answer has ended. Milliseconds. */
const PAUSE_MS = 5

/** The median of the milliseconds from the last byte of a delivery to its answer, of some that come alone. */
export async function sendAlone(port: number, secret: string): Promise<number> {
  const { request } = signedDeliveries(secret)
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  const times: number[] = []
  for (let index = 0; index < ALONE; index++) {
    const bytes = request(index)
    socket.write(bytes.subarray(0, -1))
    await setTimeout(PAUSE_MS)
    const start = performance.now()
    socket.write(bytes.subarray(-1))
    const [answer] = await once(socket, 'data')
    times.push(performance.now() - start)
    if (answer.toString('latin1', 9, 12) !== '204') throw new Error(`answered ${answer}`)
  }
  socket.destroy()
  return median(times)
}

/** @param file for the ids of the deliveries that were answered 204 */
export function startSender(
  port: number,
  count: number,
  secret: string,
  order: IdOrder,
  file?: string,
): ChildProcess {
  const args = [join(here, 'deliveries.ts'), port, count, CONNECTIONS, secret, order, ...(file ? [file] : [])]
  return spawn(process.execPath, args.map(String), { stdio: ['ignore', 'pipe', 'inherit'] })
}

export async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
