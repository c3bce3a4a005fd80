/** A listener with an inbox on PostgreSQL whose statements fail, although the server is there. */

import { expect, it, onTestFinished } from 'vitest'
import { inboxFor, listeningAs, startOn } from '../../support/listening-as.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { deliver } from '../../support/shared-inbox.ts'
import { volume } from '../../support/volume.ts'

const LOCKED = 'canceling statement due to lock timeout'

/** Sends deliveries until it is stopped, several at once; gives the ids that were acknowledged, and all answers. */
function sending(urls: readonly string[], senders: number) {
  const acknowledged: string[] = []
  const answers = new Set<number>()
  let isStopped = false
  const send = async (sender: number) => {
    for (let n = 0; !isStopped; n++) {
      const id = `${sender}_${n}`
      const { status } = await deliver(urls[sender % urls.length]!, id)
      answers.add(status)
      if (status === 204) acknowledged.push(id)
    }
  }
  const done = Promise.all(Array.from({ length: senders }, (_, sender) => send(sender)))
  const stop = () => {
    isStopped = true
    return done
  }
  onTestFinished(async () => void (await stop()))
  return { acknowledged, answers, stop }
}

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

  it('loses nothing and ends by nothing while its statements are cancelled', async () => {
    const { listening, query } = await listeningAs('cashier')
    // So that a statement is still running when it is cancelled, also where disks are fast.
    await query(`CREATE FUNCTION pixctl.slow() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN PERFORM pg_sleep(0.01); RETURN NEW; END'`)
    await query(`CREATE TRIGGER slow BEFORE INSERT ON pixctl.log_events
      FOR EACH ROW EXECUTE FUNCTION pixctl.slow()`)
    const { acknowledged, answers, stop } = sending([listening.url], 4)
    for (let round = 0; round < volume(20, 5); round++) {
      answers.clear()
      while (!answers.has(503)) {
        await query(
          `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE usename = 'cashier' AND state = 'active'`,
        )
      }
      await expect.poll(() => answers.has(204)).toBe(true)
    }
    await stop()
    expect([...answers].sort()).toEqual([204, 503])
    const rows = await query<{ delivery: string }>('SELECT delivery FROM pixctl.arrivals')
    const kept = new Set(rows.map(({ delivery }) => delivery.slice('dlv_'.length)))
    expect(acknowledged.filter(id => !kept.has(id))).toEqual([])
  })

  it('is not ready from the first delivery on that it refuses because the server has stopped', async () => {
    const { listening, ready, server } = await listeningAs('guard')
    await expect.poll(ready).toBe('ready\n')
    await server.stop()
    await ready()
    expect((await deliver(listening.url, '1')).status).toBe(503)
    expect(await ready()).toMatch(/^not ready: /)
  })
})

describeOnPostgres('two listeners with too few connections', () => {
  it('say so once, not each time that one is free and taken', async () => {
    const inbox = await inboxFor('porter')
    const first = await startOn(inbox)
    const listeners = [first, await startOn(inbox, first.target)]
    await inbox.query('ALTER ROLE porter CONNECTION LIMIT 3')
    await inbox.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'porter'`)
    const { acknowledged, stop } = sending(
      listeners.map(({ listening }) => listening.url),
      8,
    )
    const end = performance.now() + 4_000
    await expect.poll(() => performance.now() > end && acknowledged.length > 0).toBe(true)
    await stop()
    for (const { listening } of listeners) {
      const said = listening.stderr().split('\n')
      expect(said.filter(line => /waiting for it$/.test(line)).length).toBeLessThanOrEqual(1)
      expect(said.filter(line => /can't be saved/.test(line)).length).toBeLessThanOrEqual(1)
      expect(said.filter(line => /is back$/.test(line))).toEqual([])
    }
    const rows = await inbox.query<{ delivery: string }>('SELECT delivery FROM pixctl.arrivals')
    const kept = new Set(rows.map(({ delivery }) => delivery.slice('dlv_'.length)))
    expect(acknowledged.filter(id => !kept.has(id))).toEqual([])
  })
})
