/** Makes connections to one PostgreSQL server, each with the same settings. */

import { Socket } from 'node:net'
import type { Client, ClientConfig, Pool } from 'pg'
import type { PostgresAddress } from './address.ts'
import { carefulClient } from './careful-client.ts'
import { noPassword } from './errors.ts'
import type { Queryable } from './queryable.ts'
import { chooseTls, prepareSession } from './session.ts'

/** PostgreSQL has 100 by default, for everybody. */
const MAX_CONNECTIONS = 8
const CONNECT_MS = 5_000
/** A statement that takes longer is given up, because its connection may lead nowhere. */
const STATEMENT_MS = 15_000
const IDLE_MS = 30_000
const KEEP_ALIVE_MS = 10_000

export class Connections {
  readonly address: PostgresAddress
  readonly #pg: typeof import('pg')
  readonly #Client: typeof Client
  readonly #patienceMs: number
  readonly #sockets = new Set<Socket>()
  #ssl: ClientConfig['ssl'] = false

  private constructor(pg: typeof import('pg'), address: PostgresAddress, patienceMs: number) {
    this.#pg = pg
    this.#Client = carefulClient(pg.Client, address)
    this.address = address
    this.#patienceMs = patienceMs
  }

  /** @param patienceMs how long a connection or a statement may take, if that is less than usual */
  static async load(address: PostgresAddress, patienceMs: number): Promise<Connections> {
    const { default: pg } = await import('pg')
    return new Connections(pg as typeof import('pg'), address, patienceMs)
  }

  /** Finds out whether the server wants TLS, if the address leaves it open. From now on connections are made so. */
  async chooseTls(): Promise<void> {
    this.#ssl = await chooseTls(this.address.tls, async ssl => {
      const client = this.newClient(ssl)
      try {
        await client.connect()
      } finally {
        void client.end().catch(() => {})
      }
    })
  }

  newPool(): Pool {
    const pool = new this.#pg.Pool({
      ...this.#config(),
      ssl: this.#ssl,
      Client: this.#Client,
      max: MAX_CONNECTIONS,
      idleTimeoutMillis: IDLE_MS,
      onConnect: client =>
        prepareSession(client as unknown as Queryable, this.address) as unknown as undefined,
    })
    // A connection that nobody uses has ended; the next statement gets another one.
    pool.on('error', () => {})
    return pool
  }

  /** A connection that isn't in a pool. */
  newClient(ssl = this.#ssl): Client {
    const client = new this.#Client({ ...this.#config(), ssl })
    client.on('error', () => {})
    return client
  }

  /** Cuts all connections, also those that lead nowhere. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #config(): ClientConfig {
    const { host, port, user, database } = this.address
    return {
      ...{ host, port, user, database },
      // Only asked for when the server wants it.
      password: () => {
        const password = this.address.password()
        if (password === undefined) throw noPassword(this.address)
        return password
      },
      application_name: 'pixctl',
      // Otherwise `pg` takes these from the environment.
      sslnegotiation: 'postgres',
      client_encoding: 'UTF8',
      connectionTimeoutMillis: Math.min(CONNECT_MS, this.#patienceMs),
      query_timeout: Math.min(STATEMENT_MS, this.#patienceMs),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: { getTypeParser: (oid, format) => this.#parserOf(oid, format) },
      stream: () => this.#newSocket(),
    }
  }

  /** As `pg` has it, except bigint: all of ours are below 2^53. */
  // biome-ignore lint/suspicious/noExplicitAny: the type of pg
  #parserOf(oid: number, format?: 'text' | 'binary'): any {
    const { types } = this.#pg
    return oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format as 'text')
  }

  /** Kept, so that a connection that leads nowhere can be ended too. */
  #newSocket(): Socket {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }
}
