/** What `webhook listen` takes of deliveries that come at once. */

import { expect, it } from 'vitest'
import { Intake, type IntakeOptions } from '../../../src/commands/webhook/listen/intake.ts'
import type { Taken } from '../../../src/store/inbox.ts'
import type { SignedDelivery } from '../../../src/webhooks/receive.ts'

const AT = '2026-03-10T12:00:00.000Z'

function signed(delivery: string): SignedDelivery {
  const known = { event: 'payment.created', eventSigned: true, eventId: null, paymentId: null, amount: null }
  return { delivery, ...known, secret: 'aaaaaaaaaaaaaaaa', headers: '', body: Buffer.from('{}'), json: '{}' }
}

/** An intake that shows one delivery, and a disk that takes its time. */
function intakeOfOne() {
  const writes: PromiseWithResolvers<Taken>[] = []
  const shown: string[] = []
  let ended = 0
  const options = {
    writer: {
      take: () => {
        writes.push(Promise.withResolvers<Taken>())
        return writes.at(-1)!.promise
      },
    },
    view: { delivery: ({ delivery }: SignedDelivery) => shown.push(delivery) },
    lines: { count: 0 },
    out: { warn: () => {} },
    unseen: false,
    max: 1,
    secrets: '',
    onEnough: () => ended++,
  }
  const intake = new Intake(options as unknown as IntakeOptions)
  return { intake, writes, shown, ended: () => ended }
}

const taken = { verdict: 'accepted', seenByOther: false, forward: 'none', otherApproval: null } as Taken

it('takes no delivery that --max leaves no room for, also while another is being written', async () => {
  const { intake, writes, shown, ended } = intakeOfOne()
  const first = intake.keep(signed('dlv_1'), AT)
  await expect(intake.keep(signed('dlv_2'), AT)).rejects.toThrow()
  expect(writes).toHaveLength(1)
  writes[0]!.resolve(taken)
  await first
  await expect(intake.keep(signed('dlv_3'), AT)).rejects.toThrow()
  expect(writes).toHaveLength(1)
  expect([shown, intake.received, ended()]).toEqual([['dlv_1'], 1, 1])
})
