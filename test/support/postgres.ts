/** Tests that need PostgreSQL: real servers, stopped at the end also when a test fails or its process is killed. */

import { beforeAll, it, onTestFinished } from 'vitest'
import { describeNeeding } from './needs.ts'
import { canCopy, missingPostgres } from './postgres-machine.ts'
import { emptyCluster, type PostgresOptions, PostgresServer } from './postgres-server.ts'

export type { PostgresServer } from './postgres-server.ts'

/** Skipped where there is no PostgreSQL, unless PIXCTL_REQUIRE_SERVERS=1. `npm test` runs only what says `always`. */
export function describeOnPostgres(name: string, body: () => void, { always = false } = {}): void {
  const need = { missing: missingPostgres, requiredBy: 'PIXCTL_REQUIRE_SERVERS', always }
  describeNeeding(need, name, () => {
    preparePostgres()
    body()
  })
}

/** Before the first test of a `describe`: makes what takes longest, so that it isn't part of the time of a test. */
export function preparePostgres(): void {
  beforeAll(() => void emptyCluster(), 180_000)
}

/** A server of the test's own, with its own settings; it ends with the test. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const server = await PostgresServer.start(options)
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server
}

/** A test with a copy of a server: skipped for the programs of a PostgreSQL without the one that copies. */
export function itWithReplica(name: string, body: () => Promise<void>): void {
  if (!canCopy) process.stderr.write(`skipped: ${name}: it needs pg_basebackup\n`)
  it.skipIf(!canCopy)(name, body)
}

/** A read-only copy of a server; it ends with the test. */
export async function startReplica(of: PostgresServer): Promise<PostgresServer> {
  const replica = await of.replica()
  onTestFinished(() => replica[Symbol.asyncDispose]())
  return replica
}

let shared: Promise<PostgresServer> | undefined

/** The server that all tests of this process share: for tests that don't stop it or change its settings. */
export function sharedPostgres(): Promise<PostgresServer> {
  shared ??= PostgresServer.start()
  return shared
}

export interface TestDatabase {
  server: PostgresServer
  name: string
  /** `postgres://…` */
  url: string
  /** Runs a statement in it, on a new connection. */
  query<Row extends Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>
}

/** A new, empty database on the shared server, or on another one. It is dropped after the test. */
export async function newDatabase(on?: PostgresServer): Promise<TestDatabase> {
  const server = on ?? (await sharedPostgres())
  const name = await server.newDatabase()
  // A server of the test's own goes away whole.
  if (on === undefined)
    onTestFinished(() => server.query(`DROP DATABASE ${name} WITH (FORCE)`).then(() => {}))
  return {
    server,
    name,
    url: server.url(name),
    query: (sql, values) => server.query(sql, values, name),
  }
}
