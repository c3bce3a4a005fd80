/**
 * The connections to PostgreSQL: a few, shared by everything in this process. They are made again when PostgreSQL is
 * back after it was away.
 */

import type { PoolClient, QueryResult, QueryResultRow } from 'pg'
import type { Clock } from '#lib/clock.ts'
import { LeaseLost } from '../../inbox.ts'
import type { Queryable, Statement } from '../sql.ts'
import { texts } from '../texts.ts'
import type { PostgresServers } from './address.ts'
import { Connector, type ConnectorOptions, type WritablePool } from './connector.ts'
import { Away, awayReason, connectionError, isUnavailable, statementError } from './errors.ts'
import { Outage, REACH } from './outage.ts'

/** Between two attempts while PostgreSQL is away. */
const RETRY_MS = 500
/** How long the end waits for what is still open. */
const CLOSE_MS = 1_000
/** After the signal to stop: how long a statement may still take, and how often that is looked at. */
const LAST_MS = 2_000
const LAST_POLL_MS = 250

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
  /** Called when the pool is replaced. */
  readonly #waiting = new Set<() => void>()
  /** When each statement that has no answer yet was begun. */
  readonly #running = new Map<object, number>()
  #cancelLastCheck = () => {}
  #pool: WritablePool
  #hasStarted = false
  /** How often a statement has failed. After that, what was read before may belong to a schema that is gone. */
  failures = 0
  readonly outage: Outage

  private constructor(connector: Connector, options: PostgresOptions) {
    this.address = connector.address
    this.#connector = connector
    this.#options = options
    this.outage = new Outage(options, this.address, options.clock)
    this.#pool = connector.newPool()
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
    const client = await this.#connection()
    client.release()
    await check(this)
    this.#hasStarted = true
    const { signal } = this.#options
    if (signal.aborted) this.#checkLast(LAST_MS)
    else signal.addEventListener('abort', this.#onStop, { once: true })
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
      await client.query('BEGIN')
      try {
        const result = await work(client as Queryable)
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
   * lost role: for what can be repeated without harm.
   */
  patiently<T>(work: () => Promise<T>): Promise<T> {
    return this.#waitFor(work, this.#closing.signal, this.#options.keeps)
  }

  /** Ends all connections. What waits in patiently() rejects. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#options.signal.removeEventListener('abort', this.#onStop)
    this.#cancelLastCheck()
    this.outage.close()
    this.#closing.abort(new Away(this.address, texts.wasClosed))
    const isLate = new Promise(resolve => this.#options.clock.setTimer(CLOSE_MS, () => resolve(null)))
    const ended = this.#pool.end()
    this.#tellWaiting()
    await Promise.race([ended, isLate])
    this.#connector.cut()
  }

  readonly #onStop = () => this.#checkLast(LAST_MS)

  /** Gives up, some time after the signal to stop, what PostgreSQL doesn't answer. */
  #checkLast(inMs: number): void {
    const { clock } = this.#options
    this.#cancelLastCheck = clock.setTimer(inMs, () => {
      const oldest = Math.min(...this.#running.values())
      if (this.outage.isOver && clock.monotonic() - oldest < LAST_MS) return this.#checkLast(LAST_POLL_MS)
      this.outage.close()
      this.#closing.abort(this.#options.signal.reason)
      this.#tellWaiting()
      this.#connector.cut()
    })
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
          if (left <= 0 || (forever ? error instanceof LeaseLost : !isUnavailable(error))) throw error
          this.outage.begin(error, work)
          await clock.sleep(Math.min(RETRY_MS, left), signal)
        }
      }
    } finally {
      this.outage.end(work)
    }
  }

  #using<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    this.#running.set(work, this.#options.clock.monotonic())
    return this.#usingOne(work).finally(() => this.#running.delete(work))
  }

  async #usingOne<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connection()
    const pool = this.#pool
    let broken: Error | undefined
    // Without a listener an error between two statements would end the process.
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    try {
      const result = await work(client)
      this.outage.end(REACH)
      return result
    } catch (cause) {
      this.failures++
      const error = statementError(broken ?? cause, this.address)
      if (error instanceof Away) {
        this.outage.begin(error, REACH)
        broken ??= error
        // The other connections led to the same place.
        this.#renew(pool)
      }
      throw error
    } finally {
      client.removeListener('error', onError)
      client.release(broken)
    }
  }

  /** A free connection. Who waits for one of a pool that is replaced gets one of the new pool. */
  async #connection(): Promise<PoolClient> {
    if (this.#closing.signal.aborted) throw this.#closing.signal.reason
    const { promise: replaced, resolve } = Promise.withResolvers<null>()
    const isReplaced = () => resolve(null)
    this.#waiting.add(isReplaced)
    const connecting = this.#pool.connect()
    try {
      const client = await Promise.race([connecting, replaced])
      if (client) return client
    } catch (cause) {
      const error = connectionError(cause, this.address)
      if (this.#hasStarted || error instanceof Away) this.outage.begin(error, REACH)
      throw error
    } finally {
      this.#waiting.delete(isReplaced)
    }
    connecting.then(late => late.release(true)).catch(() => {})
    return this.#connection()
  }

  /** New connections in place of a pool's. Statements that run on it end first. */
  #renew(pool: WritablePool): void {
    if (pool !== this.#pool || this.#closing.signal.aborted) return
    this.#pool = this.#connector.newPool()
    void pool.end().catch(() => {})
    this.#tellWaiting()
  }

  #tellWaiting(): void {
    for (const replaced of [...this.#waiting]) replaced()
  }
}
