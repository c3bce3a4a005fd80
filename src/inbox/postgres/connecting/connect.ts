/**
 * The connections to PostgreSQL: a few, shared by everything in this process. They are made again when PostgreSQL is
 * back after it was away.
 */

import type { QueryResult, QueryResultRow } from 'pg'
import type { Clock } from '#lib/clock.ts'
import type { PostgresServers } from '#lib/postgres/address.ts'
import { LeaseLost } from '../../inbox.ts'
import type { Queryable, Statement } from '../statements.ts'
import { texts } from '../texts.ts'
import { type Connection, Connector, type ConnectorOptions } from './connector.ts'
import { Away, awayReason, connectionError, isBadValue, statementError } from './errors.ts'
import { Outage, REACH } from './outage.ts'

/** PostgreSQL has 100 by default, for everybody. */
const MAX_CONNECTIONS = 8
/** Between two attempts while PostgreSQL is away. */
const RETRY_MS = 500
/** How long the end waits for PostgreSQL. */
const CLOSE_MS = 2_000
/** After the signal to stop: how long a statement may still take, and how often that is looked at. */
const LAST_MS = 1_500

/**
 * The signal ends the waiting for PostgreSQL at the start. Later, what PostgreSQL doesn't answer soon after it is given up.
 * `timeoutMs` is for the start and for {@link Postgres.patiently}, which waits as long as it takes with `keeps`.
 */
export interface PostgresOptions extends ConnectorOptions {
  clock: Clock
}

export class Postgres implements Queryable {
  readonly address: PostgresServers
  readonly #options: PostgresOptions
  readonly #connector: Connector
  readonly #closing = new AbortController()
  /** Connections that nobody uses. */
  #idle: Connection[] = []
  /** When each use of a connection was begun that isn't over. */
  readonly #running = new Map<object, number>()
  /** They wait for one of these to end, in their order. */
  readonly #waiting: (() => void)[] = []
  #cancelLastCheck = () => {}
  #hasStarted = false
  /** How often a statement has failed. After that, what was read before may belong to a schema that is gone. */
  failures = 0
  readonly outage: Outage

  private constructor(connector: Connector, options: PostgresOptions) {
    this.address = connector.address
    this.#connector = connector
    this.#options = options
    this.outage = new Outage(options, this.address, options.clock)
  }

  /**
   * Connects. Waits while PostgreSQL is away; then Failure (network). Other Failures if it refuses the user, can only be
   * read, is too old, or isn't secure.
   *
   * @param check throws a Failure if this database can't be used; it runs once
   */
  static async open(
    address: PostgresServers,
    options: PostgresOptions,
    check: (on: Queryable) => Promise<void> = async () => {},
  ): Promise<Postgres> {
    const opened = new Postgres(await Connector.load(address, options), options)
    try {
      await opened.#waitFor(() => opened.#start(check), options.signal)
      return opened
    } catch (error) {
      await opened.close()
      throw error
    }
  }

  async #start(check: (on: Queryable) => Promise<void>): Promise<void> {
    await this.#using(async () => {})
    await check(this)
    this.#hasStarted = true
    const { signal } = this.#options
    if (signal.aborted) this.#checkLast()
    else signal.addEventListener('abort', this.#checkLast, { once: true })
  }

  /** Runs a statement on a free connection. Rejects with {@link Away}, or with the error of PostgreSQL. */
  query<Row extends QueryResultRow>(
    statement: string | Statement,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    return this.#using(client => client.query<Row>(statement, values))
  }

