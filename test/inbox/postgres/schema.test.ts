/** The schema of a shared inbox, and which program may use it. */

import { expect, it, onTestFinished } from 'vitest'
import { PostgresInbox } from '#inbox/postgres/postgres-inbox.ts'
import { checkNumbers, checkSchema, enterSchema, migrate, VERSION } from '#inbox/postgres/schema.ts'
import { type Queryable, Sql } from '#inbox/postgres/sql.ts'
import type { Failure } from '#lib/failure.ts'
import { describeOnPostgres, newDatabase, type TestDatabase } from '../../support/postgres.ts'
import { says } from '../../support/steps.ts'
import { arrival } from '../arriving.ts'
import { openPostgres } from './connecting/opening.ts'

async function failureOn({ url }: TestDatabase): Promise<Failure> {
  const check = (on: Queryable) => checkSchema(new Sql(on))
  return openPostgres(url, { check, enter: enterSchema }).then(
    () => expect.unreachable('it can be used'),
    (error: Failure) => error,
  )
}

async function init({ url }: TestDatabase): Promise<number> {
  const postgres = await openPostgres(url)
  return postgres.transaction(migrate)
}

describeOnPostgres('the schema of a shared inbox', () => {
  it('is made once, also by several who make it at the same time', async () => {
    const database = await newDatabase()
    const before = await Promise.all([init(database), init(database), init(database)])
    expect(before.sort()).toEqual([0, VERSION, VERSION])
    expect(await database.query('SELECT count(*)::int AS count FROM pixctl.schema_version')).toEqual([
      { count: VERSION },
    ])
  })

  it('that is there already keeps what is in it', async () => {
    const database = await newDatabase()
    await init(database)
    const inbox = new PostgresInbox({ postgres: await openPostgres(database.url), profile: 'default' })
    await inbox.writing.insert(arrival())
    expect(await init(database)).toBe(VERSION)
    expect(await inbox.reading.find('dlv_1')).toMatchObject({ eventId: 'evt_1' })
    await inbox.close()
  })

  it('that is missing is made by inbox init', async () => {
    expect(await failureOn(await newDatabase())).toMatchObject({
      message: "the database has no inbox: the schema pixctl isn't there",
      next: [{ command: 'inbox init' }],
    })
  })

  it('of a newer program is refused, and not changed', async () => {
    const database = await newDatabase()
    await init(database)
    await database.query(`INSERT INTO pixctl.schema_version (version) VALUES (${VERSION + 1})`)
    expect(await failureOn(database)).toMatchObject({ category: 'fault', next: [says('update pixctl')] })
    await expect(init(database)).rejects.toMatchObject({ next: [says('update pixctl')] })
  })

  it.each([
    ['made from other statements', "UPDATE pixctl.schema_version SET made_of = 'other'"],
    ['that does not say what it is made of', 'ALTER TABLE pixctl.schema_version DROP COLUMN made_of'],
  ])('of the same version, but %s, is refused, and not changed', async (_name, change) => {
    const database = await newDatabase()
    await init(database)
    await database.query(change)
    const refused = {
      category: 'fault',
      message: `the inbox in the database was made by another build of pixctl, with the same version ${VERSION}`,
    }
    expect(await failureOn(database)).toMatchObject(refused)
    await expect(init(database)).rejects.toMatchObject(refused)
  })

  it('has one sequence, so that a copy of its tables is put right by setting that one', async () => {
    const database = await newDatabase()
    await init(database)
    expect(await database.query("SELECT sequencename FROM pg_sequences WHERE schemaname = 'pixctl'")).toEqual(
      [{ sequencename: 'arrivals' }],
    )
  })

  it.each([
    [
      'deliveries',
      `(id, profile_id, received_at, delivery_key, realtime, first, forward, delivery, event, headers, body)
      VALUES (50, 3, now(), gen_random_uuid(), false, true, false, 'dlv', 'payment.created', '', '')`,
    ],
    ['approvals', "(id, profile_id, came_at, event, payment_id) VALUES (50, 3, now(), '', '')"],
  ])('whose sequence is behind %s is refused, and set right once', async (table, row) => {
    const database = await newDatabase()
    await init(database)
    await database.query(`INSERT INTO pixctl.profiles (id, name) VALUES (1, 'first'), (3, 'third')`)
    await database.query(`INSERT INTO pixctl.${table} ${row}`)
    const postgres = await openPostgres(database.url)
    const sql = new Sql(postgres)
    await expect(checkNumbers(sql)).rejects.toMatchObject({
      category: 'fault',
      next: [{ command: 'inbox init' }],
    })
    expect(await postgres.transaction(migrate)).toBe(VERSION)
    await checkNumbers(sql)
    await postgres.transaction(migrate)
    const [next] = await database.query<{ id: string }>("SELECT nextval('pixctl.arrivals') AS id")
    // Not set again.
    expect(Number(next!.id)).toBe(1051)
  })

  it.each([
    [49, 'is'],
    [51, 'is not'],
  ])('whose sequence was set by hand to begin with %i, where 50 is used, %s refused', async (start, is) => {
    const database = await newDatabase()
    await init(database)
    await database.query(`INSERT INTO pixctl.profiles (id, name) VALUES (1, 'first')`)
    await database.query(
      `INSERT INTO pixctl.approvals (id, profile_id, came_at, event, payment_id) VALUES (50, 1, now(), '', '')`,
    )
    await database.query(`ALTER SEQUENCE pixctl.arrivals RESTART WITH ${start}`)
    const checking = checkNumbers(new Sql(await openPostgres(database.url)))
    await (is === 'is' ? expect(checking).rejects.toThrow() : checking)
  })

  it('is asked for the newest number without reading the others, though its plan was made while it was empty', async () => {
    const database = await newDatabase()
    await init(database)
    const inbox = new PostgresInbox({ postgres: await openPostgres(database.url), profile: 'default' })
    for (let n = 0; n < 300; n++)
      await inbox.writing.insert(arrival({ delivery: `dlv_${n}`, eventId: `evt_${n}` }))
    await inbox.close()
    const read = async () => {
      const [row] = await database.query<{ scans: number; entries: number }>(
        `SELECT idx_scan::int AS scans, idx_tup_read::int AS entries FROM pg_stat_user_indexes
         WHERE indexrelname = 'deliveries_pkey'`,
      )
      return row!
    }
    await expect.poll(async () => (await read()).scans).toBeGreaterThanOrEqual(300)
    expect((await read()).entries).toBeLessThan(3_000)
  })

  it('gives a new profile no number that rows have, though its profiles are gone', async () => {
    const database = await newDatabase()
    await init(database)
    const open = async (profile: string) => {
      const inbox = new PostgresInbox({ postgres: await openPostgres(database.url), profile })
      onTestFinished(() => inbox.close())
      return inbox
    }
    await (await open('first')).writing.insert(arrival())
    await database.query('DELETE FROM pixctl.profiles')
    const [second, third] = [await open('second'), await open('third')]
    const others = [second.writing.insert(arrival()), third.writing.insert(arrival())]
    expect(await Promise.all(others)).toMatchObject([{ verdict: 'accepted' }, { verdict: 'accepted' }])
    const numbers = await database.query('SELECT DISTINCT profile_id AS id FROM pixctl.deliveries ORDER BY 1')
    expect(numbers).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  })
})
