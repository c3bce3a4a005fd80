/** `charge create` while the service takes its time. */

import { expect, it } from 'vitest'
import { Charging } from '../../support/charging.ts'
import { FakeClock } from '../../support/clock.ts'

const ONE = ['charge', 'create', '--amount', '10.50', '-q']
const TERMINAL = { terminal: { columns: 80, rows: 24 } }

/** A service that takes so many seconds to answer. */
async function slow(seconds: number) {
  const clock = new FakeClock(Date.now())
  const charging: Charging = new Charging(() => (...all) => {
    clock.advance(seconds * 1000)
    charging.create(...all)
  })
  return { machine: await charging.machine(), clock }
}

it('shows on a terminal from the first second on that it goes on, and nothing of it stays', async () => {
  const { machine, clock } = await slow(3)
  const run = await machine.pixctl(ONE, { clock, ...TERMINAL, env: { TERM: 'xterm' } })
  expect(run).toMatchObject({ code: 0, stdout: 'pay_1\n' })
  expect(run.stderr.match(/creating… \d s/g)).toEqual(['creating… 1 s', 'creating… 2 s', 'creating… 3 s'])
  expect(run.stderr).toMatch(/\r\u001b\[2K$/)
})

it.each([
  ['on a terminal that can not replace a line', { ...TERMINAL, env: { TERM: 'dumb' } }, []],
  ['in a pipe', {}, []],
  ['with --json', { ...TERMINAL, env: { TERM: 'xterm' } }, ['--json']],
])('shows nothing of it %s', async (_where, options, flags) => {
  const { machine, clock } = await slow(3)
  const run = await machine.pixctl([...ONE.filter(flag => flag !== '-q'), '--no-input', ...flags], {
    clock,
    ...options,
  })
  expect(run.code).toBe(0)
  expect(run.stderr).not.toContain('creating')
})

it('shows nothing of an answer within a second', async () => {
  const { machine, clock } = await slow(0)
  const run = await machine.pixctl(ONE, { clock, ...TERMINAL, env: { TERM: 'xterm' } })
  expect(run.stderr).not.toContain('creating')
})