  /** Runs work in one transaction: committed when it resolves. Rejects as query() does, or with the error of the work. */
  transaction<T>(work: (client: Queryable) => Promise<T>): Promise<T> {
    return this.#using(async client => {
      // Sent together with the first statement.
      const begun = client.query('BEGIN')
      begun.catch(() => {})
      try {
        const result = await work(client)
        await begun
        await client.query('COMMIT')
        return result
      } catch (error) {
        // A connection that leads nowhere is ended instead.
        if (awayReason(error) === null) await client.query('ROLLBACK')
        throw error
      }
    })
  }

  /**
   * Does work again while it rejects because PostgreSQL is away, or, if it runs until it is stopped, for any reason but a
   * lost role or a value that can't be held: for what can be repeated without harm.
   */
  patiently<T>(work: () => Promise<T>): Promise<T> {
    return this.#waitFor(work, this.#closing.signal, this.#options.keeps)
  }

  /** Ends all connections, after the last work if that doesn't take long. What waits in patiently() rejects. */
  async close(last: Promise<unknown> = Promise.resolve()): Promise<void> {
    const { signal, clock } = this.#options
    if (this.#closing.signal.aborted) return
    signal.removeEventListener('abort', this.#checkLast)
    const late = Promise.withResolvers<void>()
    const cancel = clock.setTimer(CLOSE_MS, late.resolve)
    await Promise.race([last, late.promise])
    this.#giveUp(new Away(this.address, texts.wasClosed))
    await Promise.race([this.#connector.end(), late.promise])
    cancel()
    this.#connector.cut()
  }

  /** Gives up, some time after the signal to stop, what PostgreSQL doesn't answer. */
  readonly #checkLast = (): void => {
    const { clock, signal } = this.#options
    this.#cancelLastCheck = clock.setTimer(LAST_MS, () => {
      const oldest = Math.min(...this.#running.values())
      if (this.outage.isOver && clock.monotonic() - oldest < LAST_MS) return this.#checkLast()
      this.#giveUp(signal.reason)
      this.#connector.cut()
    })
  }

  #giveUp(reason: unknown): void {
    this.#cancelLastCheck()
    this.outage.close()
    this.#closing.abort(reason)
    for (const next of this.#waiting.splice(0)) next()
  }

  async #waitFor<T>(work: () => Promise<T>, signal: AbortSignal, forever = false): Promise<T> {
    const { clock, timeoutMs } = this.#options
    const deadline = forever ? Number.POSITIVE_INFINITY : clock.monotonic() + timeoutMs
    try {
      for (;;) {
        try {
          return await work()
        } catch (error) {
          this.#closing.signal.throwIfAborted()
          const left = deadline - clock.monotonic()
          const isFinal = forever ? error instanceof LeaseLost || isBadValue(error) : !(error instanceof Away)
          if (left <= 0 || isFinal) throw error
          this.outage.begin(error, work)
          await clock.sleep(Math.min(RETRY_MS, left), signal)
        }
      }
    } finally {
      this.outage.end(work)
    }
  }

  /** Runs work on a connection: on at most so many at once. */
  async #using<T>(work: (client: Queryable) => Promise<T>): Promise<T> {
    while (this.#running.size >= MAX_CONNECTIONS && !this.#closing.signal.aborted) {
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    }
    this.#closing.signal.throwIfAborted()
    const use = {}
    this.#running.set(use, this.#options.clock.monotonic())
    try {
      const connection = this.#idle.pop() ?? (await this.#connect())
      return await this.#on(connection, work)
    } finally {
      this.#running.delete(use)
      this.#waiting.shift()?.()
    }
  }

  async #on<T>(connection: Connection, work: (client: Queryable) => Promise<T>): Promise<T> {
    try {
      const result = await work(connection.client)
      this.outage.end(REACH)
      return result
    } catch (cause) {
      this.failures++
      const error = statementError(connection.broken ?? cause, this.address)
      if (error instanceof Away) {
        connection.broken ??= error
        this.outage.begin(error, REACH)
        // The others led to the same place.
        for (const other of this.#idle.splice(0)) this.#connector.drop(other)
      }
      throw error
    } finally {
      if (connection.broken || this.#closing.signal.aborted) this.#connector.drop(connection)
      else this.#idle.push(connection)
    }
  }

  async #connect(): Promise<Connection> {
    try {
      return await this.#connector.connect(broken => {
        this.#idle = this.#idle.filter(connection => connection !== broken)
      })
    } catch (cause) {
      const error = connectionError(cause, this.address)
      if (this.#hasStarted || error instanceof Away) this.outage.begin(error, REACH)
      throw error
    }
  }
}
