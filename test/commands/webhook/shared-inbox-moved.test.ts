/** An inbox on PostgreSQL whose tables were moved without the value of their sequence, as by logical replication. */

import { expect, it } from 'vitest'
import { doctor } from '../../doctor/examine.ts'
import { startListening } from '../../support/listening.ts'
import { errorOf } from '../../support/pixctl.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { deliver, newSharedInbox } from '../../support/shared-inbox.ts'
import { openTarget } from '../../webhooks/target.ts'

const IDS = ['1', '2', '3', '4', '5', '6', '7', '8']
const NEW = ['new_1', 'new_2', 'new_3']

describeOnPostgres('an inbox whose sequence is behind its tables', () => {
  it('keeps nothing, says why and sends nothing again, until inbox init has set it right', async () => {
    const { machine, query } = await newSharedInbox()
    const kept = async () => {
      const rows = await query<{ delivery: string }>(
        'SELECT delivery FROM pixctl.arrivals ORDER BY event, place',
      )
      return rows.map(({ delivery }) => delivery)
    }
    const [created, others] = [await openTarget(204), await openTarget(204)]
    const own = machine()
    const forwarding = ['--forward-to', `payment.created=${created.url}`, '--forward-to', others.url]
    const listening = await startListening(own.host(), ['--monitor', '0', ...forwarding])
    const [, monitor] = await listening.says(/monitor at (\S+)/)
    const ready = async () => (await fetch(new URL('/readyz', monitor))).text()
    for (const id of IDS) expect((await deliver(listening.url, id)).status).toBe(204)
    await expect.poll(() => query('SELECT FROM pixctl.attempts')).toHaveLength(IDS.length)
    const before = await kept()

    await query(`SELECT setval('pixctl.numbers', max(id), false) FROM pixctl.log_events`)
    for (const id of NEW) expect((await deliver(listening.url, id)).status).toBe(503)
    await listening.says(/the sequence pixctl\.numbers is behind the tables.*\n.*inbox init$/m)
    await expect.poll(ready).toMatch(/^not ready: the sequence pixctl\.numbers is behind the tables/)
    expect(await kept()).toEqual(before)
    expect((await doctor(own.host())).checks.inbox).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('the sequence pixctl.numbers is behind the tables'),
      next: 'to set it right: pixctl inbox init',
    })
    const second = await machine().pixctl(['webhook', 'listen', '--port', '0', '--json'])
    expect(errorOf(second)).toMatchObject({ exitCode: 1, error: expect.stringContaining('is behind') })

    expect((await own.pixctl(['inbox', 'init'])).code).toBe(0)
    for (const id of NEW) expect((await deliver(listening.url, id)).status).toBe(204)
    await expect.poll(ready).toBe('ready\n')
    expect(await kept()).toEqual([...before, ...NEW.map(id => `dlv_${id}`)])
    await created.requests(IDS.length + NEW.length)
    await listening.stop()
    expect(created.got).toHaveLength(IDS.length + NEW.length)
    expect(others.got).toEqual([])
    expect((await doctor(own.host())).checks.inbox!.status).toBe('ok')
  })
})
