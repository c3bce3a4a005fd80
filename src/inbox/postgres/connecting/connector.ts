/** Makes connections to the PostgreSQL server that can be written, each with the same settings. */

import { Socket, type SocketConnectOpts } from 'node:net'
import type { Client, ClientConfig } from 'pg'
import { Failure } from '#lib/failure.ts'
import { localized } from '#lib/language.ts'
import { lookup } from '#lib/lookup.ts'
import type { PostgresServer, PostgresServers } from '#lib/postgres/address.ts'
import { makeCareful } from '#lib/postgres/careful-client.ts'
import type { TlsAttempt } from '#lib/postgres/tls.ts'
import { hostList } from '#lib/postgres/url.ts'
import type { Waiting } from '../../shared-inbox.ts'
import type { Queryable } from '../statements.ts'
import { texts } from '../texts.ts'
import { Away, connectionError, GIVE_PASSWORD, hasNoTls, sqlState } from './errors.ts'
import { prepareSession, refusePooler } from './session.ts'

const CONNECT_MS = 5_000
/** A statement that takes longer is given up, because its connection may lead nowhere. */
const STATEMENT_MS = 15_000
const KEEP_ALIVE_MS = 10_000

export interface ConnectorOptions extends Waiting {
  /** The last that is done with each new connection. Throws a Failure if this process must not use it. */
  enter?: (connection: Queryable) => Promise<void>
}

export interface Connection {
  readonly client: Client & Queryable
  /** Why it can't be used any more. */
  broken?: Error
}

export class Connector {
  readonly address: PostgresServers
  readonly #pg: typeof import('pg')
  readonly #waiting: ConnectorOptions
  /** All that were made and have not ended. */
  readonly #clients = new Map<Client, Socket>()
  /** First the one that was connected to last; then the others in their order. */
  #servers: readonly PostgresServer[]
  /** Whether a pooler is between, which is asked once, and again after a connection was cut. */
  #pooler: Promise<void> | undefined

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

  /**
   * Connects to the first server that takes connections and can be written, beginning with the one that was the last. As
   * libpq does, it goes on only from one that is away: the next one isn't asked with a password that was refused.
   *
   * @param onBreak called when the connection is cut
   */
  async connect(onBreak: (connection: Connection) => void): Promise<Connection> {
    const reasons: string[] = []
    for (const server of this.#servers) {
      try {
        const connection = await this.#connectTo(server, onBreak)
        this.#servers = [server, ...this.#servers.filter(other => other !== server)]
        return connection
      } catch (cause) {
        const error = connectionError(cause, server)
        const isLast = this.address.servers.length === 1 || this.#waiting.signal.aborted
        if (!(error instanceof Away) || isLast) throw error
        reasons.push(`${hostList([server])}: ${localized(error.reason)}`)
      }
    }
    throw new Away(this.address, reasons.join('; '))
  }

  /** With TLS or without: a server's rules can be different for each. */
  async #connectTo(server: PostgresServer, onBreak: (broken: Connection) => void): Promise<Connection> {
    const [first, second] = server.tls
    try {
      return await this.#connectBy(first, server, onBreak)
    } catch (error) {
      if (second === undefined || !mayTryOther(error)) throw error
      return await this.#connectBy(second, server, onBreak).catch(other => {
        throw hasNoTls(other) ? error : other
      })
    }
  }

  async #connectBy(ssl: TlsAttempt, server: PostgresServer, onBreak: (broken: Connection) => void) {
    const connection: Connection = { client: this.#newClient(server, ssl) as Connection['client'] }
    const { client } = connection
    client.on('error', error => {
      connection.broken ??= error
      this.#pooler = undefined
      onBreak(connection)
    })
    try {
      await client.connect()
      // Before the settings: behind a pooler they could reach other clients.
      this.#pooler ??= refusePooler(client, () => this.#newClient(server, ssl), server)
      await this.#pooler
      await prepareSession(client, server, this.address.servers.length > 1)
      await this.#waiting.enter?.(client)
      return connection
    } catch (error) {
      this.drop(connection)
      throw error
    }
  }

  /** Ends a connection that can't be used any more. */
  drop({ client }: Connection): void {
    this.#pooler = undefined
    void client.end().catch(() => {})
  }

  /** Ends all connections. */
  async end(): Promise<void> {
    await Promise.all([...this.#clients.keys()].map(client => client.end().catch(() => {})))
  }

  /** Cuts all connections, also those that lead nowhere. */
  cut(): void {
    for (const socket of this.#clients.values()) socket.destroy()
  }

  #newClient(server: PostgresServer, ssl: TlsAttempt): Client {
    const socket = newSocket()
    const client = new this.#pg.Client({ ...this.#config(server), ssl, stream: () => socket })
    this.#clients.set(client, socket)
    socket.once('close', () => this.#clients.delete(client))
    // Without a listener an error between two statements would end the process.
    client.on('error', () => {})
    return makeCareful(client, server, ssl)
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
        const why = () => texts.asksForPassword(server.shown, user)
        throw new Failure('unauthenticated', why, { next: GIVE_PASSWORD })
      },
      application_name: applicationName,
      enableChannelBinding: binding !== undefined,
      // Otherwise `pg` takes these from the environment.
      sslnegotiation: 'postgres',
      client_encoding: 'UTF8',
      // Statements that don't wait for each other need one round trip.
      pipeline: true,
      connectionTimeoutMillis: Math.min(connectMs, this.#waiting.timeoutMs / this.address.servers.length),
      query_timeout: Math.min(STATEMENT_MS, this.#waiting.timeoutMs),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: { getTypeParser: (oid, format) => this.#parserOf(oid, format) },
    }
  }

  /** As `pg` has it, except bigint, for all of ours are below 2^53, and times. */
  // biome-ignore lint/suspicious/noExplicitAny: the type of pg
  #parserOf(oid: number, format?: 'text' | 'binary'): any {
    const { types } = this.#pg
    if (oid === types.builtins.INT8) return Number
    return oid === types.builtins.TIMESTAMPTZ ? isoTime : types.getTypeParser(oid, format as 'text')
  }
}

function mayTryOther(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return hasNoTls(error) || sqlState(error) === '28000' || /^ERR_(OS)?SSL/.test(code)
}

/** Finds a host as the rest of pixctl does. */
function newSocket(): Socket {
  const socket = new Socket()
  const connect = socket.connect.bind(socket) as (options: SocketConnectOpts) => Socket
  // `pg` gives a port and a host, or the path of a Unix socket.
  socket.connect = ((port: number | string, host?: string) =>
    connect(
      host === undefined ? { path: `${port}` } : { port: Number(port), host, lookup },
    )) as Socket['connect']
  return socket
}

/** From `2026-03-10 12:00:00.5+00`, as a session of {@link prepareSession} writes a time, to ISO 8601. */
function isoTime(text: string): string {
  return new Date(text.replace(' ', 'T').replace('+00', 'Z')).toISOString()
}
