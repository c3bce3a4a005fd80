/** The view `pixctl.events`, which people read with psql and Grafana. */

import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import type { Arrival, Inbox } from '#inbox/inbox.ts'
import { migrate } from '#inbox/postgres/schema.ts'
import { read } from '../../docs/pages.ts'
import { describeOnPostgres, newDatabase, type TestDatabase } from '../../support/postgres.ts'
import { arrival, attempt, numbered, take } from '../arriving.ts'
import { openPostgres } from './connecting/opening.ts'
import { openOn } from './opening.ts'

interface Event extends Record<string, unknown> {
  delivery: string
}

async function newInbox(): Promise<TestDatabase & { inbox: Inbox; events(): Promise<Event[]> }> {
  const database = await newDatabase()
  const postgres = await openPostgres(database.url)
  await postgres.transaction(migrate)
  const inbox = await openOn({ url: database.url, profile: 'default' })
  return { ...database, inbox, events: () => database.query('SELECT * FROM pixctl.events ORDER BY delivery') }
}

/** A body that has this amount, as JSON text. */
const withAmount = (amount: string) => `{"id":"evt_1","data":{"amount":${amount}}}`

describeOnPostgres('pixctl.events', () => {
  it('has a row for each event, and what became of it', async () => {
    const { inbox, events } = await newInbox()
    const take = (delivery: string, eventId: string | null, over: Partial<Arrival> = {}) =>
      inbox.writing.insert(arrival({ delivery, eventId, ...over }))
    await take('dlv_1', 'evt_1', {
      receivedAt: '2026-03-10T12:00:00.000Z',
      type: 'payment.approved',
      body: Buffer.from(withAmount('35.9')),
    })
    await attempt(inbox, 'dlv_1', null, { at: '2026-03-10T12:00:01.000Z' })
    await attempt(inbox, 'dlv_1', 503, { at: '2026-03-10T12:00:02.000Z' })
    await take('dlv_1_again', 'evt_1')
    await take('dlv_2', 'evt_2', { paymentId: null })
    await attempt(inbox, 'dlv_2', 422, { outcome: 'parked' })
    // It came by the realtime channel, which has no target, then by webhook. That one was forwarded.
    await take('dlv_3', 'evt_3', { channel: 'realtime', forward: false })
    await take('dlv_3_webhook', 'evt_3')
    await attempt(inbox, 'dlv_3_webhook', 204)
    // Without an event id each delivery is an event.
    await take('dlv_4', null, { forward: false })
    await take('dlv_5', null, { forward: false })
    expect(await events()).toMatchObject([
      {
        ...{ profile: 'default', event_id: 'evt_1', delivery: 'dlv_1', channels: ['webhook'] },
        ...{ type: 'payment.approved', payment_id: 'pay_1', amount: '35.90', forward: 'pending' },
        ...{ received_at: new Date('2026-03-10T12:00:00Z'), attempt_count: 2, last_status: 503 },
        last_attempt_at: new Date('2026-03-10T12:00:02Z'),
      },
      {
        ...{ delivery: 'dlv_2', payment_id: null, amount: null },
        ...{ forward: 'parked', attempt_count: 1, last_status: 422 },
      },
      {
        ...{ delivery: 'dlv_3', channels: ['webhook', 'realtime'], forward: 'done' },
        ...{ attempt_count: 1, last_status: 204 },
      },
      {
        ...{ delivery: 'dlv_4', event_id: null, forward: 'none' },
        ...{ attempt_count: 0, last_attempt_at: null, last_status: null },
      },
      { delivery: 'dlv_5', forward: 'none' },
    ])
  })

  it('has the amount of a body that has one, and fails with no other', async () => {
    const { inbox, events } = await newInbox()
    const bodies: [body: string | Buffer, amount: string | null][] = [
      [withAmount('0.07'), '0.07'],
      [withAmount('1.05e1'), '10.50'],
      [withAmount('-5'), '-5.00'],
      [`\ufeff${withAmount('35.9')}`, '35.90'],
      [withAmount('10.505'), null],
      [withAmount('"10.50"'), null],
      [withAmount('[1]'), null],
      [withAmount('10000000000'), null],
      [withAmount('1e200000'), null],
      [withAmount('NaN'), null],
      ['{"data":{"amount":1,"description":"\\u0000"}}', null],
      ['{"data":{"amount":1,"description":"\\ud800"}}', null],
      [Buffer.from([...Buffer.from('{"data":{"amount":1,"description":"'), 0xff, 0x22, 0x7d, 0x7d]), null],
      [Buffer.from('{"data":{"amount":1}}\0'), null],
      ['', null],
      ['{"data":5}', null],
      ['[{"amount":1}]', null],
      ['not JSON', null],
      ['['.repeat(60_000), null],
      [`{"data":{"amount":1,"description":"${'x'.repeat(70_000)}"}}`, null],
    ]
    for (const [index, [body]] of bodies.entries()) {
      await take(inbox, numbered(10 + index, { body: Buffer.from(body) }))
    }
    const shown = (await events()).map(({ amount }) => amount)
    expect(bodies.map(([body], index) => [String(body).slice(0, 60), shown[index]])).toEqual(
      bodies.map(([body, amount]) => [String(body).slice(0, 60), amount]),
    )
  })

  it('finds those of a day by an index', async () => {
    const { query } = await newInbox()
    await query(`INSERT INTO pixctl.log_events
        (id, profile, store, key, has_id, type, received_at, newest_at, arrival_count, forward)
      SELECT n, 1, '', 'evt_' || n, 1, 'payment.created', now() - n * interval '2 minutes', now(), 1, 'none'
      FROM generate_series(20000, 1, -1) n`)
    await query(`INSERT INTO pixctl.arrivals (event, place, channel, delivery, received_at, headers, body)
      SELECT n, 1, 'webhook', 'dlv_' || n, now(), repeat('x', 200), '\\x7b7d' FROM generate_series(20000, 1, -1) n`)
    await query('ANALYZE pixctl.log_events, pixctl.arrivals')
    const day = "FROM pixctl.events WHERE received_at > now() - interval '1 day'"
    expect(JSON.stringify(await query(`EXPLAIN SELECT sum(amount) ${day}`))).toContain('log_events_by_time')
    expect(JSON.stringify(await query(`EXPLAIN SELECT * ${day}`))).toContain('log_events_by_time')
  })

  it('is all that a user of Grafana can read, and answers the queries of the guide', async () => {
    const { inbox, server, name, query } = await newInbox()
    const receivedAt = new Date(Date.now() - 90_000).toISOString()
    for (const [number, type] of ['payment.approved', 'payment.approved', 'payment.created'].entries()) {
      await take(inbox, numbered(number, { type, body: Buffer.from(withAmount('10.1')), receivedAt }))
    }
    const at = new Date(Date.parse(receivedAt) + 1500).toISOString()
    await attempt(inbox, 'dlv_0', 204, { at })

    const user = `grafana_${name}`
    await server.query(`CREATE USER ${user}`)
    onTestFinished(async () => {
      await query(`DROP OWNED BY ${user}`)
      await server.query(`DROP USER ${user}`)
    })
    const [grants, ...queries] = sqlOfGuide()
    await query(grants!.replaceAll('grafana', user))
    const client = new pg.Client(server.url(name, { user }))
    await client.connect()
    onTestFinished(() => client.end())
    await expect(client.query('SELECT FROM pixctl.log_events')).rejects.toThrow('permission denied')
    const answers = []
    for (const sql of queries) answers.push((await client.query(sql)).rows)
    expect(answers).toMatchObject([
      [{ paid: '2', reais: '20.20' }],
      [{ forward: 'pending' }, { forward: 'pending' }],
      [{ seconds: 1.5 }],
    ])
  })
})

/** The statements of the section about the view. */
function sqlOfGuide(): string[] {
  const [, section = ''] =
    /\n## With psql and Grafana\n([\s\S]*?)\n## /.exec(read('docs/guide/shared-inbox.md')) ?? []
  return [...section.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql!)
}
