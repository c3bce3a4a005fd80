/**
 * Receiving deliveries, beside receivers that do less: one that only answers, one that verifies, one that
 * also saves them in groups. Their ids are in order, and then random. Then the memory over many, and a SIGKILL
 * during deliveries.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { InboxFile } from '#inbox/sqlite/inbox-file.ts'
import { printPeaks, STEADY, STREAMED, verdict } from './measure.ts'
import { printRates, type Receiver, SECRET, startBare, startListen } from './receivers.ts'
import { createSender, end, type Sent, send, startSender } from './sender.ts'
import { type IdOrder, ORDERS } from './signed.ts'

const here = dirname(fileURLToPath(import.meta.url))
/** Of the rate of the server that only answers. */
const GOALS = { 'in order': 0.3, random: 0.27 }
const P99_GOAL = 4
/** When the listener takes as many as it can. */
const KILLED_AFTER_MS = 2_000

export interface SavingReceiver extends Receiver {
  /** Where it saves them. */
  file: string
  /** Puts what SQL has added to the file into its index of ids. */
  index?(): Promise<void>
}

/** @param env what a measured process sees; `folder` is for its state */
export async function webhooks(env: NodeJS.ProcessEnv, folder: string, quick: boolean): Promise<void> {
  const { listen, listenEnv, fresh, compare } = subjects(env, folder, quick)
  for (const order of ORDERS) await compare('Signed deliveries', order, fresh)

  await printPeaks(listen.name, 'deliveries', quick ? 1 : 3, () => {
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

/** Receivers that save into files in a folder, those that they are compared with, and how that is done. */
export function subjects(env: NodeJS.ProcessEnv, folder: string, quick: boolean) {
  const dataDir = join(folder, 'webhooks')
  const listenEnv = { ...env, PIXCTL_DATA_DIR: dataDir, PIXCTL_WEBHOOK_SECRET: SECRET }
  const groupFile = join(folder, 'group.db')
  const bare = (how: string, name: string): Receiver => ({
    name,
    start: () => startBare('receive.cjs', [how, SECRET, groupFile], env),
  })
  const saving = (file: string, receiver: Receiver): SavingReceiver => ({
    ...receiver,
    file,
    kept: async () => countIn(file),
  })
  const least = bare('bare', 'node:http, 204')
  const group = saving(groupFile, bare('group', 'and synced in groups'))
  const listen: SavingReceiver = {
    ...saving(join(dataDir, 'profiles', 'default', 'state.db'), {
      name: 'webhook listen --json',
      start: () => startListen(listenEnv),
    }),
    index: async () => {
      const inbox = await InboxFile.open(dataDir, 'default')
      while (inbox.indexMore());
      inbox.close()
    },
  }
  const fresh = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(groupFile + suffix, { force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
  const compare = (title: string, order: IdOrder, fresh: () => void) => {
    const receivers = [least, bare('hmac', 'the same, verified'), group, listen]
    const goal = { of: listen, beside: least, ratio: GOALS[order], p99: P99_GOAL }
    const sender = createSender(folder, SECRET, order)
    return printRates(receivers, sender, { title, fresh, rounds: quick ? 3 : 9, goal })
  }
  return { group, listen, listenEnv, fresh, compare }
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
  const kept = keptIn(file)
  const lost = readFileSync(answered, 'utf8')
    .split('\n')
    .filter(each => each !== '' && !kept.has(each)).length
  return { acknowledged, lost }
}

/** The ids of the deliveries that a file has. */
function keptIn(file: string): Set<string> {
  const database = new DatabaseSync(file)
  const rows = database.prepare('SELECT delivery FROM deliveries').iterate()
  const kept = new Set([...rows].map(({ delivery }) => String(delivery)))
  database.close()
  return kept
}

function countIn(file: string): number {
  if (!existsSync(file)) return 0
  const database = new DatabaseSync(file)
  const row = database.prepare('SELECT count(*) AS count FROM deliveries').get()
  database.close()
  return Number(row!.count)
}
