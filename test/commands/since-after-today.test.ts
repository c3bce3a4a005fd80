/** A `--since` after today: nothing can be found from there on. */

import { expect, it } from 'vitest'
import { charge, paged } from '../charges/paged.ts'
import { FakeClock } from '../support/clock.ts'
import { errorOf } from '../support/pixctl.ts'
import { againstLocal } from '../support/scripted.ts'

/** 22:30 in São Paulo; in UTC it is the next day already. */
const clock = new FakeClock('2026-11-21T01:30:00.000Z')

async function listed(args: string[]) {
  const { run } = await paged([charge(1, '2026-11-20T12:00:00Z')])
  return run(['charges', 'list', '--json', ...args], { clock })
}

it.each([
  ['charges list', '--since'],
  ['charges list', '--paid-since'],
  ['charges watch', '--since'],
  ['webhook deliveries', '--since'],
  ['webhook replay --to http://127.0.0.1:1/', '--since'],
])('%s %s is exit 2', async (command, flag) => {
  await using scripted = await againstLocal()
  const run = await scripted.machine.pixctl([...command.split(' '), '--json', flag, '2026-11-21'], { clock })
  expect(errorOf(run)).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining(`nothing is between ${flag} 2026-11-21 and the end of today`),
  })
  expect(run.stdout).toBe('')
})

it.each(['today', '2026-11-20', '2026-11-20T23:59', '0s'])('takes %s', async since => {
  expect((await listed(['--since', since])).code).toBe(0)
})
