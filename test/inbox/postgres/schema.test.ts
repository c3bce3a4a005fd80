/** The schema of a shared inbox, and which program may use it. */

import { expect, it } from 'vitest'
import { checkNumbers, checkSchema, enterSchema, migrate, VERSION } from '#inbox/postgres/schema.ts'
import { PostgresStatements, type Queryable } from '#inbox/postgres/statements.ts'
import type { Failure } from '#lib/failure.ts'
import { describeOnPostgres, newDatabase, type TestDatabase } from '../../support/postgres.ts'
import { says } from '../../support/steps.ts'
import { named, take } from '../arriving.ts'
import { openPostgres } from './connecting/opening.ts'
import { inboxOn, openOn } from './opening.ts'

async function failureOn({ url }: TestDatabase): Promise<Failure> {
  const check = (on: Queryable) => checkSchema(new PostgresStatements(on))
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
      [{ sequencename: 'numbers' }],
    )
  })

  it.each([
    [
      'log_events',
      `(id, profile, store, key, has_id, type, received_at, newest_at, arrival_count, forward)
      VALUES (50, 3, '', 'evt_1', 1, 'payment.created', now(), now(), 1, 'none')`,
    ],
    [
      'attempts',
      `(id, event, number, at, target, ms, answer, replay) VALUES (50, 1, 1, now(), '', 1, '', 0)`,
    ],
  ])('whose sequence is behind %s is refused, and set right once', async (table, row) => {
    const database = await newDatabase()
    await init(database)
    await database.query(`INSERT INTO pixctl.${table} ${row}`)
    const postgres = await openPostgres(database.url)
    const on = new PostgresStatements(postgres)
    await expect(checkNumbers(on)).rejects.toMatchObject({
      category: 'fault',
      next: [{ command: 'inbox init' }],
    })
    expect(await postgres.transaction(migrate)).toBe(VERSION)
    await checkNumbers(on)
    await postgres.transaction(migrate)
    const [next] = await database.query<{ id: string }>("SELECT nextval('pixctl.numbers') AS id")
    // Not set again.
    expect(Number(next!.id)).toBe(1051)
  })

  it.each([
    [49, 'is'],
    [51, 'is not'],
  ])('whose sequence was set by hand to begin with %i, where 50 is used, %s refused', async (start, is) => {
    const database = await newDatabase()
    await init(database)
    await database.query(
      `INSERT INTO pixctl.attempts (id, event, number, at, target, ms, answer, replay) VALUES (50, 1, 1, now(), '', 1, '', 0)`,
    )
    await database.query(`ALTER SEQUENCE pixctl.numbers RESTART WITH ${start}`)
    const checking = checkNumbers(new PostgresStatements(await openPostgres(database.url)))
    await (is === 'is' ? expect(checking).rejects.toThrow() : checking)
  })

  it('behind whose tables its sequence has fallen loses nothing, and says what to do', async () => {
    const database = await newDatabase()
    await init(database)
    const inbox = inboxOn(await openPostgres(database.url), 'default')
    const { id } = await take(inbox)
    for (let n = 10; n < 30; n++) await take(inbox, { delivery: `dlv_${n}`, eventId: `evt_${n}` })
    await database.query(`ALTER SEQUENCE pixctl.numbers RESTART WITH ${id}`)
    const next = take(inbox, { eventId: 'evt_2' })
    await expect(next).rejects.toMatchObject({
      away: true,
      message: says(/sequence pixctl.numbers is behind/),
    })
    await expect(inbox.writing.check()).rejects.toMatchObject({ next: [{ command: 'inbox init' }] })
    expect(await named(inbox, 'dlv_1')).toMatchObject({ id, eventId: 'evt_1', arrivalCount: 1 })
    await init(database)
    await inbox.writing.check()
    expect(await take(inbox, { eventId: 'evt_2' })).toMatchObject({ verdict: 'accepted' })
  })

  it('gives a new profile no number that rows have, though its profiles are gone', async () => {
    const database = await newDatabase()
    await init(database)
    const open = (profile: string) => openOn({ url: database.url, profile })
    await take(await open('first'))
    await database.query('DELETE FROM pixctl.profiles')
    const [second, third] = [await open('second'), await open('third')]
    expect(await Promise.all([take(second), take(third)])).toMatchObject([
      { verdict: 'accepted' },
      { verdict: 'accepted' },
    ])
    const numbers = await database.query('SELECT DISTINCT profile FROM pixctl.log_events ORDER BY 1')
    expect(numbers).toEqual([{ profile: 1 }, { profile: 2 }, { profile: 3 }])
  })
})
