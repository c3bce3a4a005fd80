/** Receiving deliveries with a million events in the inbox. It is filled once for all runs. */

import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { COPY_EVENT, COPY_PLAIN, MADE_IDS } from './fill.ts'
import { SECRET } from './receivers.ts'
import { end, send } from './sender.ts'
import { type IdOrder, ORDERS } from './signed.ts'
import { type SavingReceiver, subjects } from './webhooks.ts'

/** @param env what a measured process sees; `folder` is for its state, and needs 5 GiB */
export async function fullInbox(env: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const { plain, listen, fresh, compare } = subjects(env, folder)
  for (const order of ORDERS) {
    fresh()
    await fill(plain, COPY_PLAIN, order)
    await fill(listen, COPY_EVENT, order)
    // What a run adds stays: nothing is emptied, and only the first one begins with this number.
    await compare('Signed deliveries, a million events in the inbox', order, () => {})
  }
  fresh()
}

/** Copies the first delivery. */
async function fill({ start, file }: SavingReceiver, copy: readonly string[], order: IdOrder): Promise<void> {
  const { child, port } = await start()
  await send(port, 1, SECRET, order)
  await end(child)
  const database = new DatabaseSync(file)
  // Not synced, and with enough memory for all of it: random ids would write each page many times.
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -4000000')
  for (const statement of [MADE_IDS.sqlite(order), ...copy]) database.exec(statement)
  database.close()
  const opened = openSync(file, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
