/** What `webhook listen` takes of deliveries that come at once. */

import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Intake, type IntakeOptions } from '#events/listen/intake.ts'
import { type Inserted, SaveError } from '#inbox/inbox.ts'
import { TryLater } from '#webhooks/receiver.ts'
import type { SignedDelivery } from '#webhooks/verify-delivery.ts'
import { FakeClock } from '../../support/clock.ts'

const REQUEST = {} as IncomingMessage
const AT = Date.parse('2026-03-10T12:00:00.000Z')

function signed(delivery: string): SignedDelivery {
  const known = { type: 'payment.created', typeSigned: true, eventId: null, store: '', paymentId: null }
  return { delivery, ...known, amount: null, headers: '', body: Buffer.from('{}'), json: '{}' }
}

/** Saves a delivery, and shows it as after the answer. */
async function keep(intake: Intake, delivery: string): Promise<void> {
  const showAndForward = await intake.save(signed(delivery), AT, REQUEST)
  showAndForward()
}

/** An intake that shows one delivery, by a reader that has so many lines to read, and a disk that takes its time. */
function intakeOfOne(unread = 0, max = 1) {
  const writes: PromiseWithResolvers<Inserted>[] = []
  const shown: string[] = []
  const received: string[] = []
  const warnings: string[] = []
  const clock = new FakeClock()
  let ended = 0
  let leftOut = 0
  const options = {
    writing: {
      insert: () => {
        writes.push(Promise.withResolvers<Inserted>())
        return writes.at(-1)!.promise
      },
    },
    view: {
      delivery: ({ delivery }: SignedDelivery) => shown.push(delivery),
      lines: { count: unread, leaveOut: () => leftOut++ },
      out: { warn: (text: string) => warnings.push(text), note: () => {} },
    },
    meter: {
      received: (verdict: string, _type: string, leftOut = false) =>
        received.push(leftOut ? `${verdict}, left out` : verdict),
      answered: () => {},
    },
    keepRejected: () => {},
    explainer: { explain: async () => ({ hints: [] }) },
    max,
    secrets: '',
    onMaxShown: () => ended++,
    clock,
  }
  const intake = new Intake(options as unknown as IntakeOptions)
  return { intake, writes, shown, received, warnings, clock, ended: () => ended, leftOut: () => leftOut }
}

const inserted = { verdict: 'accepted', forward: 'none', otherApproval: null, isKept: true } as Inserted

it('takes no delivery that --max leaves no room for, also while another is being written', async () => {
  const { intake, writes, shown, ended } = intakeOfOne()
  const first = keep(intake, 'dlv_1')
  await expect(keep(intake, 'dlv_2')).rejects.toThrow()
  expect(writes).toHaveLength(1)
  writes[0]!.resolve(inserted)
  await first
  await expect(keep(intake, 'dlv_3')).rejects.toThrow()
  expect(writes).toHaveLength(1)
  expect([shown, intake.received, ended()]).toEqual([['dlv_1'], 1, 1])
})

it('shows a delivery after its answer', async () => {
  const { intake, writes, shown } = intakeOfOne(0, 2)
  const saved = intake.save(signed('dlv_1'), AT, REQUEST)
  writes[0]!.resolve(inserted)
  const showAndForward = await saved
  expect(shown).toEqual([])
  showAndForward()
  expect(shown).toEqual(['dlv_1'])
})

it.each([
  ['that is away', new SaveError('it refused the connection', { away: true }), true],
  ['that is full', new SaveError('the disk is full', { errcode: 13 }), false],
])('asks the sender to try again soon only for an inbox %s', async (_name, reason, isSoon) => {
  const { intake, writes } = intakeOfOne()
  const kept = keep(intake, 'dlv_1')
  writes[0]!.reject(reason)
  expect((await kept.catch(error => error)) instanceof TryLater).toBe(isSoon)
})

it('counts what could not be saved apart from what was refused, and says it once for each time that it begins', async () => {
  const { intake, writes, received, warnings } = intakeOfOne(0, 100)
  const keepOne = async (isSaved: boolean) => {
    const kept = keep(intake, 'dlv_1').catch(() => {})
    if (isSaved) writes.at(-1)!.resolve(inserted)
    else writes.at(-1)!.reject(new SaveError('the disk is full', { errcode: 13 }))
    await kept
  }
  for (const isSaved of [false, false, true, false]) await keepOne(isSaved)
  expect(received).toEqual(['not_saved', 'not_saved', 'accepted', 'not_saved'])
  expect([intake.received, intake.notSaved, intake.rejected, warnings.length]).toEqual([1, 3, 0, 2])
})

it('shows a copy that the inbox leaves out as a duplicate, and counts it', async () => {
  const { intake, writes, shown, received, warnings } = intakeOfOne(0, 100)
  const kept = keep(intake, 'dlv_1')
  writes[0]!.resolve({ ...inserted, verdict: 'duplicate', isKept: false })
  await kept
  expect([shown, received, intake.received, warnings]).toEqual([['dlv_1'], ['duplicate, left out'], 1, []])
})

it.each([
  ['shows a refused delivery', 10_000, ['dlv_1'], 0],
  ['leaves a refused delivery out', 10_001, [], 1],
])('%s while %i lines are unread', async (_name, unread, lines, count) => {
  const { intake, shown, leftOut } = intakeOfOne(unread)
  const refusal = { reason: 'signature_mismatch', status: 401, event: null } as const
  intake.refused({ ...refusal, delivery: 'dlv_1' }, AT, REQUEST, null)
  await setImmediate()
  expect([shown, leftOut(), intake.rejected]).toEqual([lines, count, 1])
})
