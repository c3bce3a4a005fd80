/** Who may make the schema of a shared inbox, and what another user needs to use it. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startListening } from '../../support/listening.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { describeOnPostgres, newDatabase } from '../../support/postgres.ts'
import { startSandboxOn } from '../../support/sandbox.ts'
import { deliver } from '../../support/shared-inbox.ts'
import { openTarget, SECRET } from '../../webhooks/target.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide/shared-inbox.md'), 'utf8')

/** An empty database with users of its own, who have no rights there. Their names end with that of the database. */
async function withUsers(...names: string[]) {
  const { server, name, query } = await newDatabase()
  const users = names.map(each => `${each}_${name}`)
  for (const user of users) await server.query(`CREATE USER ${user}`)
  onTestFinished(async () => {
    for (const user of users) {
      await query(`DROP OWNED BY ${user} CASCADE`)
      await server.query(`DROP USER ${user}`)
    }
  })
  const as = (user: string) => {
    const machine = new LocalMachine({
      PIXCTL_INBOX_URL: server.url(name, { user }),
      PIXCTL_WEBHOOK_SECRET: SECRET,
    })
    onTestFinished(() => machine[Symbol.dispose]())
    return machine
  }
  return { name, query, users, as, init: (user: string) => as(user).pixctl(['inbox', 'init', '--json']) }
}

/** What the guide says to grant. */
function grants(to: string): string {
  const [, sql = ''] = /```sql\n(GRANT USAGE ON SCHEMA[\s\S]*?)```/.exec(guide) ?? []
  expect(sql).toContain('TO listener')
  return sql.replaceAll('listener', to)
}

describeOnPostgres('inbox init', () => {
  it('says who may make a schema, and how others may', async () => {
    const { name, query, users, init } = await withUsers('maker')
    const [maker] = users as [string]
    const grant = `GRANT CREATE ON DATABASE ${name} TO ${maker};`
    const refused = errorOf(await init(maker))
    expect(refused.exitCode).toBe(4)
    expect(refused.error).toContain(`the user ${maker} may not make a schema in the database ${name}; `)
    expect(refused.error).toContain(grant)
    await query(grant)
    expect((await init(maker)).code).toBe(0)
  })

  it('doesn’t use a schema that somebody else made before', async () => {
    const { query, users, name, init } = await withUsers('owner', 'other')
    const [owner, other] = users as [string, string]
    await query(`GRANT CREATE ON DATABASE ${name} TO ${other}; CREATE SCHEMA pixctl AUTHORIZATION ${owner}`)
    const message = `the schema pixctl belongs to the user ${owner}, and ${other} may not change it`
    expect(errorOf(await init(other))).toMatchObject({ exitCode: 4, error: expect.stringContaining(message) })
    await query(`GRANT ALL ON SCHEMA pixctl TO ${other}`)
    expect(errorOf(await init(other))).toMatchObject({ exitCode: 4, error: expect.stringContaining(message) })
    expect(await query(`SELECT FROM pg_class WHERE relnamespace = 'pixctl'::regnamespace`)).toEqual([])
  })

  it('makes everything for the owner of the schema, whoever of its members runs it', async () => {
    const { query, users, init } = await withUsers('owner', 'member')
    const [owner, member] = users as [string, string]
    await query(`GRANT ${owner} TO ${member}; CREATE SCHEMA pixctl AUTHORIZATION ${owner}`)
    expect((await init(member)).code).toBe(0)
    const makers = await query(
      `SELECT DISTINCT pg_get_userbyid(relowner) AS name FROM pg_class WHERE relnamespace = 'pixctl'::regnamespace`,
    )
    expect(makers).toEqual([{ name: owner }])
    expect((await init(owner)).code).toBe(0)
  })

  it('says that it is up to date only to who may use it', async () => {
    const { query, users, init, as } = await withUsers('owner', 'other')
    const [owner, other] = users as [string, string]
    await query(`CREATE SCHEMA pixctl AUTHORIZATION ${owner}`)
    await init(owner)
    expect(errorOf(await init(other))).toMatchObject({ exitCode: 4 })
    const read = await as(other).pixctl(['webhook', 'deliveries', '--json'])
    expect(errorOf(read)).toMatchObject({
      exitCode: 4,
      error: expect.stringMatching(
        /may not use the inbox .*; to see which rights are missing: pixctl inbox init$/,
      ),
    })
    await query(`GRANT USAGE ON SCHEMA pixctl TO ${other};
      GRANT SELECT ON ALL TABLES IN SCHEMA pixctl TO ${other}`)
    // It may read, which is enough for a list.
    expect(await as(other).pixctl(['webhook', 'deliveries', '--json'])).toMatchObject({ stdout: '[]\n' })
    const listen = () => as(other).pixctl(['webhook', 'listen', '--port', '0', '--json'])
    for (const run of [await init(other), await listen()]) {
      expect(errorOf(run)).toMatchObject({
        exitCode: 4,
        error: expect.stringMatching(/has not all rights on arrivals, attempts, cursors, .* and \d+ more;/),
      })
      expect(run.stderr).toContain(`as ${owner}, with psql`)
      for (const line of grants(other).trim().split('\n')) expect(run.stderr).toContain(line)
    }
    // The view is for people.
    await query(`${grants(other)}; REVOKE ALL ON pixctl.events FROM ${other}`)
    expect((await init(other)).code).toBe(0)
  })
})

describeOnPostgres('a user with the rights that the guide lists', () => {
  it('can listen, forward, tail, read, replay and prune', async () => {
    const { query, users, init, as } = await withUsers('owner', 'listener')
    const [owner, listener] = users as [string, string]
    await query(`CREATE SCHEMA pixctl AUTHORIZATION ${owner}`)
    await init(owner)
    await query(grants(listener))
    const machine = as(listener)
    const target = await openTarget(204)
    const listening = await startListening(machine.host(), ['--forward-to', target.url])
    for (const id of ['1', '1', '2']) expect((await deliver(listening.url, id)).status).toBe(204)
    await target.requests(2)
    expect((await listening.stop()).stderr).toContain('2 forwarded')
    await query(`UPDATE pixctl.log_events
      SET received_at = received_at - interval '9 days', newest_at = newest_at - interval '9 days' WHERE key = 'evt_1'`)
    for (const args of [
      ['webhook', 'show', 'dlv_1'],
      ['webhook', 'replay', 'dlv_1', '--to', target.url],
      ['state'],
      ['state', 'prune', '--keep', '7d', '--yes'],
    ]) {
      expect(await machine.pixctl([...args, '--json'])).toMatchObject({ code: 0 })
    }
    expect(await query('SELECT key FROM pixctl.log_events')).toEqual([{ key: 'evt_2' }])

    await startSandboxOn(machine.host())
    await machine.pixctl(['sandbox', 'seed', '2'])
    const tail = ['events', 'tail', '--after', '0', '--max', '2', '--forward-to', target.url]
    expect(await machine.pixctl(tail)).toMatchObject({ code: 0 })
    expect(await query('SELECT count(*)::int AS n FROM pixctl.cursors')).not.toEqual([{ n: 0 }])
  })
})
