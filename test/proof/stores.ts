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
export type OpenStore = (env: Environment) => Promise<Store>

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

/** One machine, whose listeners share its profile. */
async function openSqlite(env: Environment): Promise<Store> {
  const machine = newMachine(env)
  const read = <Row>(sql: string): Row[] => {
    const database = new DatabaseSync(join(machine.dataDir, 'profiles', 'default', 'state.db'), {
      readOnly: true,
    })
    try {
      return database.prepare(sql).all() as Row[]
    } finally {
      database.close()
    }
  }
  return {
    name: 'SQLite',
    machines: [machine],
    pending: async () =>
      read<{ count: number }>("SELECT count(*) AS count FROM log_events WHERE forward = 'pending'")[0]!.count,
    kept: async () =>
      read<{ delivery: string }>('SELECT DISTINCT delivery FROM arrivals').map(row => row.delivery),
    recorded: async () =>
      read<Recorded>(
        `SELECT delivery, answer FROM attempts
         JOIN arrivals ON arrivals.event = attempts.event AND arrivals.place = 1
         WHERE status BETWEEN 200 AND 299`,
      ),
  }
}

/** A machine for each listener, and a server that they share. */
export async function openPostgres(env: Environment): Promise<Store> {
  const server = await startPostgres({ settings: { fsync: 'on' } })
  const database = await server.newDatabase()
  const inbox = { ...env, PIXCTL_INBOX_URL: server.url(database) }
  const machines = [newMachine(inbox), newMachine(inbox), newMachine(inbox)]
  const { code, stderr } = await machines[0]!.pixctl(['inbox', 'init'])
  if (code !== 0) throw new Error(`inbox init: ${stderr}`)
  return {
    name: 'PostgreSQL',
    machines,
    restart: () => server.restart('immediate'),
    pending: async () =>
      (
        await server.query<{ count: number }>(
          "SELECT count(*)::int AS count FROM pixctl.log_events WHERE forward = 'pending'",
          [],
          database,
        )
      )[0]!.count,
    kept: async () =>
      (
        await server.query<{ delivery: string }>(
          'SELECT DISTINCT delivery FROM pixctl.arrivals',
          [],
          database,
        )
      ).map(row => row.delivery),
    recorded: () =>
      server.query<Recorded & Record<string, unknown>>(
        `SELECT delivery, answer FROM pixctl.attempts
         JOIN pixctl.arrivals ON arrivals.event = attempts.event AND arrivals.place = 1
         WHERE status BETWEEN 200 AND 299`,
        [],
        database,
      ),
  }
}
