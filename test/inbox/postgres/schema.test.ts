/** The schema of a shared inbox, and which program may use it. */

import { expect, it } from 'vitest'
import { PostgresInbox } from '#inbox/postgres/postgres-inbox.ts'
import { migrate, VERSION } from '#inbox/postgres/schema.ts'
import type { Failure } from '#lib/failure.ts'
import { describeOnPostgres, newDatabase, type TestDatabase } from '../../support/postgres.ts'
import { says } from '../../support/steps.ts'
import { arrival } from '../arriving.ts'
import { openPostgres } from './connecting/opening.ts'

async function failureOn({ url }: TestDatabase): Promise<Failure> {
  const inbox = new PostgresInbox({ postgres: await openPostgres(url), profile: 'default' })
  const failure = await inbox.reading.mark().then(
    () => undefined,
    (error: Failure) => error,
  )
  await inbox.close()
  return failure!
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
    await inbox.writing.take(arrival())
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
})
