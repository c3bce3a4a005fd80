/** A listener with an inbox on PostgreSQL whose server crashes or cancels statements under load, or whose disk is full. */

import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasDisks, smallDisk } from '../../e2e/disk.ts'
import { startListening } from '../../support/listening.ts'
import { type inboxFor, listeningAs } from '../../support/listening-as.ts'
import { describeOnPostgres, itWithReplica, startPostgres, startReplica } from '../../support/postgres.ts'
import { giveToPostgres } from '../../support/postgres-machine.ts'
import { deliver, newSharedInbox } from '../../support/shared-inbox.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import { volume } from '../../support/volume.ts'

/** The ids that the inbox keeps, each as often as it is there. */
async function keptIn(inbox: Pick<Awaited<ReturnType<typeof inboxFor>>, 'query'>): Promise<string[]> {
  const rows = await inbox.query<{ delivery: string }>('SELECT delivery FROM pixctl.arrivals')
  return rows.map(({ delivery }) => delivery.slice('dlv_'.length))
}

/** Sends deliveries to listeners in turn until it is stopped, several at the same time. */
function sendTo(urls: readonly string[], count = 8) {
  const acknowledged: string[] = []
  const answers = new Set<number>()
  let stopped = false
  const send = async (sender: number) => {
    for (let n = 0; !stopped; n++) {
      const { status } = await deliver(urls[sender % urls.length]!, `${sender}_${n}`)
      answers.add(status)
      if (status === 204) acknowledged.push(`${sender}_${n}`)
    }
  }
  const senders = Promise.all(Array.from({ length: count }, (_, sender) => send(sender)))
  const stop = async () => {
    stopped = true
    await senders
  }
  onTestFinished(stop)
  return {
    acknowledged,
    answers,
    stop,
    /** Resolves when so many more are acknowledged. */
    async more(count: number) {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + count)
    },
  }
}

describeOnPostgres('under load', () => {
  it('nothing that was acknowledged is lost when the server crashes', async () => {
    const server = await startPostgres()
    const inbox = await newSharedInbox(server)
    const listening = await startListening(inbox.machine().host())
    const sending = sendTo([listening.url])
    for (let crash = 0; crash < volume(5, 2); crash++) {
      await sending.more(50)
      await server.restart('immediate')
    }
    await sending.more(0)
    await sending.stop()
    expect([...sending.answers].sort()).toEqual([204, 503])
    const kept = await keptIn(inbox)
    expect(new Set(kept).size).toBe(kept.length)
    expect(sending.acknowledged.filter(id => !kept.includes(id))).toEqual([])
  })

  it('loses nothing and ends by nothing while its statements are cancelled', async () => {
    const inbox = await listeningAs('cashier')
    const { listening, query } = inbox
    // So that a statement is still running when it is cancelled, also where disks are fast.
    await query(`CREATE FUNCTION pixctl.slow() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN PERFORM pg_sleep(0.01); RETURN NEW; END'`)
    await query(`CREATE TRIGGER slow BEFORE INSERT ON pixctl.log_events
      FOR EACH ROW EXECUTE FUNCTION pixctl.slow()`)
    const { acknowledged, answers, stop } = sendTo([listening.url], 4)
    for (let round = 0; round < volume(10, 5); round++) {
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
    const kept = await keptIn(inbox)
    expect(acknowledged.filter(id => !kept.includes(id))).toEqual([])
  })

  // docs/guide/shared-inbox.md says so.
  itWithReplica('nothing that was acknowledged is lost when a synchronous standby takes over', async () => {
    const server = await startPostgres()
    const inbox = await newSharedInbox(server)
    const standby = await startReplica(server)
    await server.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
    await server.query('SELECT pg_reload_conf()')
    await expect
      .poll(() => server.query('SELECT sync_state FROM pg_stat_replication'))
      .toEqual([{ sync_state: 'sync' }])
    const proxy = await startTcpProxy(server.port)
    const url = server.url(inbox.name, { port: proxy.port })
    const listening = await startListening(inbox.machine({ PIXCTL_INBOX_URL: url }).host())
    const sending = sendTo([listening.url])
    await sending.more(volume(600, 300))
    await server.stop('immediate')
    await standby.query('SELECT pg_promote()')
    proxy.leadTo(standby.port)
    await sending.more(volume(600, 300))
    await sending.stop()
    const rows = await standby.query<{ id: string }>(
      'SELECT delivery AS id FROM pixctl.arrivals',
      [],
      inbox.name,
    )
    const kept = new Set(rows.map(({ id }) => id.slice('dlv_'.length)))
    expect(kept.size).toBe(rows.length)
    expect(sending.acknowledged.filter(id => !kept.has(id))).toEqual([])
  })
})

describe.skipIf(!hasDisks)('with a disk that is full', () => {
  describeOnPostgres('of the server', () => {
    it('answers 503 and is not ready, loses nothing, and goes on when there is room', async () => {
      const server = await startPostgres()
      const folder = join(server.socketFolder, 'small')
      const disk = smallDisk({ dataDir: folder })
      disk.grow()
      giveToPostgres(folder)
      await server.query(`CREATE TABLESPACE small LOCATION '${folder}'`)
      await server.query('ALTER DATABASE template1 SET TABLESPACE small')
      await server.query(`ALTER SYSTEM SET default_tablespace = 'small'`)
      await server.query('SELECT pg_reload_conf()')
      const inbox = await newSharedInbox(server)
      const listening = await startListening(inbox.machine().host(), ['--monitor', '0'])
      const [, monitor] = await listening.says(/monitor at (\S+)/)
      const ready = async () => (await fetch(new URL('/readyz', monitor))).text()
      const acknowledged: string[] = []
      const send = async (id: string) => {
        const { status } = await deliver(listening.url, id)
        if (status === 204) acknowledged.push(id)
        return status
      }
      expect(await send('first')).toBe(204)
      disk.fill()
      let n = 0
      // Pages that have room take some more.
      await expect.poll(() => send(`${n++}`), { interval: 0 }).toBe(503)
      await listening.says(/deliveries can't be saved \(the disk .* is full\): they are answered 503/)
      await listening.says(/^warning: the disk of the inbox .* is full; waiting for it\nfree some space/m)
      for (let again = 0; again < 3; again++) {
        expect(await ready()).toMatch(/^not ready: the disk of the inbox .* is full\n/)
        expect(await send(`${n++}`)).toBe(503)
      }
      disk.empty()
      await expect.poll(ready).toBe('ready\n')
      expect(await send('last')).toBe(204)
      expect((await keptIn(inbox)).sort()).toEqual(acknowledged.sort())
    })
  })
})
