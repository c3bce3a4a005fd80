/** Makes connections to the PostgreSQL server that can be written, each with the same settings. */

import { Socket, type SocketConnectOpts } from 'node:net'
import type { Client, ClientConfig, Pool, PoolClient } from 'pg'
import { Failure } from '#lib/failure.ts'
import { localized } from '#lib/language.ts'
import { lookup } from '#lib/lookup.ts'
import { hostList } from '#lib/postgres-url.ts'
import type { Waiting } from '../../shared-inbox.ts'
import type { Queryable } from '../sql.ts'
import { texts } from '../texts.ts'
import type { PostgresServer, PostgresServers } from './address.ts'
import { carefulClient } from './careful-client.ts'
import { Away, connectionError, GIVE_PASSWORD } from './errors.ts'
import { prepareSession, refusePooler, withTls } from './session.ts'
import type { TlsAttempt } from './tls.ts'

/** PostgreSQL has 100 by default, for everybody. */
const MAX_CONNECTIONS = 8
const CONNECT_MS = 5_000
/** A statement that takes longer is given up, because its connection may lead nowhere. */
const STATEMENT_MS = 15_000
const IDLE_MS = 30_000
const KEEP_ALIVE_MS = 10_000

export type WritablePool = ReturnType<Connector['newPool']>

export interface ConnectorOptions extends Waiting {
  /** The last that is done with each new connection. Throws a Failure if this process must not use it. */
  enter?: (connection: Queryable) => Promise<void>
}

export class Connector {
  readonly address: PostgresServers
  readonly #pg: typeof import('pg')
  readonly #waiting: ConnectorOptions
  readonly #sockets = new Set<Socket>()
  /** First the one that was connected to last, with TLS as it was taken there; then the others in their order. */
  #servers: readonly PostgresServer[]

  private constructor(pg: typeof import('pg'), address: PostgresServers, waiting: ConnectorOptions) {
    this.#pg = pg
    this.address = address
    this.#servers = address.servers
    this.#waiting = waiting
  }

  /** @param waiting how long connecting or a statement may take, if that is less than usual, and what ends it */
  static async load(address: PostgresServers, waiting: ConnectorOptions): Promise<Connector> {
    const { default: pg } = await import('pg')
    return new Connector(pg as typeof import('pg'), address, waiting)
  }

  /** Connections to whichever server can be written. */
  newPool() {
    const pools = new Map<string, Pool>()
    const poolTo = (server: PostgresServer, ssl: TlsAttempt) => {
      const way = `${server.shown} ${ssl !== false}`
      if (!pools.has(way)) pools.set(way, this.#newPool(server, ssl))
      return pools.get(way)!
    }
    return {
      connect: () => this.#connect(poolTo),
      end: async () => void (await Promise.all([...pools.values()].map(pool => pool.end()))),
    }
  }

  /**
   * Connects to the first server that takes connections and can be written, beginning with the one that was the last. As
   * libpq does, it goes on only from one that is away: the next one isn't asked with a password that was refused.
   */
  async #connect(poolTo: (server: PostgresServer, ssl: TlsAttempt) => Pool): Promise<PoolClient> {
    const reasons: string[] = []
    for (const server of this.#servers) {
      try {
        return await withTls(server.tls, async ssl => {
          const client = await poolTo(server, ssl).connect()
          const others = this.#servers.filter(({ shown }) => shown !== server.shown)
          this.#servers = [{ ...server, tls: [ssl] }, ...others]
          return client
        })
      } catch (cause) {
        const error = connectionError(cause, server)
        const isLast = this.address.servers.length === 1 || this.#waiting.signal.aborted
        if (!(error instanceof Away) || isLast) throw error
        reasons.push(`${hostList([server])}: ${localized(error.reason)}`)
      }
    }
    throw new Away(this.address, reasons.join('; '))
  }

  #newPool(server: PostgresServer, ssl: TlsAttempt): Pool {
    let checked: Promise<void> | undefined
    const forget = () => {
      checked = undefined
    }
    const pool = new this.#pg.Pool({
      ...this.#config(server),
      ssl,
      Client: carefulClient(this.#pg.Client, server),
      max: MAX_CONNECTIONS,
      idleTimeoutMillis: IDLE_MS,
      onConnect: (async (client: Client) => {
        // Before the settings: behind a pooler they could reach other clients.
        checked ??= refusePooler(client, () => this.newClient(server, ssl), server)
        checked.catch(forget)
        await checked
        const connection = client as unknown as Queryable
        await prepareSession(connection, server, this.address.servers.length > 1)
        await this.#waiting.enter?.(connection)
      }) as unknown as () => undefined,
    })
    // A connection that nobody uses has ended; the next statement gets another one, perhaps by another way.
    pool.on('error', forget)
    return pool
  }

  /** A connection that isn't in a pool, to the server that was connected to last. */
  newClient(server = this.#servers[0]!, ssl = server.tls[0]): Client {
    const client = new (carefulClient(this.#pg.Client, server))({ ...this.#config(server), ssl })
    client.on('error', () => {})
    return client
  }

  /** Cuts all connections, also those that lead nowhere. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #config(server: PostgresServer): ClientConfig {
    const { host, port, user, database } = server
    const { applicationName = 'pixctl', connectTimeout, binding } = server.says
    const connectMs = connectTimeout === undefined ? CONNECT_MS : connectTimeout * 1000
    return {
      ...{ host, port, user, database },
      // Only asked for when the server wants it.
      password: () => {
        const password = server.password()
        if (password !== undefined) return password
        throw new Failure('unauthenticated', () => texts.asksForPassword(server.shown, user), {
          next: GIVE_PASSWORD,
        })
      },
      application_name: applicationName,
      enableChannelBinding: binding !== undefined,
      // Otherwise `pg` takes these from the environment.
      sslnegotiation: 'postgres',
      client_encoding: 'UTF8',
      connectionTimeoutMillis: Math.min(connectMs, this.#waiting.timeoutMs / this.address.servers.length),
      query_timeout: Math.min(STATEMENT_MS, this.#waiting.timeoutMs),
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
    const connect = socket.connect.bind(socket) as (options: SocketConnectOpts) => Socket
    // `pg` gives a host, or the path of a Unix socket.
    socket.connect = ((port: number | string, host?: string) =>
      connect(
        host === undefined ? { path: `${port}` } : { port: Number(port), host, lookup },
      )) as Socket['connect']
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }
}
