/** `reconcile` as a process beside others, and on a terminal; the tables are in test/commands/reconcile/reconcile.test.ts. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { displayWidth } from '#terminal/width.ts'
import { passing } from '../support/clock.ts'
import { freePort } from '../support/http.ts'
import { ended, errorOf, said } from '../support/pixctl.ts'
import { fill, newCharge, newMachine, page, paid } from '../support/reconciling.ts'
import { runCommand, testHost } from '../support/run.ts'
import { against } from '../support/scripted.ts'
import { openStore } from '../support/store.ts'
import { noTerminal, onTerminal, plain } from './pty.ts'

const store = await openStore()
describe('reconcile', () => {
  it('agrees with what a listener received, and reports what came when none ran', async () => {
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
    // In this process, so that the wait for late events takes no time.
    const host = testHost({ clock: passing(), home: machine.folder, env: machine.env })
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

  it('prints one JSON object with these members', async () => {
    await using scripted = await against(page([paid()]))
    await fill(scripted.machine)
    const { stdout, code } = await scripted.machine.pixctl(['reconcile', '--json'])
    expect(code).toBe(11)
    expect(stdout).toBe(`${JSON.stringify(JSON.parse(stdout), null, 2)}\n`)
    const { agrees, days, differences, ...others } = JSON.parse(stdout)
    expect({ agrees, days, others }).toEqual({
      agrees: false,
      days: [{ period: '2026-03-10', paid: 1, netAmount: 10.39 }],
      others: {},
    })
    expect(differences).toEqual([
      {
        kind: 'missed_event',
        paymentId: 'pay_1',
        detail: expect.stringContaining('PAID at 2026-03-10'),
        next: 'pixctl charges get pay_1',
      },
    ])
  })
})

describe('what is shown', () => {
  it.skipIf(noTerminal).each([80, 60])('fits a terminal of %i columns', async columns => {
    const id = `pay_${'x'.repeat(40)}`
    await using scripted = await against(page([paid({ id, netAmount: 1234.56 })]))
    await fill(scripted.machine)
    const terminal = onTerminal(scripted.machine, 'pixctl reconcile 2> /dev/null', { columns })
    expect(await terminal.ended).toBe(11)
    const text = plain(terminal.screen)
    // The command is one piece, to be copied.
    const [command] = /^ {2}> pixctl charges get pay_x{40}$/m.exec(text) ?? ['none']
    expect(
      Math.max(
        ...text
          .replace(command, '')
          .split(/[\r\n]/)
          .map(displayWidth),
      ),
    ).toBeLessThanOrEqual(columns)
    expect(text).toMatch(
      /^DAY +PAID +NET AMOUNT\n2026-03-10 +1 +R\$ 1\.234,56\n\npaid, but the notice is missing\n? {2}pay_x{40}\n/m,
    )
    expect(text.replaceAll(/\s+/g, ' ')).toContain('PAID at 2026-03-10 09:00:00, R$ 10,50, net R$ 1.234,56;')
  })

  it.skipIf(noTerminal)('shows progress on a terminal, on a line that is erased', async () => {
    await using scripted = await against(page([]))
    const terminal = onTerminal(scripted.machine, 'pixctl reconcile')
    expect(await terminal.ended).toBe(0)
    expect(terminal.screen).toContain('0 of 0 charges read')
    expect(plain(terminal.screen.slice(terminal.screen.lastIndexOf('\u001b[2K')))).toBe(
      'no event has arrived here yet: payments without a notice are not reported\neverything agrees: 0 charges compared\n',
    )
  })
})
