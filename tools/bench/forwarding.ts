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
import { type InboxPlace, openInbox } from '#inbox/open.ts'
import { parsePostgresUrl } from '#lib/postgres-url.ts'
import { missingPostgres } from '../../test/support/postgres-machine.ts'
import { PostgresServer } from '../../test/support/postgres-server.ts'
import { median, row, verdict } from './measure.ts'

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
export async function forwarding(env: NodeJS.ProcessEnv, folder: string, quick: boolean): Promise<void> {
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
    await compare(ways, 1, quick ? 1_500 : 3_000, quick ? 3 : 7)
    await compare(ways, 16, quick ? 10_000 : 30_000, quick ? 3 : 7)
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
      await server.query('TRUNCATE pixctl.deliveries, pixctl.queue, pixctl.attempts', [], name)
      await fill({ dataDir: '', profile: 'default', shared }, events)
      return startListen(sharedEnv, port, atOnce)
    },
  }
}

function startListen(env: NodeJS.ProcessEnv, port: number, atOnce: number): ChildProcess {
  const flags = ['--forward-to', `http://127.0.0.1:${port}/`, '--forward-concurrency', atOnce]
  return start([run, 'webhook', 'listen', '--port', '0', '--json', ...flags], env)
}

async function compare(ways: readonly Way[], atOnce: number, events: number, rounds: number): Promise<void> {
  const rates = new Map(ways.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    for (const way of ways) rates.get(way.name)!.push(await rateOf(way, atOnce, events))
  }
  console.log(
    `\nForwarding to a target that answers in ${ANSWER_MS} ms, ${atOnce} at once, medians of ${rounds} interleaved runs`,
  )
  row('', 'events/s', 'ratio', 'goal')
  const least = median(rates.get(ways[0]!.name)!)
  // One at a time, each record waits for the disk.
  const goal = atOnce === 1 ? 0.87 : 0.9
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
async function fill(place: InboxPlace, events: number): Promise<void> {
  const inbox = await openInbox(place, { writingFrom: join(root, 'dist') })
  const receivedAt = new Date().toISOString()
  const take = (n: number) => {
    const event = { id: `evt_${n}`, type: 'payment.approved', data: { paymentId: `pay_${n}` }, pad: '' }
    event.pad = 'x'.repeat(450 - JSON.stringify(event).length)
    return inbox.writing.insert({
      channel: 'webhook',
      delivery: `dlv_${n}`,
      event: event.type,
      eventId: event.id,
      paymentId: event.data.paymentId,
      receivedAt,
      headers: `Content-Type\napplication/json\nX-Service-Event\n${event.type}\nX-Service-Delivery\ndlv_${n}`,
      body: Buffer.from(JSON.stringify(event)),
      forward: true,
    })
  }
  // A shared inbox lets only so many wait.
  for (let from = 0; from < events; from += 1000) {
    const some = { length: Math.min(1000, events - from) }
    await Promise.all(Array.from(some, (_, n) => take(from + n)))
  }
  await inbox.close()
}
