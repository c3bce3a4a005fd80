/** Receivers of deliveries, each in its own process, and how fast they are beside each other. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { median, ROUNDS, row, verdict } from './measure.ts'
import { CONNECTIONS, end, type Sender, type Sent, send, sendAlone } from './sender.ts'

const here = dirname(fileURLToPath(import.meta.url))
const run = join(here, '..', '..', 'bin', 'run.js')
export const SECRET = 'whsec_benchmark_0123456789abcdef'
/** Compiles what the measured run uses. */
const FIRST = 20_000

export interface Receiver {
  name: string
  start(): Promise<{ child: ChildProcess; port: number }>
  /** How many deliveries it has saved, of this run and earlier ones. */
  kept(): Promise<number>
}

interface Comparison {
  /** What is compared. */
  title: string
  /** Empties what the receivers have saved. */
  fresh(): void | Promise<void>
  /** The least of the plain one's rate. */
  ratio: number
}

/** How slow the slowest hundredth may be beside the plain one's. */
const P99_GOAL = 2

/** Lets both receivers receive, one after the other, and prints their rates. */
export async function printRates(
  listen: Receiver,
  plain: Receiver,
  sender: Sender,
  { title, fresh, ratio: goal }: Comparison,
): Promise<void> {
  const results = new Map([plain, listen].map(each => [each, [] as Sent[]]))
  for (let round = 0; round < ROUNDS; round++) {
    sender.prepare()
    for (const [each, sent] of results) {
      await fresh()
      sent.push(await receive(each, sender))
    }
  }
  const rate = (each: Receiver) =>
    median(results.get(each)!.map(({ acknowledged, ms }) => acknowledged / (ms / 1000)))
  const p99 = (each: Receiver) => median(results.get(each)!.map(sent => sent.p99))
  console.log(
    `\n${title}, ids ${sender.order}, of 450 bytes by wrk, ${CONNECTIONS} connections, medians of ${ROUNDS} interleaved runs`,
  )
  row('', 'a second', 'ratio', 'p99 ms', 'ratio', 'goal')
  for (const each of results.keys()) {
    const [ratio, slower] = [rate(each) / rate(plain), p99(each) / p99(plain)]
    const isMet = ratio >= goal && slower <= P99_GOAL
    const result = each === listen ? verdict(isMet, `≥ ${goal}, ≤ ${P99_GOAL}`) : ''
    row(each.name, rate(each).toFixed(0), ratio.toFixed(2), p99(each).toFixed(2), slower.toFixed(2), result)
  }
}

/** How long the answer to one delivery alone may take, beside the plain one's. */
const ALONE_GOAL = 3

/** Prints how long it takes from the last byte of a delivery to its 204, when nothing else is done. */
export async function printAlone(listen: Receiver, plain: Receiver): Promise<void> {
  const results = new Map([plain, listen].map(each => [each, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const [each, times] of results) {
      const { child, port } = await each.start()
      times.push(await sendAlone(port, SECRET))
      await end(child)
    }
  }
  console.log(`\nOne delivery alone, from its last byte to the 204, medians of ${ROUNDS} interleaved runs`)
  row('', 'ms', 'ratio', 'goal')
  const least = median(results.get(plain)!)
  for (const [each, times] of results) {
    const ratio = median(times) / least
    const result = each === listen ? verdict(ratio <= ALONE_GOAL, `≤ ${ALONE_GOAL}`) : ''
    row(each.name, median(times).toFixed(2), ratio.toFixed(2), result)
  }
}

/** @param program in the folder `bare`; it prints its port */
export async function startBare(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(here, 'bare', program), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, port: Number(await firstLine(child.stdout!)) }
}

export async function startListen(env: NodeJS.ProcessEnv, ...execArgv: string[]) {
  mkdirSync(env.PIXCTL_DATA_DIR!, { recursive: true, mode: 0o700 })
  // The deliveries are signed before the first run.
  const args = [run, 'webhook', 'listen', '--port', '0', '--tolerance', '86400', '--json']
  const child = spawn(process.execPath, [...execArgv, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  for await (const line of createInterface(child.stderr!)) {
    const port = /https?:\/\/[^ ]*:(\d+)/.exec(line)?.[1]
    if (!port) continue
    child.stderr!.resume()
    return { child, port: Number(port) }
  }
  throw new Error('webhook listen did not start')
}

async function firstLine(stream: Readable): Promise<string> {
  const [line] = await once(createInterface(stream), 'line')
  stream.resume()
  return line as string
}

async function receive(receiver: Receiver, sender: Sender): Promise<Sent> {
  const keptBefore = await receiver.kept()
  const { child, port } = await receiver.start()
  const first = await send(port, FIRST, SECRET, sender.order)
  const sent = await sender.send(port)
  await end(child)
  const refused = first.refused + sent.refused
  if (refused > 0) throw new Error(`${receiver.name} refused ${refused}`)
  if (sent.again) throw new Error(`${receiver.name} was sent some deliveries twice`)
  const acknowledged = first.acknowledged + sent.acknowledged
  const kept = (await receiver.kept()) - keptBefore
  if (kept < acknowledged)
    throw new Error(`${receiver.name} acknowledged ${acknowledged} and saved only ${kept}`)
  return sent
}
