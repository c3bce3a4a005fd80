/** `events tail` with several `--forward-to`: each event goes to one target, or to none, and the cursor moves past it. */

import { expect, it } from 'vitest'
import { eventsOf, forwardStates } from '../../support/forwarding.ts'
import { notesOf } from '../../support/pixctl.ts'
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
