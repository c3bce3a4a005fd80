/** PgBouncer between pixctl and PostgreSQL: in session mode all promises hold, in other modes it is refused. */

import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { describeOnPgBouncer, startPgBouncer } from '../../../support/pgbouncer.ts'
import { newDatabase, type TestDatabase } from '../../../support/postgres.ts'
import { openPostgres } from './opening.ts'

/** Another client of the pool. */
async function otherClient({ server, name }: TestDatabase, port: number): Promise<pg.Client> {
  const client = new pg.Client(server.url(name, { port }))
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Three other clients, each with one transaction after another until the returned function is called. */
async function otherClientsAtWork(database: TestDatabase, port: number): Promise<() => Promise<unknown>> {
  let isOver = false
  const others = await Promise.all([1, 2, 3].map(() => otherClient(database, port)))
  const work = others.map(async (client, n) => {
    while (!isOver) await client.query(`SELECT pg_sleep(${n / 1000})`)
  })
  return () => {
    isOver = true
    return Promise.all(work)
  }
}

/** What a client finds on its connection that differs from a new one. */
async function leftovers(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(`
    SELECT name, setting FROM pg_settings WHERE source = 'session' AND name NOT IN ('application_name', 'client_encoding')
    UNION ALL SELECT name, statement FROM pg_prepared_statements`)
  return rows
}

describeOnPgBouncer('PgBouncer that isn’t in session mode', () => {
  it.each([
    { pool_mode: 'transaction' },
    { pool_mode: 'transaction', default_pool_size: 1 },
    { pool_mode: 'statement' },
  ])('is refused, and other clients find nothing changed: %o', async settings => {
    const database = await newDatabase()
    const { server, name } = database
    const { port } = await startPgBouncer(server, settings)
    await expect(openPostgres(server.url(name, { port }))).rejects.toMatchObject({
      category: 'usage',
      message: expect.stringContaining('is behind a pooler in transaction mode (PgBouncer)'),
    })
    expect(await leftovers(await otherClient(database, port))).toEqual([])
  })

  it.each([0, 1])('is found while others use its two connections, server_round_robin=%i', async inTurn => {
    const database = await newDatabase()
    const { server, name } = database
    const { port } = await startPgBouncer(server, {
      pool_mode: 'transaction',
      default_pool_size: 2,
      server_round_robin: inTurn,
    })
    const stop = await otherClientsAtWork(database, port)
    for (let time = 0; time < 20; time++) {
      await expect(openPostgres(server.url(name, { port }))).rejects.toThrow('in transaction mode')
    }
    await stop()
  })

  it('is found when it has taken the place of another', async () => {
    const { server, name } = await newDatabase()
    const { port, stop } = await startPgBouncer(server, { pool_mode: 'session' })
    const postgres = await openPostgres(server.url(name, { port }))
    await stop()
    await startPgBouncer(server, { pool_mode: 'transaction', listen_port: port })
    await expect
      .poll(() => postgres.query('SELECT 1').catch(error => error.message))
      .toContain('in transaction mode')
  })

  it('is found when one that runs changes to that mode', async () => {
    const database = await newDatabase()
    const { server, name } = database
    const { port, reload } = await startPgBouncer(server, { pool_mode: 'session', server_round_robin: 1 })
    const postgres = await openPostgres(server.url(name, { port }))
    const ask = () => Promise.all([1, 2].map(() => postgres.query({ name: 'ask', text: 'SELECT 1' })))
    reload({ pool_mode: 'transaction' })
    // Alone, each ask could get its own connection again.
    const stop = await otherClientsAtWork(database, port)
    await expect
      .poll(() => ask().catch(error => error.message), { timeout: 10_000 })
      .toContain('in transaction mode')
    await stop()
  })
})

describeOnPgBouncer('PgBouncer in session mode', () => {
  it('keeps the settings of a session, and gives nothing on to others', async () => {
    const database = await newDatabase()
    const { server, name } = database
    await server.query(`ALTER DATABASE ${name} SET synchronous_commit = off`)
    const { port } = await startPgBouncer(server, { pool_mode: 'session' })
    const postgres = await openPostgres(server.url(name, { port }))
    const settings = 'SELECT current_setting($1) AS value, pg_sleep(0.01)'
    const values = await Promise.all(
      Array.from({ length: 16 }, () =>
        postgres.query({ name: 'setting', text: settings, values: ['synchronous_commit'] }),
      ),
    )
    expect(values.map(({ rows }) => rows[0]!.value)).toEqual(Array(16).fill('on'))
    await postgres.close()
    const others = await Promise.all(Array.from({ length: 10 }, () => otherClient(database, port)))
    for (const each of others) expect(await leftovers(each)).toEqual([])
  })
})
