/** What `webhook listen --forward-to` says of deliveries that came when there was no target. */

import { expect, it } from 'vitest'
import { keep, withReplayable } from '../../support/kept.ts'
import { startListening } from '../../support/listening.ts'
import { LocalMachine } from '../../support/local.ts'
import { SECRET } from '../../webhooks/target.ts'

const machineWith = () => withReplayable(new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET }), [204])
const at = (second: number) => `2026-03-11T12:00:0${second}.000Z`

it('mentions those since the last one that had a target, and how to send them', async () => {
  const { machine, inbox, target } = await machineWith()
  keep(inbox, 'dlv_4', { eventId: 'evt_4', forward: true })
  keep(inbox, 'dlv_5', { eventId: 'evt_5', receivedAt: at(5) })
  keep(inbox, 'dlv_6', { eventId: 'evt_6', receivedAt: at(6) })
  const listening = await startListening(machine.host(), ['--forward-to', target.url])
  await listening.says(/press Ctrl-C/)
  expect(listening.stderr()).toContain(
    '2 deliveries came without --forward-to and will not be forwarded; ' +
      `to send them: pixctl webhook replay --since ${at(5)}\n`,
  )
  await target.requests(1)
  const run = await machine.pixctl(['webhook', 'replay', '--since', at(5)])
  expect(run.code).toBe(0)
  await listening.stop()
  const sent = target.got.map(each => each.headers['x-service-delivery'])
  expect(sent.toSorted()).toEqual(['dlv_4', 'dlv_5', 'dlv_6'])
})

it('mentions none without --forward-to, nor if the last one had a target', async () => {
  const { machine, inbox, target } = await machineWith()
  const watching = await startListening(machine.host())
  await watching.says(/press Ctrl-C/)
  expect(watching.stderr()).not.toContain('came without')
  await watching.stop()
  keep(inbox, 'dlv_4', { eventId: 'evt_4', forward: true })
  const listening = await startListening(machine.host(), ['--forward-to', target.url])
  await listening.says(/press Ctrl-C/)
  expect(listening.stderr()).not.toContain('came without')
})

it('mentions none if no target takes all types: some may be left out on purpose', async () => {
  const { machine, inbox, target } = await machineWith()
  keep(inbox, 'dlv_5', { eventId: 'evt_5', receivedAt: at(5) })
  const listening = await startListening(machine.host(), ['--forward-to', `deposit.*=${target.url}`])
  await listening.says(/press Ctrl-C/)
  expect(listening.stderr()).not.toContain('came without')
})

it('counts no more than the latest thousand', async () => {
  const { machine, inbox, target } = await machineWith()
  for (let n = 0; n < 1100; n++)
    keep(inbox, `many_${n}`, { eventId: `many_${n}`, receivedAt: n < 100 ? at(1) : at(2) })
  const listening = await startListening(machine.host(), ['--forward-to', target.url])
  await listening.says(/press Ctrl-C/)
  expect(listening.stderr()).toContain('the latest 1000 deliveries came without --forward-to')
  expect(listening.stderr()).toContain(`--since ${at(2)}\n`)
})
