/**
 * Sends signed deliveries to a receiver: with `wrk` where it is installed, because it takes the machine's processors
 * less time than the receiver, and otherwise with a sender written in Node (deliveries.ts).
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { signedDeliveries } from './signed.ts'

const here = dirname(fileURLToPath(import.meta.url))
export const CONNECTIONS = 32
/** How long one run of wrk lasts. */
const SECONDS = 3
/** More than a receiver that saves them takes in that time. */
const PREPARED = 200_000
const FALLBACK = 20_000

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
  name: string
  send(port: number): Promise<Sent>
}

/** @param folder where the deliveries that wrk sends are prepared */
export function createSender(folder: string, secret: string): Sender {
  if (spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error) {
    console.log(
      '\nwrk is not installed: a sender written in Node takes its place, and the ratios come out higher',
    )
    return { name: 'a sender in Node', send: port => send(port, FALLBACK, secret) }
  }
  const file = join(folder, 'deliveries.http')
  const length = prepare(file, secret)
  return { name: 'wrk', send: port => sendByWrk(port, file, length) }
}

/** Writes the requests to a file, one after the other; returns the length of each. */
function prepare(file: string, secret: string): number {
  const { request } = signedDeliveries(secret)
  const output = openSync(file, 'w')
  for (let index = 0; index < PREPARED; index += 1_000) {
    writeSync(output, Buffer.concat(Array.from({ length: 1_000 }, (_, n) => request(index + n))))
  }
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
export async function send(port: number, count: number, secret: string): Promise<Sent> {
  let last = ''
  for await (const line of createInterface(startSender(port, count, secret).stdout!)) last = line
  return JSON.parse(last) as Sent
}

/** @param file for the ids of the deliveries that were answered 204 */
export function startSender(port: number, count: number, secret: string, file?: string): ChildProcess {
  const args = [join(here, 'deliveries.ts'), port, count, CONNECTIONS, secret, ...(file ? [file] : [])]
  return spawn(process.execPath, args.map(String), { stdio: ['ignore', 'pipe', 'inherit'] })
}

export async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
