/** A listener with an inbox on PostgreSQL, as a user of the database with only the rights that it needs. */

import pg from 'pg'
import { onTestFinished } from 'vitest'
import { openTarget, type Target } from '../webhooks/target.ts'
import { startListening } from './listening.ts'
import { startPostgres } from './postgres.ts'
import { newSharedInbox } from './shared-inbox.ts'

/** An inbox of another user's, on a server of its own. */
export async function inboxFor(user: string) {
  const server = await startPostgres({ password: 'of the superuser' })
  const { machine, name } = await newSharedInbox(server)
  const query = <Row extends pg.QueryResultRow>(sql: string) => server.query<Row>(sql, [], name)
  await query(`CREATE ROLE ${user} LOGIN PASSWORD 'first'`)
  await query(`GRANT USAGE ON SCHEMA pixctl TO ${user}`)
  await query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pixctl TO ${user}`)
  await query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA pixctl TO ${user}`)
  const env = {
    PIXCTL_INBOX_URL: `postgres://${user}@127.0.0.1:${server.port}/${name}`,
    PGPASSWORD: 'first',
  }
  /** Locks a table until `free` is called, or the test ends. */
  const lock = async (table: string) => {
    const client = new pg.Client(server.url(name))
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(`BEGIN; LOCK TABLE ${table}`)
    return { free: () => client.query('COMMIT') }
  }
  return { server, query, lock, newHost: () => machine(env).host() }
}

/** A listener on it, with a monitor, that forwards. */
export async function startOn({ newHost }: Awaited<ReturnType<typeof inboxFor>>, to?: Target) {
  const target = to ?? (await openTarget(204))
  const listening = await startListening(newHost(), ['--monitor', '0', '--forward-to', target.url])
  const [, monitor] = await listening.says(/monitor at (\S+)/)
  const page = async (path: string) => (await fetch(new URL(path, monitor))).text()
  const ready = () => page('/readyz')
  return { listening, ready, page, target }
}

export async function listeningAs(user: string) {
  const inbox = await inboxFor(user)
  return { ...inbox, ...(await startOn(inbox)) }
}
