/** `charge wait` and `charge create --wait` on the realtime channel, over real sockets. */

import { describe, expect, it, onTestFinished } from 'vitest'
import { ended, errorOf, type Machine, said } from '../support/pixctl.ts'
import { fields, openStore } from '../support/store.ts'
import { expired, openBoth, ready } from '../support/wait-realtime.ts'
import { noTerminal, onTerminal, plain } from './pty.ts'

const INTERRUPT = '\u0003'

/** Begins to wait; the run must end within the time that tests have. */
function wait({ machine }: { machine: Machine }, ...flags: string[]) {
  const child = machine.start(['charge', 'wait', 'pay_1', ...flags])
  onTestFinished(() => void child.kill('SIGKILL'))
  return { run: ended(child), stop: (signal: NodeJS.Signals) => void child.kill(signal) }
}

describe('charge wait with a token', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s does not change the charge, and prints the command to continue with',
    async signal => {
      await using both = await openBoth(expired, expired)
      const { run, stop } = wait(both, '--late', '--json')
      const { peer } = await ready(both)
      stop(signal)
      const end = await run
      expect(end.code).toBe(signal === 'SIGINT' ? 130 : 143)
      expect(errorOf(end).error).toContain('pixctl charge wait pay_1 --late')
      expect(JSON.parse(end.stdout)).toMatchObject({ id: 'pay_1', status: 'EXPIRED' })
      await peer.closed
    },
  )
})

describe('against the sandbox', async () => {
  const store = await openStore()
  const env = { PIXCTL_WS_TOKEN: store.sandbox.wsToken, PIXCTL_REALTIME_URL: store.sandbox.realtimeUrl }

  it('charge wait ends as soon as the charge is paid', async () => {
    const { id } = await store.create('--amount', '10.50')
    const child = store.machine.start(['charge', 'wait', id, '--debug'], env)
    const run = ended(child)
    await said(child.stderr, '< ready')
    await store.move(id, 'pay')
    const { stdout, stderr, code } = await run
    expect(code).toBe(0)
    expect(fields(stdout)).toMatchObject({ id, status: 'PAID' })
    expect(stderr).toContain('realtime < event')
  })

  describe.skipIf(noTerminal)('on a terminal', () => {
    it('the remaining time is beside the amount and the code, changes each second and is erased at the end', async () => {
      const { id } = await store.create('--amount', '10.50')
      const terminal = onTerminal(store.machine, `pixctl charge wait ${id} --wait-timeout 90 2>&1`, { env })
      // Beside others, the command may start seconds after the charge was created.
      await terminal.sees(/R\$ 10,50[\s\S]*\d\d:\d\d left to pay/)
      const [first] = /\d\d:\d\d(?= left to pay)/.exec(terminal.screen)!
      await terminal.sees(new RegExp(`(?!${first})\\d\\d:\\d\\d left to pay`))
      await store.move(id, 'pay')
      expect(await terminal.ended).toBe(0)
      const [, last = ''] = terminal.screen.split(/left to pay(?![\s\S]*left to pay)/)
      expect(last).toContain('\u001b[K')
      expect(plain(last)).toMatch(/\nPAID: R\$ 10,50, pay_\w+, at \d\d:\d\d:\d\d\s*$/)
    })

    it('Ctrl-C leaves the charge PENDING, and prints the command to continue with', async () => {
      const { id } = await store.create('--amount', '10.50')
      const terminal = onTerminal(store.machine, `pixctl charge wait ${id}`, { env })
      await terminal.sees('left to pay')
      terminal.type(INTERRUPT)
      expect(await terminal.ended).toBe(130)
      expect(plain(terminal.screen)).toMatch(new RegExp(`^  to wait again: pixctl charge wait ${id}$`, 'm'))
      expect((await store.api(`/payments/${id}`)).body.data.status).toBe('PENDING')
    })
  })
})
