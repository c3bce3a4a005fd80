/**
 * Receiving deliveries, beside thirty plain lines with the same guarantee: many at once, with ids in order and random ones,
 * and one alone. Then the memory over many, and a SIGKILL during deliveries.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { printPeaks, STEADY, STREAMED, verdict } from './measure.ts'
import { printAlone, printRates, type Receiver, SECRET, startBare, startListen } from './receivers.ts'
import { createSender, end, type Sent, send, startSender } from './sender.ts'
import { type IdOrder, ORDERS } from './signed.ts'

const here = dirname(fileURLToPath(import.meta.url))
/** When the listener takes as many as it can. */
const KILLED_AFTER_MS = 2_000

export interface SavingReceiver extends Receiver {
  /** Where it saves them. */
  file: string
}

/** @param env what a measured process sees; `folder` is for its state */
export async function webhooks(env: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const { plain, listen, listenEnv, fresh, compare } = subjects(env, folder)
  for (const order of ORDERS) await compare('Signed deliveries', order, fresh)

  fresh()
  await printAlone(listen, plain)

  await printPeaks(listen.name, 'deliveries', () => {
    fresh()
    return peaks(listenEnv)
  })

  for (const order of ORDERS) {
    fresh()
    const { acknowledged, lost } = await killed(listen, folder, order)
    console.log(
      `\nSIGKILL during deliveries, ids ${order}: ${acknowledged} answered 204, ${lost} of them lost (${verdict(lost === 0 && acknowledged > 0, '0')})`,
    )
  }
}

/** Receivers that save into files in a folder, and how they are compared. */
export function subjects(env: NodeJS.ProcessEnv, folder: string) {
  const dataDir = join(folder, 'webhooks')
  const listenEnv = { ...env, PIXCTL_DATA_DIR: dataDir, PIXCTL_WEBHOOK_SECRET: SECRET }
  const plainFile = join(folder, 'plain.db')
  const stateFile = join(dataDir, 'profiles', 'default', 'state.db')
  const plain: SavingReceiver = {
    name: 'thirty plain lines',
    file: plainFile,
    start: () => startBare('receive.cjs', [SECRET, plainFile], env),
    kept: async () => deliveriesIn(plainFile, 'plain').length,
  }
  const listen: SavingReceiver = {
    name: 'webhook listen --json',
    file: stateFile,
    start: () => startListen(listenEnv),
    kept: async () => deliveriesIn(stateFile, 'arrivals').length,
  }
  const fresh = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(plainFile + suffix, { force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
  const compare = (title: string, order: IdOrder, fresh: () => void) =>
    printRates(listen, plain, createSender(folder, SECRET, order), { title, fresh, ratio: 0.5 })
  return { plain, listen, listenEnv, fresh, compare }
}

/** Of one listener: when V8 first collects everything depends on how long it waited for the first delivery. */
async function peaks(env: NodeJS.ProcessEnv): Promise<number[]> {
  const { child, port } = await startListen(env, ...STEADY, '--require', join(here, 'peak-memory.cjs'))
  const lines = createInterface(child.stdio[3] as Readable)[Symbol.asyncIterator]()
  const found: number[] = []
  let received = 0
  for (const count of STREAMED) {
    received += (await send(port, count - received, SECRET, 'in order')).acknowledged
    if (received < count) throw new Error(`webhook listen refused ${count - received}`)
    child.kill('SIGUSR2')
    found.push(Number((await lines.next()).value))
  }
  await end(child)
  return found
}

/** How many deliveries that were answered 204 are not in the inbox of a listener that was killed. */
async function killed({ start, file }: SavingReceiver, folder: string, order: IdOrder) {
  const { child, port } = await start()
  const answered = join(folder, 'acknowledged.txt')
  // The sender says when it begins to send.
  const sender = startSender(port, 100_000, SECRET, order, answered)
  const lines = createInterface(sender.stdout!)[Symbol.asyncIterator]()
  await lines.next()
  setTimeout(() => child.kill('SIGKILL'), KILLED_AFTER_MS)
  const { acknowledged } = JSON.parse((await lines.next()).value ?? '') as Sent
  const kept = new Set(deliveriesIn(file, 'arrivals'))
  const lost = readFileSync(answered, 'utf8')
    .split('\n')
    .filter(each => each !== '' && !kept.has(each)).length
  return { acknowledged, lost }
}

/** The ids of the deliveries that a file has. */
function deliveriesIn(file: string, table: string): string[] {
  if (!existsSync(file)) return []
  const database = new DatabaseSync(file)
  const rows = database.prepare(`SELECT delivery FROM ${table}`).all()
  database.close()
  return rows.map(({ delivery }) => String(delivery))
}
