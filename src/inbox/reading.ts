/** What is read of the log. Long lists come in slices, so that other work goes on between two of them. */

import { APPROVALS, approvalFacts } from '#contract/delivery.ts'
import type { Clock } from '#lib/clock.ts'
import { endOfPrefix } from '#lib/sqlite/statements.ts'
import type { Engine } from './engine.ts'
import type { Contents, InboxReading } from './inbox.ts'
import { storable } from './insert.ts'
import { listEvents, receivedIn } from './lists.ts'
import type {
  Approval,
  EventQuery,
  KeptArrival,
  KeptAttempt,
  ListedEvent,
  LogEvent,
  NamedEvent,
  ReplayChoice,
} from './model.ts'
import { EVENT_ID, FROM_EVENTS, WHOLE } from './rows.ts'
import { dataOf } from './search.ts'
import { allOf, list, type Sql, sql } from './sql.ts'

/** How many rows a slice looks at. */
const SLICE = 1_000

export class LogReading implements InboxReading {
  readonly #engine: Engine
  readonly #clock: Clock

  constructor(engine: Engine, clock: Clock) {
    this.#engine = engine
    this.#clock = clock
  }

  async mark(): Promise<number> {
    return (await this.#first<number>(sql`SELECT max(id) FROM log_events WHERE ${await this.#own()}`)) ?? 0
  }

  async attemptMark(): Promise<number> {
    return (await this.#first<number>(sql`SELECT max(id) FROM attempts`)) ?? 0
  }

  async find(id: number): Promise<LogEvent | null> {
    const [event] = await this.#engine.rows<LogEvent>(
      sql`SELECT ${WHOLE} ${FROM_EVENTS} WHERE e.id = ${id} AND ${await this.#own()}`,
    )
    return event ?? null
  }

  async named(given: string, most: number): Promise<NamedEvent[]> {
    const name = storable(given)
    const own = await this.#own()
    return this.#engine.rows<NamedEvent>(
      sql`SELECT e.id, e.type, ${EVENT_ID}, e.received_at AS "receivedAt", a.delivery
        ${FROM_EVENTS} WHERE e.id IN (
          SELECT id FROM log_events WHERE key = ${name} AND has_id = 1 AND ${own}
          UNION SELECT event FROM arrivals WHERE delivery = ${name}
        ) AND ${own} ORDER BY e.id DESC LIMIT ${most}`,
    )
  }

