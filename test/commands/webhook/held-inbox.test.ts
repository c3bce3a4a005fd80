/** `webhook listen` while another program holds the file of its inbox, as one does that was stopped while it wrote. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { FakeClock } from '../../support/clock.ts'
import { startListening } from '../../support/listening.ts'
import { LocalMachine } from '../../support/local.ts'
import { deliver } from '../../support/shared-inbox.ts'
import { rows } from '../../support/store.ts'
import { SECRET } from '../../webhooks/target.ts'

it('answers 503 before the service gives up, says once why, and goes on by itself', async () => {
  const machine = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET })
  onTestFinished(() => machine[Symbol.dispose]())
  const clock = new FakeClock(Date.now())
  const listening = await startListening(machine.host({ clock }), ['--monitor', '0'])
  const [, monitor] = await listening.says(/monitor at (\S+)/)
  const isReady = async () => {
    let isOver = false
    const asked = fetch(new URL('/readyz', monitor)).then(answer => answer.text())
    asked.finally(() => {
      isOver = true
    })
    while (!isOver) await clock.advanceAsync(100)
    return asked
  }
  expect((await deliver(listening.url, '1')).status).toBe(204)
  const state = new DatabaseSync(join(machine.dataDir, 'profiles', 'default', 'state.db'))
  onTestFinished(() => state.close())
  state.exec('BEGIN EXCLUSIVE')
  const [first, second] = [deliver(listening.url, '2'), deliver(listening.url, '3')]
  await clock.asleep(5)
  await clock.advanceAsync(9_000)
  for (const { status, headers } of [await first, await second]) {
    expect([status, Number(headers['retry-after'])]).toEqual([503, 5])
  }
  expect(await isReady()).toMatch(/^not ready: /)
  const warnings = listening.stderr().match(/^warning: .*$/gm)
  expect(warnings).toEqual([
    "warning: deliveries can't be saved (another program holds the file of the inbox): " +
      'they are answered 503, and the service may send them again',
  ])
  state.exec('ROLLBACK')
  expect((await deliver(listening.url, '2')).status).toBe(204)
  await expect.poll(isReady).toBe('ready\n')
  const printed = rows((await listening.stop()).stdout)
  expect(printed.map(([, delivery, , verdict, status]) => [delivery, verdict, status]).sort()).toEqual([
    ['dlv_1', 'accepted', '204'],
    ['dlv_2', 'accepted', '204'],
    ['dlv_2', 'not_saved', '503'],
    ['dlv_3', 'not_saved', '503'],
  ])
  const refused = await machine.pixctl(['webhook', 'deliveries', '--rejected', '--json'])
  const notSaved = { verdict: 'not_saved', status: 503, reason: 'not_saved', hints: [] }
  expect(JSON.parse(refused.stdout)).toMatchObject([notSaved, notSaved])
  const { stdout } = await machine.pixctl(['webhook', 'deliveries', '--json'])
  expect(JSON.parse(stdout).map((each: { delivery: string }) => each.delivery)).toEqual(['dlv_2', 'dlv_1'])
})
