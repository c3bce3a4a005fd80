/** `reconcile` beside a listener in a process; the tables are in test/commands/reconcile/reconcile.test.ts. */

import { expect, it, onTestFinished } from 'vitest'
import { FakeClock } from '../support/clock.ts'
import { freePort } from '../support/http.ts'
import { ended, errorOf, said } from '../support/pixctl.ts'
import { newCharge, newMachine } from '../support/reconciling.ts'
import { runCommand, testHost } from '../support/run.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()

it('reconcile agrees with what a listener received, and reports what came when none ran', async () => {
  const machine = newMachine(store)
  const port = await freePort()
  const endpoint = await store.control('/webhooks', { url: `http://127.0.0.1:${port}/` })
  const child = machine.start(['webhook', 'listen', '--port', String(port)], {
    PIXCTL_WEBHOOK_SECRET: endpoint.body.data.secret,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const listened = ended(child)
  await new Promise(resolve => child.stderr.once('data', resolve))
  const approved = said(child.stdout, 'payment.approved')
  const seen = await newCharge(store, 'pay')
  await approved
  child.kill('SIGTERM')
  expect((await listened).code).toBe(143)
  const missed = await newCharge(store, 'pay')
  // Later, so that no event can be on its way any more.
  const clock = new FakeClock(Date.now() + 60_000, { passing: true })
  const host = testHost({ clock, home: machine.folder, env: machine.env })
  const run = await runCommand(['reconcile', '--json'], { host })
  const { paidAt } = (await store.api(`/payments/${missed.id}`)).body.data
  expect(JSON.parse(run.stdout)).toMatchObject({
    agrees: false,
    differences: [
      {
        kind: 'missed_event',
        paymentId: missed.id,
        detail: `PAID at ${paidAt}, 10.50, net 10.39; no approved event arrived`,
      },
    ],
  })
  expect(run.code).toBe(11)
  expect(errorOf(run).error).toContain('1 difference')
  expect(run.stdout).not.toContain(seen.id)
})