  async namesWith(given: string, most: number): Promise<string[]> {
    const prefix = storable(given)
    const own = await this.#own()
    const rows = await this.#engine.rows<{ name: string }>(
      sql`SELECT delivery AS name FROM arrivals WHERE ${startsWith('delivery', prefix)}
          AND event IN (SELECT id FROM log_events WHERE ${own})
        UNION SELECT key AS name FROM log_events WHERE ${startsWith('key', prefix)} AND has_id = 1 AND ${own}
        ORDER BY name LIMIT ${most}`,
    )
    return rows.map(({ name }) => name)
  }

  async paymentsWith(given: string, most: number): Promise<string[]> {
    const prefix = storable(given)
    const own = await this.#own()
    const named = (condition: Sql) =>
      this.#engine.rows<{ id: string }>(
        sql`SELECT DISTINCT payment_id AS id FROM log_events WHERE ${condition} AND ${own} ORDER BY id LIMIT ${most}`,
      )
    const same = await named(sql`payment_id = ${prefix}`)
    const rows = same.length > 0 ? same : await named(startsWith('payment_id', prefix))
    return rows.map(({ id }) => id)
  }

  async arrivalsOf(id: number): Promise<KeptArrival[]> {
    return this.#engine.rows<KeptArrival>(
      sql`SELECT channel, delivery, received_at AS "receivedAt" FROM arrivals WHERE event = ${id} ORDER BY place`,
    )
  }

  async attemptsOf(id: number): Promise<KeptAttempt[]> {
    const rows = await this.#engine.rows<Omit<KeptAttempt, 'replay'> & { replay: number }>(
      sql`SELECT number, at, target AS "to", status, ms, error, answer, replay FROM attempts
        WHERE event = ${id} ORDER BY number`,
    )
    return rows.map(row => ({ ...row, replay: row.replay === 1 }))
  }

  async *events(query: EventQuery): AsyncGenerator<ListedEvent[]> {
    yield* listEvents(this.#engine, await this.#own(), query)
  }

  async *toReplay(choice: ReplayChoice, mark: number): AsyncGenerator<number[]> {
    const own = await this.#own()
    const condition = choice.which === 'since' ? chosenSince(choice) : sql`e.forward = ${choice.which}`
    for (let last = 0; ; ) {
      const rows = await this.#engine.rows<{ id: number }>(
        sql`SELECT e.id FROM log_events AS e WHERE e.id > ${last} AND e.id <= ${mark} AND ${condition} AND ${own}
          ORDER BY e.id LIMIT ${SLICE}`,
      )
      if (rows.length === 0) return
      last = rows.at(-1)!.id
      yield rows.map(({ id }) => id)
    }
  }

  /** A time that lies ahead was received with a wrong clock, and is no beginning. */
  async firstArrival(): Promise<string | null> {
    const now = new Date(this.#clock.now()).toISOString()
    const first = await this.#first<string>(
      sql`SELECT received_at FROM log_events WHERE received_at <= ${now} AND ${await this.#own()} ORDER BY id LIMIT 1`,
    )
    const whole = await this.#first<string>(sql`SELECT whole_from FROM pruned WHERE ${await this.#own()}`)
    return first !== null && whole !== null && whole > first ? whole : (first ?? whole)
  }

  async *approvals(): AsyncGenerator<Approval> {
    const own = await this.#own()
    for (let last = 0; ; ) {
      const rows = await this.#engine.rows<
        Omit<Approval, 'source' | 'amount' | 'netAmount'> & Pick<LogEvent, 'id' | 'body'>
      >(
        sql`SELECT e.id, e.type, ${EVENT_ID}, e.payment_id AS "paymentId", a.delivery,
            e.received_at AS "receivedAt", a.body
          ${FROM_EVENTS}
          WHERE e.id > ${last} AND e.type IN ${list(APPROVALS)} AND e.payment_id IS NOT NULL AND ${own}
          ORDER BY e.id LIMIT ${SLICE}`,
      )
      if (rows.length === 0) return
      for (const { id, body, ...approval } of rows) {
        last = id
        yield { ...approval, ...approvalFacts(dataOf(body)) }
      }
    }
  }

  async contents(): Promise<Contents> {
    const own = await this.#own()
    const [row] = await this.#engine.rows<Omit<Contents, 'bytes'>>(
      sql`SELECT
          (SELECT count(*) FROM log_events WHERE ${own}) AS events,
          (SELECT count(*) FROM log_events WHERE ${own} AND forward = 'pending') AS pending,
          (SELECT count(*) FROM log_events WHERE ${own} AND forward = 'parked') AS parked,
          (SELECT received_at FROM log_events WHERE ${own} ORDER BY id LIMIT 1) AS oldest`,
    )
    return { ...row!, bytes: await this.#engine.bytes() }
  }

  async #own(): Promise<Sql> {
    return sql`profile = ${await this.#engine.profile()}`
  }

  /** The one value of the first row. */
  async #first<Value>(statement: Sql): Promise<Value | null> {
    const [row] = await this.#engine.rows<Record<string, Value | null>>(statement)
    return Object.values(row ?? {})[0] ?? null
  }
}

function startsWith(column: 'delivery' | 'key' | 'payment_id', prefix: string): Sql {
  const name: Sql = { parts: [column], values: [] }
  return sql`${name} >= ${prefix} AND ${name} < ${endOfPrefix(prefix)}`
}

function chosenSince({ received, exceptPending }: Extract<ReplayChoice, { which: 'since' }>): Sql {
  return allOf([...receivedIn(received), ...(exceptPending ? [sql`e.forward <> 'pending'`] : [])])
}
