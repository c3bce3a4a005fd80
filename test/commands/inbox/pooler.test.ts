/** The commands with a shared inbox behind PgBouncer. */

import { expect, it } from 'vitest'
import { doctor } from '../../doctor/examine.ts'
import { startListening } from '../../support/listening.ts'
import { describeOnPgBouncer, startPgBouncer } from '../../support/pgbouncer.ts'
import { errorOf } from '../../support/pixctl.ts'
import { deliver, newSharedInbox } from '../../support/shared-inbox.ts'
import { openTarget } from '../../webhooks/target.ts'

/** A machine whose shared inbox is behind PgBouncer. */
async function behindPgBouncer(mode: string) {
  const { server, name, query, machine } = await newSharedInbox()
  await query(`ALTER DATABASE ${name} SET synchronous_commit = off`)
  const { port } = await startPgBouncer(server, { pool_mode: mode, default_pool_size: 50 })
  return machine({ PIXCTL_INBOX_URL: server.url(name, { port }) })
}

describeOnPgBouncer('a shared inbox behind PgBouncer in transaction mode', () => {
  it('is refused by every command at the start', async () => {
    const machine = await behindPgBouncer('transaction')
    const realtime = { PIXCTL_WS_TOKEN: 'service_ws_x', PIXCTL_REALTIME_URL: 'ws://127.0.0.1:9' }
    const error = expect.stringMatching(/pooler in transaction mode \(PgBouncer\).*pool_mode=session/s)
    for (const command of ['inbox init', 'webhook listen --port 0', 'webhook deliveries', 'events tail']) {
      const run = await machine.pixctl([...command.split(' '), '--json'], { env: realtime })
      expect([command, errorOf(run)]).toEqual([command, { exitCode: 2, error }])
    }
    const { checks } = await doctor(machine.host())
    expect(checks.inbox).toMatchObject({
      status: 'fail',
      detail: expect.stringContaining('pooler in transaction mode'),
      next: expect.stringContaining('pool_mode=session'),
    })
  })
})

describeOnPgBouncer('a shared inbox behind PgBouncer in session mode', () => {
  it('is as without it', async () => {
    const machine = await behindPgBouncer('session')
    expect((await doctor(machine.host())).checks.inbox).toMatchObject({ status: 'ok' })
    const target = await openTarget(204)
    const flags = ['--forward-to', target.url, '--forward-concurrency', '2']
    const two = [await startListening(machine.host(), flags), await startListening(machine.host(), flags)]
    const ids = Array.from({ length: 40 }, (_, n) => String(n))
    // Each of them comes to both.
    const answers = await Promise.all(ids.flatMap(id => two.map(({ url }) => deliver(url, id))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    await target.requests(40)
    const list = async () =>
      JSON.parse((await machine.pixctl(['webhook', 'deliveries', '--forward', 'done', '--json'])).stdout)
    await expect.poll(async () => (await list()).length).toBe(40)
    expect(target.got).toHaveLength(40)
  })
})
