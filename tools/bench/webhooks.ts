/**
 * Receiving deliveries, beside receivers that do less: one that only answers, one that verifies, one that
 * also saves them in groups. Then the memory over many, and a SIGKILL during deliveries.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { median, printPeaks, row, verdict } from './measure.ts'
import { CONNECTIONS, createSender, end, type Sender, type Sent, send, startSender } from './sender.ts'

const here = dirname(fileURLToPath(import.meta.url))
const run = join(here, '..', '..', 'bin', 'run.js')
const SECRET = 'whsec_benchmark_0123456789abcdef'
/** Compiles what the measured run uses. */
const FIRST = 20_000

interface Receiver {
  name: string
  start(): Promise<{ child: ChildProcess; port: number }>
  /** How many deliveries it has saved. */
  kept?(): number
}

/** @param env what a measured process sees; `folder` is for its state */
export async function webhooks(env: NodeJS.ProcessEnv, folder: string, quick: boolean): Promise<void> {
  const dataDir = join(folder, 'webhooks')
  const file = join(folder, 'group.db')
  const bare = (how: string, name: string): Receiver => ({ name, start: () => startBare(how, file, env) })
  const listenEnv = { ...env, PIXCTL_DATA_DIR: dataDir, PIXCTL_WEBHOOK_SECRET: SECRET }
  const listen: Receiver = {
    name: 'webhook listen --json',
    start: () => startListen(listenEnv),
    kept: () => keptIn(stateIn(dataDir)).size,
  }
  const fresh = () => rmSync(dataDir, { recursive: true, force: true })

  const receivers = [
    bare('bare', 'node:http, 204'),
    bare('hmac', 'the same, verified'),
    { ...bare('group', 'and synced in groups'), kept: () => keptIn(file).size },
    listen,
  ]
  await printRates(receivers, createSender(folder, SECRET), fresh, quick ? 3 : 9)

  await printPeaks(listen.name, 'deliveries', quick ? 1 : 3, count => {
    fresh()
    return peakOver(count, listenEnv)
  })

  fresh()
  const { acknowledged, lost } = await killed(listen, folder, dataDir)
  console.log(
    `\nSIGKILL during deliveries: ${acknowledged} answered 204, ${lost} of them lost (${verdict(lost === 0 && acknowledged > 0, '0')})`,
  )
}

async function printRates(
  receivers: readonly Receiver[],
  sender: Sender,
  fresh: () => void,
  rounds: number,
): Promise<void> {
  const results = new Map(receivers.map(({ name }) => [name, [] as Sent[]]))
  for (let round = 0; round < rounds; round++) {
    for (const each of receivers) {
      fresh()
      results.get(each.name)!.push(await receive(each, sender))
    }
  }
  const rate = ({ name }: Receiver) =>
    median(results.get(name)!.map(({ acknowledged, ms }) => acknowledged / (ms / 1000)))
  const p99 = ({ name }: Receiver) => median(results.get(name)!.map(each => each.p99))
  console.log(
    `\nSigned deliveries of 450 bytes by ${sender.name}, ${CONNECTIONS} connections, medians of ${rounds} interleaved runs`,
  )
  row('', 'a second', 'ratio', 'p99 ms', 'ratio', 'goal')
  for (const each of receivers) {
    const [ratio, slower] = [rate(each) / rate(receivers[0]!), p99(each) / p99(receivers[0]!)]
    const goal = each === receivers.at(-1) ? verdict(ratio >= 0.3 && slower <= 3, '≥ 0.30, ≤ 3') : ''
    row(each.name, rate(each).toFixed(0), ratio.toFixed(2), p99(each).toFixed(2), slower.toFixed(2), goal)
  }
}

async function startBare(how: string, file: string, env: NodeJS.ProcessEnv) {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  const child = spawn(process.execPath, [join(here, 'bare', 'receive.cjs'), how, SECRET, file], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, port: Number(await firstLine(child.stdout!)) }
}

async function startListen(env: NodeJS.ProcessEnv, ...execArgv: string[]) {
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
  const { child, port } = await receiver.start()
  const first = await send(port, FIRST, SECRET)
  const sent = await sender.send(port)
  await end(child)
  const refused = first.refused + sent.refused
  if (refused > 0) throw new Error(`${receiver.name} refused ${refused}`)
  const acknowledged = first.acknowledged + sent.acknowledged
  if (receiver.kept && sent.again) throw new Error(`${receiver.name} was sent some deliveries twice`)
  const kept = receiver.kept?.() ?? acknowledged
  if (kept < acknowledged)
    throw new Error(`${receiver.name} acknowledged ${acknowledged} and saved only ${kept}`)
  return sent
}

async function peakOver(count: number, env: NodeJS.ProcessEnv): Promise<number> {
  const { child, port } = await startListen(env, '--require', join(here, 'peak-memory.cjs'))
  const sent = await send(port, count, SECRET)
  if (sent.acknowledged !== count) throw new Error(`webhook listen refused ${count - sent.acknowledged}`)
  child.kill('SIGTERM')
  let peak = ''
  for await (const chunk of child.stdio[3] as Readable) peak += chunk
  return Number(peak)
}

/** How many deliveries that were answered 204 are not in the inbox of a listener that was killed. */
async function killed(listen: Receiver, folder: string, dataDir: string) {
  const { child, port } = await listen.start()
  const file = join(folder, 'acknowledged.txt')
  // The sender says when it begins to send.
  const sender = startSender(port, 100_000, SECRET, file)
  const lines = createInterface(sender.stdout!)[Symbol.asyncIterator]()
  await lines.next()
  setTimeout(() => child.kill('SIGKILL'), 500)
  const { acknowledged } = JSON.parse((await lines.next()).value ?? '') as Sent
  const kept = keptIn(stateIn(dataDir))
  const lost = readFileSync(file, 'utf8')
    .split('\n')
    .filter(each => each !== '' && !kept.has(each)).length
  return { acknowledged, lost }
}

function stateIn(dataDir: string): string {
  return join(dataDir, 'profiles', 'default', 'state.db')
}

/** The ids of the deliveries that a file has. */
function keptIn(file: string): Set<string> {
  const database = new DatabaseSync(file)
  const rows = database.prepare('SELECT delivery FROM deliveries').iterate()
  const kept = new Set([...rows].map(({ delivery }) => String(delivery)))
  database.close()
  return kept
}
