/** A listener with an inbox on PostgreSQL whose statements fail, although the server is there. */

import { expect, it } from 'vitest'
import { inboxFor, listeningAs, startOn } from '../../support/listening-as.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { deliver } from '../../support/shared-inbox.ts'

const LOCKED = 'canceling statement due to lock timeout'

describeOnPostgres('a listener', () => {
  it('waits for its role while that can’t be written, and then forwards', async () => {
    const inbox = await inboxFor('clerk')
    await inbox.query(`ALTER ROLE clerk SET lock_timeout = '50ms'`)
    const { free } = await inbox.lock('pixctl.leases')
    const { listening, target } = await startOn(inbox)
    expect((await deliver(listening.url, '1')).status).toBe(204)
    await listening.says(new RegExp(`^warning: the inbox .* can't be used: ${LOCKED}; waiting for it$`, 'm'))
    await free()
    await target.requests(1)
    await listening.says(/^the inbox .* is back$/m)
    expect(listening.stderr().match(/waiting for it/g)).toHaveLength(1)
  })

  it('answers 503 while the table is locked, is not ready from the first one on, and recovers by itself', async () => {
    const { listening, ready, page, query, lock, target } = await listeningAs('teller')
    expect((await deliver(listening.url, '1')).status).toBe(204)
    await target.requests(1)
    await query(`ALTER ROLE teller SET lock_timeout = '50ms'`)
    await query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'teller'`)
    await expect.poll(async () => (await deliver(listening.url, '2')).status).toBe(204)
    await expect.poll(ready).toBe('ready\n')
    const notSaved = async () => {
      const [, count] = /verdict="not_saved",type="payment.created"} (\d+)/.exec(await page('/metrics'))!
      return Number(count)
    }
    const before = await notSaved()
    const { free } = await lock('pixctl.log_events')
    for (const id of ['3', '4', '5']) {
      await ready()
      const { status, headers } = await deliver(listening.url, id)
      expect([status, Number(headers['retry-after'])]).toEqual([503, 5])
      expect(await ready()).toMatch(new RegExp(`^not ready: .*${LOCKED}`))
    }
    expect(await notSaved()).toBe(before + 3)
    await free()
    await expect.poll(ready).toBe('ready\n')
    expect((await deliver(listening.url, '3')).status).toBe(204)
  })
})
