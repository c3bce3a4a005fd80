/** Where the listeners keep their inbox, and what is in it, read without pixctl. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, onTestFinished } from 'vitest'
import { Machine } from '../support/pixctl.ts'
import { describeOnPostgres, startPostgres } from '../support/postgres.ts'
import type { Recorded } from './checks.ts'

export interface Store {
  name: string
  /** Where listeners run: in turn on each. */
  machines: readonly Machine[]
  /** Restarts the server as after a crash, if there is one. */
  restart?: () => Promise<void>
  /** How many deliveries wait to be forwarded. */
  pending(): Promise<number>
  /** The ids of all deliveries. */
  kept(): Promise<string[]>
  /** All attempts with a 2xx. */
  recorded(): Promise<Recorded[]>
}

type Environment = Record<string, string>
type OpenStore = (env: Environment) => Promise<Store>

/** Describes what is true with each engine. */
export function describeStores(body: (openStore: OpenStore) => void): void {
  describe('three listeners on SQLite', () => body(openSqlite))
  describeOnPostgres('three listeners on PostgreSQL', () => body(openPostgres))
}

function newMachine(env: Environment): Machine {
  const machine = new Machine(env)
  onTestFinished(() => machine[Symbol.dispose]())
  return machine
}

type Read = <Row>(sql: string) => Promise<Row[]>

/** What is asked of the tables, whose names begin so. */
const asked = (read: Read, schema = ''): Pick<Store, 'pending' | 'kept' | 'recorded'> => ({
  pending: async () => (await read(`SELECT id FROM ${schema}log_events WHERE forward = 'pending'`)).length,
  kept: async () => {
    const rows = await read<{ delivery: string }>(`SELECT DISTINCT delivery FROM ${schema}arrivals`)
    return rows.map(({ delivery }) => delivery)
  },
  recorded: () =>
    read<Recorded>(
      `SELECT delivery, answer FROM ${schema}attempts AS tried
       JOIN ${schema}arrivals AS arrival ON arrival.event = tried.event AND arrival.place = 1
       WHERE status BETWEEN 200 AND 299`,
    ),
})

/** One machine, whose listeners share its profile. */
async function openSqlite(env: Environment): Promise<Store> {
  const machine = newMachine(env)
  const file = join(machine.dataDir, 'profiles', 'default', 'state.db')
  const read: Read = async <Row>(sql: string) => {
    using database = new DatabaseSync(file, { readOnly: true })
    return database.prepare(sql).all() as Row[]
  }
  return { name: 'SQLite', machines: [machine], ...asked(read) }
}

/** A machine for each listener, and a server that they share. */
async function openPostgres(env: Environment): Promise<Store> {
  const server = await startPostgres({ settings: { fsync: 'on' } })
  const database = await server.newDatabase()
  const inbox = { ...env, PIXCTL_INBOX_URL: server.url(database) }
  const machines = [newMachine(inbox), newMachine(inbox), newMachine(inbox)]
  const { code, stderr } = await machines[0]!.pixctl(['inbox', 'init'])
  if (code !== 0) throw new Error(`inbox init: ${stderr}`)
  const read: Read = async <Row>(sql: string) => (await server.query(sql, [], database)) as Row[]
  return {
    ...{ name: 'PostgreSQL', machines, restart: () => server.restart('immediate') },
    ...asked(read, 'pixctl.'),
  }
}
