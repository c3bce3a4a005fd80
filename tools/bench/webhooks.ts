/**
 * Receiving deliveries, beside receivers that do less: one that only answers, one that verifies, one that
 * also saves them in groups. Then the memory over many, and a SIGKILL during deliveries.
 */
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { printPeaks, STEADY, STREAMED, verdict } from './measure.ts'
import { printRates, type Receiver, SECRET, startBare, startListen } from './receivers.ts'
import { createSender, end, type Sent, send, startSender } from './sender.ts'

const here = dirname(fileURLToPath(import.meta.url))

/** @param env what a measured process sees; `folder` is for its state */
export async function webhooks(env: NodeJS.ProcessEnv, folder: string, quick: boolean): Promise<void> {
  const dataDir = join(folder, 'webhooks')
  const file = join(folder, 'group.db')
  const bare = (how: string, name: string): Receiver => ({
    name,
    start: () => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
      return startBare('receive.cjs', [how, SECRET, file], env)
    },
  })
  const listenEnv = { ...env, PIXCTL_DATA_DIR: dataDir, PIXCTL_WEBHOOK_SECRET: SECRET }
  const listen: Receiver = {
    name: 'webhook listen --json',
    start: () => startListen(listenEnv),
    kept: async () => keptIn(stateIn(dataDir)).size,
  }
  const fresh = () => rmSync(dataDir, { recursive: true, force: true })

  const receivers = [
    bare('bare', 'node:http, 204'),
    bare('hmac', 'the same, verified'),
    { ...bare('group', 'and synced in groups'), kept: async () => keptIn(file).size },
    listen,
  ]
  await printRates(receivers, createSender(folder, SECRET), {
    title: 'Signed deliveries',
    fresh,
    rounds: quick ? 3 : 9,
    goal: { of: listen, beside: receivers[0]!, ratio: 0.3, p99: 3 },
  })

  await printPeaks(listen.name, 'deliveries', quick ? 1 : 3, () => {
    fresh()
    return peaks(listenEnv)
  })

  fresh()
  const { acknowledged, lost } = await killed(listen, folder, dataDir)
  console.log(
    `\nSIGKILL during deliveries: ${acknowledged} answered 204, ${lost} of them lost (${verdict(lost === 0 && acknowledged > 0, '0')})`,
  )
}

/** Of one listener: when V8 first collects everything depends on how long it waited for the first delivery. */
async function peaks(env: NodeJS.ProcessEnv): Promise<number[]> {
  const { child, port } = await startListen(env, ...STEADY, '--require', join(here, 'peak-memory.cjs'))
  const lines = createInterface(child.stdio[3] as Readable)[Symbol.asyncIterator]()
  const found: number[] = []
  let received = 0
  for (const count of STREAMED) {
    received += (await send(port, count - received, SECRET)).acknowledged
    if (received < count) throw new Error(`webhook listen refused ${count - received}`)
    child.kill('SIGUSR2')
    found.push(Number((await lines.next()).value))
  }
  await end(child)
  return found
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
