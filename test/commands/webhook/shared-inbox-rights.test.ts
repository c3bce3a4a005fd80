/** A listener with an inbox on PostgreSQL whose user loses what it was allowed at the start. */

import { expect, it } from 'vitest'
import { startListening } from '../../support/listening.ts'
import { listeningAs } from '../../support/listening-as.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { deliver, newSharedInbox } from '../../support/shared-inbox.ts'
import { openTarget } from '../../webhooks/target.ts'

describeOnPostgres('a listener whose user', () => {
  it('may not insert any more answers 503, says once what to do, and goes on when that is undone', async () => {
    const { listening, ready, target, query } = await listeningAs('clerk')
    expect((await deliver(listening.url, '1')).status).toBe(204)
    await target.requests(1)
    await query('REVOKE INSERT ON pixctl.log_events FROM clerk')
    for (const id of ['2', '3']) {
      const { status, headers } = await deliver(listening.url, id)
      expect([status, Number(headers['retry-after'])]).toEqual([503, 5])
    }
    await expect.poll(ready).toMatch(/^not ready: the user clerk has not all rights on log_events\n/)
    await listening.says(
      /^warning: the user clerk may not use the inbox .*: permission denied .*; waiting for it$/m,
    )
    await listening.says(/^to see which rights are missing: pixctl inbox init$/m)
    await query('GRANT INSERT ON pixctl.log_events TO clerk')
    expect((await deliver(listening.url, '2')).status).toBe(204)
    await listening.says(/^the inbox postgres:.* is back$/m)
    await target.requests(2)
    await expect.poll(ready).toBe('ready\n')
    for (const once of [/waiting for it$/gm, /is back$/gm]) {
      expect(listening.stderr().match(once)).toHaveLength(1)
    }
  })

  it('has another password now answers 503, says what to do, and goes on when that is undone', async () => {
    const { listening, ready, target, query } = await listeningAs('cashier')
    expect((await deliver(listening.url, '1')).status).toBe(204)
    await query(`ALTER ROLE cashier PASSWORD 'second'`)
    await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'cashier'`)
    await expect.poll(async () => (await deliver(listening.url, '2')).status).toBe(503)
    await listening.says(/waiting for it\ngive the password in PGPASSWORD/)
    await expect.poll(ready).toMatch(/^not ready: .* refused the password of the user cashier\n/)
    await query(`ALTER ROLE cashier PASSWORD 'first'`)
    await expect.poll(async () => (await deliver(listening.url, '2')).status).toBe(204)
    await listening.says(/^the inbox postgres:.* is back$/m)
    await target.requests(2)
  })
})

describeOnPostgres('a listener whose schema was dropped', () => {
  it('saves under its profile in the one that `inbox init` makes, although the numbers differ there', async () => {
    const { machine, query } = await newSharedInbox()
    // The next profile gets 8. In the new schema it gets another number, whether that is before 8 is taken there or after.
    await query(`INSERT INTO pixctl.profiles (id, name) VALUES (7, 'earlier')`)
    const target = await openTarget(204)
    const own = machine()
    const listening = await startListening(own.host(), ['--monitor', '0', '--forward-to', target.url])
    const [, monitor] = await listening.says(/monitor at (\S+)/)
    expect((await deliver(listening.url, '1')).status).toBe(204)
    await target.requests(1)
    // A record under way has locks that the drop waits for, and waits for those of the drop.
    await expect.poll(() => query('SELECT FROM pixctl.attempts')).toHaveLength(1)
    await query('DROP SCHEMA pixctl CASCADE')
    expect((await deliver(listening.url, '2')).status).toBe(503)
    expect((await fetch(new URL('/readyz', monitor))).status).toBe(503)
    expect((await own.pixctl(['inbox', 'init'])).code).toBe(0)
    await query(`INSERT INTO pixctl.profiles (id, name) VALUES (8, 'other')`)
    expect((await deliver(listening.url, '2')).status).toBe(204)
    await target.requests(2)
    const { stdout } = await own.pixctl(['webhook', 'deliveries', '--json'])
    expect(stdout).toContain('dlv_2')
    expect(stdout).not.toContain('dlv_1')
  })
})
