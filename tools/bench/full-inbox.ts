/**
 * Receiving deliveries with millions in the inbox. It is filled by SQL, because a listener would take a quarter of an hour
 * for ten million, and once for all runs.
 */

import { closeSync, fsyncSync, openSync, statfsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { SECRET } from './receivers.ts'
import { end, send } from './sender.ts'
import { type IdOrder, ORDERS } from './signed.ts'
import { type SavingReceiver, subjects } from './webhooks.ts'

const MILLION = 1_000_000
/** For two inboxes; and for what the runs add, and SQLite's log while they are filled. */
const GIB = { aMillion: 2, more: 5 }

/** The columns of a copy that aren't those of the first delivery. */
const OWN: Readonly<Record<string, string>> = {
  delivery: "'dlv_' || made",
  event_id: "'evt_' || made",
  payment_id: "'pay_' || made",
}

/** Ids as signed.ts makes them. */
const MADE = {
  'in order': "printf('%024x%08x', 0, number)",
  random: 'lower(hex(randomblob(16)))',
}

/** @param env what a measured process sees; `folder` is for its state, and has room for all */
export async function fullInbox(
  env: NodeJS.ProcessEnv,
  folder: string,
  quick: boolean,
  millions: number,
): Promise<void> {
  const { bavail, bsize } = statfsSync(folder)
  const [free, needed] = [(bavail * bsize) / 2 ** 30, millions * GIB.aMillion + GIB.more]
  if (free < needed) throw new Error(`${folder} has ${free.toFixed(0)} GiB free, and this needs ${needed}`)
  const { group, listen, fresh, compare } = subjects(env, folder, quick)
  for (const order of ORDERS) {
    fresh()
    for (const each of [group, listen]) await fill(each, millions, order)
    // What a run adds stays: nothing is emptied, and only the first one begins with this number.
    await compare(`Signed deliveries, ${millions} million in the inbox`, order, () => {})
  }
  fresh()
}

async function fill({ start, file, index }: SavingReceiver, millions: number, order: IdOrder): Promise<void> {
  const { child, port } = await start()
  await send(port, 1, SECRET, order)
  await end(child)
  for (let million = 0; million < millions; million++) {
    copyFirst(file, order)
    await index?.()
  }
}

/** Copies the first delivery a million times. */
function copyFirst(file: string, order: IdOrder): void {
  const database = new DatabaseSync(file)
  // Not synced, and with enough memory for all of it: random ids would write each page many times.
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -4000000')
  const { id: _, ...first } = database.prepare('SELECT * FROM deliveries').get()!
  const columns = Object.keys(first)
  const same = columns.filter(name => !(name in OWN))
  const copy = database.prepare(
    `WITH RECURSIVE numbers (number) AS (SELECT max(id) + 1 FROM deliveries UNION ALL SELECT number + 1 FROM numbers LIMIT ${MILLION}),
       ids (made) AS MATERIALIZED (SELECT ${MADE[order]} FROM numbers)
     INSERT INTO deliveries (${columns.join(', ')}) SELECT ${columns.map(name => OWN[name] ?? '?').join(', ')} FROM ids`,
  )
  copy.run(...same.map(name => first[name]!))
  database.close()
  const opened = openSync(file, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
