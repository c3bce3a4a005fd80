/** The schema of an older pixctl is brought up to date by `inbox init`: with a made-up step, for there is none yet. */

import { expect, it } from 'vitest'
import { MIGRATIONS } from '#inbox/postgres/generated/migrations.ts'
import { checkSchema, migrate, VERSION } from '#inbox/postgres/schema.ts'
import { PostgresStatements } from '#inbox/postgres/statements.ts'
import { startListening } from '../../support/listening.ts'
import { describeOnPostgres, type TestDatabase } from '../../support/postgres.ts'
import { deliver, newSharedInbox } from '../../support/shared-inbox.ts'
import { arrival, named, openShared } from '../arriving.ts'
import { openPostgres } from './connecting/opening.ts'

/** Changes a table that has rows. */
const NEXT = [...MIGRATIONS, "ALTER TABLE pixctl.log_events ADD COLUMN mood text NOT NULL DEFAULT 'calm'"]

async function init({ url }: Pick<TestDatabase, 'url'>, steps: readonly string[] = NEXT): Promise<number> {
  const postgres = await openPostgres(url)
  try {
    return await postgres.transaction(on => migrate(on, steps))
  } finally {
    await postgres.close()
  }
}

/** An inbox with a delivery, which nobody uses. */
async function withDelivery() {
  const database = await newSharedInbox()
  const inbox = await openShared(database.url)
  await inbox.writing.insert(arrival())
  await inbox.close()
  return database
}

const columns = ({ query }: TestDatabase) =>
  query(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'log_events' AND column_name = 'mood'",
  )
const versions = async ({ query }: TestDatabase) =>
  (await query<{ version: number }>('SELECT version FROM pixctl.schema_version ORDER BY 1')).map(
    row => row.version,
  )

describeOnPostgres('the schema of an older pixctl', () => {
  it('is brought up to date with what is in it, and the older pixctl is refused by then', async () => {
    const database = await withDelivery()
    expect(await init(database)).toBe(VERSION)
    expect(await database.query('SELECT key, mood FROM pixctl.log_events')).toEqual([
      { key: 'evt_1', mood: 'calm' },
    ])
    expect(await init(database)).toBe(VERSION + 1)
    await checkSchema(new PostgresStatements(await openPostgres(database.url)), NEXT)
    await expect(openShared(database.url)).rejects.toMatchObject({
      category: 'fault',
      message: 'the inbox in the database was made by a newer pixctl',
    })
    await expect(init(database, MIGRATIONS)).rejects.toMatchObject({ category: 'fault' })
  })

  it.each([
    ['a step fails', 'SELECT 1 / 0'],
    ['its connection is cut in the middle', 'SELECT pg_terminate_backend(pg_backend_pid())'],
  ])('stays as it was if %s', async (_why, sql) => {
    const database = await withDelivery()
    await expect(init(database, [...NEXT, sql])).rejects.toThrow()
    expect([await columns(database), await versions(database)]).toEqual([[], [VERSION]])
    const inbox = await openShared(database.url)
    expect(await named(inbox, 'dlv_1')).toMatchObject({ eventId: 'evt_1' })
    await inbox.close()
    expect(await init(database)).toBe(VERSION)
  })

  it('is not changed under a listener, which goes on', async () => {
    const { machine, ...database } = await newSharedInbox()
    const listening = await startListening(machine().host())
    await expect(init(database)).rejects.toMatchObject({
      category: 'conflict',
      message: expect.stringContaining("can't be brought up to date while others use it"),
      next: [expect.any(Function)],
    })
    // What needs no change of the tables is done beside it.
    expect(await init(database, MIGRATIONS)).toBe(VERSION)
    expect((await deliver(listening.url, '1')).status).toBe(204)
    await listening.stop()
    expect(await init(database)).toBe(VERSION)
  })

  it('that was brought up to date while a listener was cut off is not written by it', async () => {
    const { machine, ...database } = await newSharedInbox()
    const listening = await startListening(machine().host(), ['--monitor', '0'])
    const [, monitor] = await listening.says(/monitor at (\S+)/)
    expect((await deliver(listening.url, '1')).status).toBe(204)
    await expect
      .poll(async () => {
        await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'pixctl'`)
        return init(database).catch(error => error.category)
      })
      .toBe(VERSION)
    const { status, headers } = await deliver(listening.url, '2')
    expect([status, Number(headers['retry-after'])]).toEqual([503, 5])
    await listening.says(
      /^warning: the inbox in the database was made by a newer pixctl; waiting for it\nupdate pixctl$/m,
    )
    const ready = await fetch(new URL('/readyz', monitor))
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('newer pixctl')])
    expect(await database.query('SELECT delivery FROM pixctl.events')).toEqual([{ delivery: 'dlv_1' }])
  })
})
