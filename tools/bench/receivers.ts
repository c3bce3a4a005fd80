/** Receivers of deliveries, each in its own process, and how fast they are beside each other. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { type Costs, costsOf, costsOfEach } from './costs.ts'
import { median, row, verdict } from './measure.ts'
import { CONNECTIONS, end, type Sender, type Sent, send } from './sender.ts'

const here = dirname(fileURLToPath(import.meta.url))
const run = join(here, '..', '..', 'bin', 'run.js')
export const SECRET = 'whsec_benchmark_0123456789abcdef'
/** Compiles what the measured run uses. */
const FIRST = 20_000

export interface Receiver {
  name: string
  start(): Promise<{ child: ChildProcess; port: number }>
  /** How many deliveries it has saved, of this run and earlier ones. */
  kept?(): Promise<number>
}

interface Received extends Sent {
  costs?: Costs
}

interface Comparison {
  /** What is compared. */
  title: string
  /** Empties what the receivers have saved. */
  fresh(): void | Promise<void>
  rounds: number
  /** How fast one of them should be beside another one, and how slow its slowest hundredth beside the first one's. */
  goal: { of: Receiver; beside: Receiver; ratio: number; p99: number }
}

/** Lets all receivers receive, one after the other, and prints their rates; those of the ratios are of the goal's. */
export async function printRates(
  receivers: readonly Receiver[],
  sender: Sender,
  { title, fresh, rounds, goal }: Comparison,
): Promise<void> {
  const results = new Map(receivers.map(({ name }) => [name, [] as Received[]]))
  for (let round = 0; round < rounds; round++) {
    sender.prepare()
    for (const each of receivers) {
      await fresh()
      results.get(each.name)!.push(await receive(each, sender))
    }
  }
  const rate = ({ name }: Receiver) =>
    median(results.get(name)!.map(({ acknowledged, ms }) => acknowledged / (ms / 1000)))
  const p99 = ({ name }: Receiver) => median(results.get(name)!.map(each => each.p99))
  console.log(
    `\n${title}, ids ${sender.order}, of 450 bytes by wrk, ${CONNECTIONS} connections, medians of ${rounds} interleaved runs`,
  )
  row('', 'a second', 'ratio', 'p99 ms', 'ratio', 'goal')
  for (const each of receivers) {
    const [ratio, slower] = [rate(each) / rate(goal.beside), p99(each) / p99(receivers[0]!)]
    const isMet = ratio >= goal.ratio && slower <= goal.p99
    const result = each === goal.of ? verdict(isMet, `≥ ${goal.ratio.toFixed(2)}, ≤ ${goal.p99}`) : ''
    row(each.name, rate(each).toFixed(0), ratio.toFixed(2), p99(each).toFixed(2), slower.toFixed(2), result)
  }
  printCosts(goal.of, results.get(goal.of.name)!)
}

function printCosts({ name }: Receiver, results: readonly Received[]): void {
  const costs = results.flatMap(each => each.costs ?? [])
  if (costs.length === 0) return
  const of = (what: keyof Costs) => median(costs.map(each => each[what])).toFixed(what === 'written' ? 0 : 1)
  console.log(
    `  each delivery costs ${name} ${of('main')} µs in its main thread, ${of('workers')} in its workers, ` +
      `${of('rest')} in other threads, and ${of('written')} bytes written`,
  )
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

async function receive(receiver: Receiver, sender: Sender): Promise<Received> {
  const keptBefore = (await receiver.kept?.()) ?? 0
  const { child, port } = await receiver.start()
  const first = await send(port, FIRST, SECRET, sender.order)
  const before = costsOf(child.pid!)
  const sent = await sender.send(port)
  const after = costsOf(child.pid!)
  await end(child)
  const refused = first.refused + sent.refused
  if (refused > 0) throw new Error(`${receiver.name} refused ${refused}`)
  const acknowledged = first.acknowledged + sent.acknowledged
  if (receiver.kept && sent.again) throw new Error(`${receiver.name} was sent some deliveries twice`)
  const kept = ((await receiver.kept?.()) ?? acknowledged) - keptBefore
  if (kept < acknowledged)
    throw new Error(`${receiver.name} acknowledged ${acknowledged} and saved only ${kept}`)
  return before && after ? { ...sent, costs: costsOfEach(sent.acknowledged, before, after) } : sent
}
