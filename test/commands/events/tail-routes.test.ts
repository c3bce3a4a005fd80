/** `events tail` with several `--forward-to`: each event goes to one target, or to none, and the cursor moves past it. */

import { expect, it } from 'vitest'
import { deliveriesOf, eventsOf, forwardStates } from '../../support/forwarding.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { cursors, localMachineOf, Stream, sequence, Tail } from '../../support/tailing.ts'
import { openTarget, signedAt } from '../../webhooks/target.ts'

const [CREATED, APPROVED, EXPIRED] = ['payment.created', 'payment.approved', 'payment.expired']

it('sends each event to its target, and keeps what has none', async () => {
  const stream = await Stream.start()
  const machine = localMachineOf(stream)
  const [created, approved] = [await openTarget(204), await openTarget(500, 204)]
  const tail = new Tail(machine, [
    ...['--forward-to', `${APPROVED}=${approved.url}`, '--forward-to', `${CREATED}=${created.url}`],
    ...['--after', sequence(0), '--max', '4'],
  ])
  for (const type of [CREATED, APPROVED, EXPIRED, CREATED]) stream.add({ type })
  const run = await tail.ended
  expect(run.code).toBe(0)
  expect([eventsOf(created), eventsOf(approved)]).toEqual([
    ['evt_1', 'evt_4'],
    ['evt_2', 'evt_2'],
  ])
  for (const got of [...created.got, ...approved.got]) signedAt(got)
  expect(notesOf(run)).toEqual([
    expect.stringMatching(/^forwarded events are signed with /),
    `events are waiting to be forwarded to ${approved.shown}: it answered 500`,
    `${approved.shown} answers 2xx again: 1 waiting event was forwarded`,
    '3 forwarded, 0 still pending',
  ])
  expect(await cursors(machine)).toEqual([sequence(4)])
  expect(await forwardStates(machine)).toMatchObject({ realtime_evt_3: ['none', 0] })
})

it('does not wait for what an earlier run has left pending and no target takes today', async () => {
  const stream = await Stream.start()
  const machine = localMachineOf(stream)
  const [down, up] = [await openTarget(500), await openTarget(204)]
  const first = new Tail(machine, ['--forward-to', down.url, '--after', sequence(0)])
  stream.add({ type: CREATED })
  stream.add({ type: EXPIRED })
  await down.requests(1)
  await first.shows(2)
  await first.kill()

  const routes = ['--forward-to', `${APPROVED}=${up.url}`]
  const second = new Tail(machine, [...routes, '--max', '1'])
  stream.add({ type: APPROVED })
  const run = await second.ended
  expect(run.code).toBe(0)
  expect(deliveriesOf(up)).toEqual(['realtime_evt_3'])
  expect(await cursors(machine)).toEqual([sequence(3)])
  expect(notesOf(run)).toContainEqual(expect.stringMatching(/^2 events stay pending, .*: 1 payment\.created/))
  expect(notesOf(run).at(-1)).toBe('1 forwarded, 2 still pending, 2 of them without a target')

  // A deliberate replay makes nothing pending that has no target.
  const again = await new Tail(machine, [...routes, '--after', sequence(2), '--max', '1']).ended
  expect(again.code).toBe(0)
  expect(deliveriesOf(up)).toEqual(['realtime_evt_3', 'realtime_evt_3'])
  const states = await forwardStates(machine)
  expect(Object.values(states).map(([state]) => state)).toEqual(['done', 'pending', 'pending'])
})

it('names at the end what its targets have not accepted', async () => {
  const stream = await Stream.start()
  const [down, up] = [await openTarget(500), await openTarget(204)]
  const routes = ['--forward-to', `${CREATED}=${down.url}`, '--forward-to', up.url]
  const flags = ['--after', sequence(0), '--max', '2', '--timeout', '0.3']
  const tail = new Tail(localMachineOf(stream), [...routes, ...flags])
  for (const type of [CREATED, APPROVED]) stream.add({ type })
  const run = await tail.ended
  expect(eventsOf(up)).toEqual(['evt_2'])
  expect(errorOf(run)).toMatchObject({
    exitCode: 8,
    error: expect.stringContaining(`1 for ${down.shown}`),
  })
  expect(errorOf(run).error).not.toContain(up.url)
})
