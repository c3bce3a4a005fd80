/**
 * Receiving deliveries, beside receivers that do less: one that only answers, one that verifies, one that
 * syncs each delivery by itself. Then the memory over many, and a SIGKILL during deliveries.
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

const here = dirname(fileURLToPath(import.meta.url))
const run = join(here, '..', '..', 'bin', 'run.js')
const SECRET = 'whsec_benchmark_0123456789abcdef'
const CONNECTIONS = 32

interface Sent {
  ms: number
  p99: number
  acknowledged: number
  refused: number
}

interface Receiver {
  name: string
  start(): Promise<{ child: ChildProcess; port: number }>
}

/** @param env what a measured process sees; `folder` is for its state */
export async function webhooks(env: NodeJS.ProcessEnv, folder: string, quick: boolean): Promise<void> {
  const dataDir = join(folder, 'webhooks')
  const bare = (how: string): Receiver => ({
    name: { bare: 'node:http, 204', hmac: 'the same, verified', commit: 'and a synced commit each' }[how]!,
    start: () => startBare(how, join(folder, 'commit.db'), env),
  })
  const listenEnv = { ...env, PIXCTL_DATA_DIR: dataDir, PIXCTL_WEBHOOK_SECRET: SECRET }
  const listen: Receiver = { name: 'webhook listen --json', start: () => startListen(listenEnv) }
  const fresh = () => rmSync(dataDir, { recursive: true, force: true })

  const receivers = [bare('bare'), bare('hmac'), bare('commit'), listen]
  const rounds = quick ? 3 : 9
  const counts = new Map(receivers.map(({ name }) => [name, name.includes('commit') ? 4_000 : 20_000]))
  const results = new Map(receivers.map(({ name }) => [name, [] as Sent[]]))
  for (let round = -1; round < rounds; round++) {
    for (const each of receivers) {
      fresh()
      const sent = await receive(each, counts.get(each.name)!)
      if (round >= 0) results.get(each.name)!.push(sent)
    }
  }
  const rate = ({ name }: Receiver) =>
    counts.get(name)! / (median(results.get(name)!.map(({ ms }) => ms)) / 1000)
  const p99 = ({ name }: Receiver) => median(results.get(name)!.map(each => each.p99))
  console.log(
    `\nSigned deliveries of 450 bytes, ${CONNECTIONS} connections, medians of ${rounds} interleaved runs`,
  )
  row('', 'a second', 'ratio', 'p99 ms', 'ratio', 'goal')
  for (const each of receivers) {
    const [ratio, slower] = [rate(each) / rate(receivers[0]!), p99(each) / p99(receivers[0]!)]
    const goal = each === listen ? verdict(ratio >= 0.33 && slower <= 3, '≥ 0.33, ≤ 3') : ''
    row(each.name, rate(each).toFixed(0), ratio.toFixed(2), p99(each).toFixed(2), slower.toFixed(2), goal)
  }

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
  const child = spawn(process.execPath, [...execArgv, run, 'webhook', 'listen', '--port', '0', '--json'], {
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

async function receive(receiver: Receiver, count: number): Promise<Sent> {
  const { child, port } = await receiver.start()
  // Compiles what the measured run uses.
  await send(port, 2_000)
  const sent = await send(port, count)
  if (sent.acknowledged !== count) throw new Error(`${receiver.name} refused ${count - sent.acknowledged}`)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return sent
}

async function peakOver(count: number, env: NodeJS.ProcessEnv): Promise<number> {
  const { child, port } = await startListen(env, '--require', join(here, 'peak-memory.cjs'))
  const sent = await send(port, count)
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
  const sender = startSender(port, 100_000, file)
  const lines = createInterface(sender.stdout!)[Symbol.asyncIterator]()
  await lines.next()
  setTimeout(() => child.kill('SIGKILL'), 500)
  const { acknowledged } = JSON.parse((await lines.next()).value ?? '') as Sent
  const inbox = new DatabaseSync(join(dataDir, 'profiles', 'default', 'state.db'))
  const kept = new Set(
    inbox
      .prepare('SELECT delivery FROM deliveries')
      .all()
      .map(each => each.delivery),
  )
  inbox.close()
  const lost = readFileSync(file, 'utf8')
    .split('\n')
    .filter(each => each !== '' && !kept.has(each)).length
  return { acknowledged, lost }
}

async function send(port: number, count: number): Promise<Sent> {
  let last = ''
  for await (const line of createInterface(startSender(port, count).stdout!)) last = line
  return JSON.parse(last) as Sent
}

function startSender(port: number, count: number, file?: string): ChildProcess {
  const args = [join(here, 'deliveries.ts'), port, count, CONNECTIONS, SECRET, ...(file ? [file] : [])]
  return spawn(process.execPath, args.map(String), { stdio: ['ignore', 'pipe', 'inherit'] })
}
