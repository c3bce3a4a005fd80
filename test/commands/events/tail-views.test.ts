/** What `events tail` says of another approval of the same charge. */

import { describe, expect, it } from 'vitest'
import type { Output } from '#cli/output/output.ts'
import { createEventView } from '#commands/events/tail/views.ts'
import type { InboxReading } from '#inbox/inbox.ts'
import { systemClock } from '#lib/clock.ts'
import { type Step, stepText } from '#lib/suggestion.ts'
import { openSqlite } from '../../inbox/arriving.ts'
import { temporaryFolder } from '../../support/folder.ts'

/** The rows of approvals, and their warnings. */
async function rows(inbox?: Pick<InboxReading, 'findOtherApproval'>) {
  const notes: string[] = []
  const add = (text: Step) => void notes.push(stepText(text))
  const out = { json: false, human: false, note: add, warn: add } as Partial<Output>
  const kept = (inbox as InboxReading) ?? (await openSqlite(temporaryFolder())).reading
  const view = createEventView(out as Output, kept, systemClock)
  const show = (type: string, id: string, paymentId: string) => {
    const event = JSON.stringify({ id, type, data: { paymentId } })
    return view([{ sequence: '1', event, id, type, paymentId }])
  }
  return { notes, show }
}

describe('two approvals of one charge', () => {
  it('are said to be of one', async () => {
    const { notes, show } = await rows()
    await show('payment.approved', 'evt_1', 'pay_1')
    await show('deposit.approved', 'evt_2', 'pay_1')
    expect(notes).toEqual([expect.stringContaining('evt_1')])
  })

  it('are shown without each other if the inbox can’t be read', async () => {
    const { notes, show } = await rows({ findOtherApproval: () => Promise.reject(new Error('broken')) })
    expect(await show('payment.approved', 'evt_1', 'pay_1')).toContain('evt_1')
    expect(notes).toEqual([expect.stringMatching(/^other approvals .* can't be read \(broken\)$/)])
  })
})
