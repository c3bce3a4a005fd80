/** What PostgreSQL saves, what it refuses to save, and whether the inbox can take more. */

import { beforeEach, expect, it } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { migrate } from '#inbox/postgres/schema.ts'
import { describeOnPostgres, newDatabase, type TestDatabase } from '../../support/postgres.ts'
import { ended, listed, named, numbered, numbers, take, takeAll } from '../arriving.ts'
import { openPostgres } from './connecting/opening.ts'
import { inboxOn } from './opening.ts'

let query: TestDatabase['query']
let inbox: Inbox

beforeEach(async () => {
  const database = await newDatabase()
  const postgres = await openPostgres(database.url)
  await postgres.transaction(migrate)
  query = database.query
  inbox = inboxOn(postgres, 'default')
  await take(inbox)
})

/** Makes every insert into a table fail, until the function is dropped. */
async function refuse(table: string): Promise<void> {
  await query(
    `CREATE FUNCTION pixctl.refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no room''; END'`,
  )
  await query(`CREATE TRIGGER refuse BEFORE INSERT ON pixctl.${table} EXECUTE FUNCTION pixctl.refuse()`)
}

const allow = () => query('DROP FUNCTION pixctl.refuse() CASCADE')

describeOnPostgres('what PostgreSQL saves', () => {
  it('costs as little with many events, also by a plan that was made when there were none', async () => {
    const approvals = (first: number) =>
      numbers(32).map(n => numbered(first + n, { type: 'payment.approved' }))
    await takeAll(inbox, approvals(100))
    await query(`INSERT INTO pixctl.log_events
        (id, profile, store, key, has_id, type, payment_id, received_at, newest_at, arrival_count, forward)
      SELECT 1000 + n, 1, '', 'known_' || n, 1, 'payment.approved', 'known_' || n, now(), now(), 1, 'none'
      FROM generate_series(1, 20000) n`)
    await takeAll(inbox, approvals(200))
    // Then its connections say what they have read.
    await inbox.close()
    const read = async () => {
      const [row] = await query<{ scans: string; rows: string }>(
        `SELECT sum(idx_scan) AS scans, sum(idx_tup_read) AS rows FROM pg_stat_user_indexes WHERE relname = 'log_events'`,
      )
      return { scans: Number(row!.scans), rows: Number(row!.rows) }
    }
    await expect.poll(async () => (await read()).scans).toBeGreaterThan(0)
    expect((await read()).rows).toBeLessThan(1000)
  })
})

describeOnPostgres('what PostgreSQL refuses to save', () => {
  it('fails the check until one like it would be saved, which leaves nothing', async () => {
    await inbox.writing.check()
    await refuse('arrivals')
    await inbox.writing.check()
    await expect(take(inbox, numbered(2))).rejects.toMatchObject({ name: 'SaveError', away: true })
    await expect(inbox.writing.check()).rejects.toThrow('no room')
    await allow()
    await inbox.writing.check()
    expect(await listed(inbox)).toHaveLength(1)
  })

  it('fails the check until attempts are recorded, though deliveries are saved', async () => {
    await refuse('attempts')
    const sent = ended((await named(inbox, 'evt_1')).id, 204)
    await expect(inbox.writing.attempted(sent)).rejects.toMatchObject({ name: 'SaveError' })
    expect(await take(inbox, numbered(2))).toMatchObject({ verdict: 'accepted' })
    await expect(inbox.writing.check()).rejects.toThrow('no room')
    await allow()
    await expect(inbox.writing.check()).rejects.toThrow('no room')
    await inbox.writing.attempted(sent)
    await inbox.writing.check()
    expect(await named(inbox, 'evt_1')).toMatchObject({ forward: 'done', attemptCount: 1 })
  })

  it('because of its values stops nothing that comes with it', async () => {
    await query(`ALTER TABLE pixctl.arrivals ADD CHECK (delivery <> 'dlv_5')`)
    const results = await Promise.allSettled([4, 5, 6].map(n => take(inbox, numbered(n))))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await inbox.writing.check()
  })
})
