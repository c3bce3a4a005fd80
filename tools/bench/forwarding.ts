/**
 * Forwarding what waits in the inbox to a target that answers after 5 ms, one event and 16 payments at once, beside a
 * loop over undici alone that neither claims nor records anything. With the inbox in SQLite, and in PostgreSQL.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { InboxPlace } from '#inbox/open.ts'
import { parsePostgresUrl } from '#lib/postgres/url.ts'
import { missingPostgres } from '../../test/support/postgres-machine.ts'
import { PostgresServer } from '../../test/support/postgres-server.ts'
import { fillInbox } from './fill.ts'
import { median, ROUNDS, row, verdict } from './measure.ts'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..', '..')
const run = join(root, 'bin', 'run.js')
const SECRET = 'whsec_benchmark_0123456789abcdef'
const ANSWER_MS = 5
/** Events before the measured ones: they compile what is used. */
const FIRST = 500

interface Way {
  name: string
  /** Sends so many events to the target. */
  start(port: number, events: number, atOnce: number): Promise<ChildProcess>
}

/** @param env what a measured process sees; `folder` is for its state */
export async function forwarding(env: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const dataDir = join(folder, 'forwarding')
  const listenEnv = { ...env, PIXCTL_DATA_DIR: dataDir, PIXCTL_WEBHOOK_SECRET: SECRET }
  const alone: Way = {
    name: 'undici alone',
    start: async (port, events, atOnce) =>
      start([join(here, 'bare', 'undici-forward.cjs'), port, events, atOnce], env),
  }
  const sqlite: Way = {
    name: 'webhook listen',
    start: async (port, events, atOnce) => {
      rmSync(dataDir, { recursive: true, force: true })
      await fill({ dataDir, profile: 'default' }, events)
      return startListen(listenEnv, port, atOnce)
    },
  }
  if (missingPostgres) console.log(`\nForwarding from PostgreSQL is not measured: ${missingPostgres}`)
  const server = missingPostgres ? null : await PostgresServer.start({ settings: { fsync: 'on' } })
  try {
    const ways = server ? [alone, sqlite, await onPostgres(server, listenEnv)] : [alone, sqlite]
    await compare(ways, { atOnce: 1, events: 3_000, goal: 0.8 })
    await compare(ways, { atOnce: 16, events: 30_000, goal: 0.85 })
  } finally {
    await server?.[Symbol.asyncDispose]()
  }
}

async function onPostgres(server: PostgresServer, env: NodeJS.ProcessEnv): Promise<Way> {
  const name = await server.newDatabase()
  const url = server.url(name)
  const sharedEnv = { ...env, PIXCTL_INBOX_URL: url }
  const { status, stderr } = spawnSync(process.execPath, [run, 'inbox', 'init'], { env: sharedEnv })
  if (status !== 0) throw new Error(`inbox init ended with ${status}: ${stderr}`)
  const nothing = () => {}
  const shared = { url: parsePostgresUrl(url, 'the server'), env: {}, home: '', warn: nothing, hide: nothing }
  return {
    name: 'webhook listen --inbox',
    start: async (port, events, atOnce) => {
      await server.query('TRUNCATE pixctl.log_events, pixctl.arrivals, pixctl.attempts', [], name)
      await fill({ dataDir: '', profile: 'default', shared }, events)
      return startListen(sharedEnv, port, atOnce)
    },
  }
}

function startListen(env: NodeJS.ProcessEnv, port: number, atOnce: number): ChildProcess {
  const flags = ['--forward-to', `http://127.0.0.1:${port}/`, '--forward-concurrency', atOnce]
  return start([run, 'webhook', 'listen', '--port', '0', '--json', ...flags], env)
}

interface Comparison {
  atOnce: number
  events: number
  /** The least of the rate of undici alone. */
  goal: number
}

async function compare(ways: readonly Way[], { atOnce, events, goal }: Comparison): Promise<void> {
  const rates = new Map(ways.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of ways) rates.get(way.name)!.push(await rateOf(way, atOnce, events))
  }
  console.log(
    `\nForwarding to a target that answers in ${ANSWER_MS} ms, ${atOnce} at once, medians of ${ROUNDS} interleaved runs`,
  )
  row('', 'events/s', 'ratio', 'goal')
  const least = median(rates.get(ways[0]!.name)!)
  for (const [index, { name }] of ways.entries()) {
    const rate = median(rates.get(name)!)
    const ratio = rate / least
    row(name, rate.toFixed(0), ratio.toFixed(2), index === 0 ? '' : verdict(ratio >= goal, `≥ ${goal}`))
  }
}

/** Events a second, as the target sees them come. */
async function rateOf(way: Way, atOnce: number, events: number): Promise<number> {
  const target = start([join(here, 'bare', 'target.cjs'), ANSWER_MS], { PATH: process.env.PATH })
  const [port] = await once(createInterface(target.stdout!), 'line')
  const sender = await way.start(Number(port), events, atOnce)
  const answer = await fetch(`http://127.0.0.1:${port}/${FIRST}/${events - 1}`)
  const ms = Number(await answer.text())
  for (const child of [sender, target]) {
    if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
  }
  return (events - 1 - FIRST) / (ms / 1000)
}

function start(args: readonly (string | number)[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, args.map(String), { env, stdio: ['ignore', 'pipe', 'ignore'] })
  if (args[0] === run) child.stdout!.resume()
  return child
}

/** Fills an inbox with events that wait to be forwarded, each of a payment. */
function fill(place: InboxPlace, events: number): Promise<void> {
  const receivedAt = new Date().toISOString()
  return fillInbox(place, events, n => {
    const [type, eventId, paymentId] = ['payment.approved', `evt_${n}`, `pay_${n}`]
    const event = { id: eventId, type, data: { paymentId }, pad: '' }
    event.pad = 'x'.repeat(450 - JSON.stringify(event).length)
    const body = Buffer.from(JSON.stringify(event))
    return { delivery: `dlv_${n}`, type, eventId, paymentId, receivedAt, body, forward: true }
  })
}
