/** Helpers that save in an inbox what a tail has shown. */

import type { ChannelApproval, Inbox, ProgressRecord } from '#inbox/inbox.ts'
import { eventHash } from '#inbox/shown.ts'
import type { InboxFile } from '#inbox/sqlite/inbox-file.ts'
import { AT } from './arriving.ts'

export const STREAM = 'wss://example.com/realtime'

/** Events that were shown together. */
export function group(...ids: string[]): BigInt64Array {
  return BigInt64Array.from(ids, eventHash)
}

/** The progress of a tail that saves its cursor. */
export function progress(over: Partial<ProgressRecord> = {}): ProgressRecord {
  const { at = AT } = over
  const reached = { watched: at, processed: at }
  return { stream: STREAM, shown: [], approvals: [], cursors: {}, reached, saving: true, at, ...over }
}

export function keep(inbox: InboxFile, over: Partial<ProgressRecord>): void {
  inbox.inTransaction(() => inbox.shown.keep(progress(over)))
}

/** Saves that a tail with a cursor has shown these events together. */
export function show(inbox: InboxFile, ...ids: string[]): void {
  keep(inbox, { shown: [group(...ids)] })
}

/** An approval that the realtime channel brings. */
export function approval(over: Partial<ChannelApproval> = {}): ChannelApproval {
  return {
    event: 'payment.approved',
    eventId: 'evt_p',
    paymentId: 'pay_1',
    source: 'api',
    amount: 10.5,
    netAmount: 10.39,
    ...over,
  }
}

/** Approvals that came together. */
export function approvals(...over: Partial<ChannelApproval>[]): ChannelApproval[] {
  return over.map(approval)
}

/** Saves approvals that arrived together over the realtime channel. */
export function addApprovals(inbox: InboxFile, ...approvals: ChannelApproval[]): void {
  keep(inbox, { approvals })
}

/** Which of these were shown. */
export async function shownBefore(inbox: Pick<Inbox, 'shown'>, ids: readonly string[]): Promise<Set<string>> {
  const before = await inbox.shown.before(ids.map(eventHash))
  return new Set(ids.filter(id => before.has(eventHash(id))))
}

/** Texts that have a meaning in JSON, in SQL, for a terminal or in an encoding. */
export const DIFFICULT_TEXTS = [
  ...['"', '\\', '\\"', '\n', '\t\r', '\u0000', 'a\u0000b', '\u001b[2J', '\u007f', '\u2028', "'", '%', '_'],
  ...['é', 'e\u0301', '支払い', '😀', '\ud83d', '\ude00', '\ud83d\ud83d', '\uffff', '', ' ', '[', ']', ','],
  ...['["evt_1",', 'x["evt_1","', '","payment.approved","pay_1"]', 'null', '1', '\\u0041', '*?[a]'],
]
