/** What `events tail` says of another approval of the same charge, and of attempts that failed. */

import { describe, expect, it } from 'vitest'
import type { Output } from '#cli/output/output.ts'
import { createTailView } from '#commands/events/tail/tail-view.ts'
import type { ForwardResult } from '#forwarding/attempt-result.ts'
import type { Inserted } from '#inbox/inbox.ts'
import { systemClock } from '#lib/clock.ts'
import { type Step, stepText } from '#lib/suggestion.ts'

/** A view of rows, or of JSON, with what it writes and says. */
function viewOf({ json = false } = {}) {
  const [rows, notes, warnings]: [string[], string[], string[]] = [[], [], []]
  const out = {
    ...{ json, human: false },
    handedOver: async (text: string) => void rows.push(text),
    note: (text: Step) => notes.push(stepText(text)),
    warn: (text: Step) => warnings.push(stepText(text)),
  } as unknown as Output
  let isEnding = false
  const view = createTailView(out, systemClock, () => isEnding)
  return { view, rows, notes, warnings, end: () => (isEnding = true) }
}

it.each([
  ['its id', { type: 'payment.approved', eventId: 'evt_1' }, /evt_1/],
  ['its type, if it has no id', { type: 'payment.approved', eventId: null }, /payment\.approved/],
])('an approval names another one of the same charge: %s', async (_name, otherApproval, words) => {
  const { view, notes } = viewOf()
  const item = { sequence: '1', event: '{"id":"evt_2"}', id: 'evt_2', type: 'deposit.approved', store: '' }
  await view.show([{ item, inserted: { otherApproval } as Inserted }])
  await view.show([{ item, inserted: undefined }])
  expect(notes).toEqual([expect.stringMatching(words)])
})

describe('an attempt', () => {
  const result = {
    ...{ to: 'http://127.0.0.1:3000/?key=1', status: 500, ms: 1, error: null, nextMs: 1000, bodyStart: '' },
    event: { delivery: 'realtime_evt_1', type: 'payment.approved' },
  } as ForwardResult

  it('that failed is said each time to a person; to a script only the first one of a row', () => {
    const { view, notes, warnings, end } = viewOf({ json: true })
    for (let n = 0; n < 2; n++) view.attempt(result, '')
    view.attempt({ ...result, status: 204, nextMs: null }, '')
    view.attempt(result, '')
    const warning = 'events are waiting to be forwarded to http://127.0.0.1:3000/: it answered 500'
    expect([notes.length, warnings]).toEqual([3, [warning, warning]])
    expect(notes[0]).toMatch(/^payment.approved realtime_evt_1 to http:.*it answered 500; /)
    view.attempt({ ...result, nextMs: null, parked: true }, '')
    end()
    view.attempt(result, '')
    expect([notes.length, warnings.length]).toEqual([5, 2])
  })
})
