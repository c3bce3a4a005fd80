/** What `reconcile` compares: a page of the service's list, and an inbox with approvals in it. */

import type { Payment } from '../../src/contract/generated/types.ts'
import type { Arrival } from '../../src/store/inbox.ts'
import { arrival, openInbox } from '../store/arrivals.ts'
import type { Machine } from './pixctl.ts'
import { type Act, answer, paymentBody } from './service.ts'

const BEGINNING = '2026-01-01T00:00:00.000Z'
/** One page of the list. */
export const page = (charges: Record<string, unknown>[], total = charges.length, number = 1): Act =>
  answer(200, {
    data: charges.map(({ qrCode, ...each }) => each),
    pagination: { page: number, limit: 100, total },
  })

export const paid = (over: Record<string, unknown> = {}) =>
  paymentBody({
    status: 'PAID',
    createdAt: '2026-03-10T11:00:00.000Z',
    paidAt: '2026-03-10T12:00:00.000Z',
    ...over,
  })

/** Puts arrivals into the inbox of a machine, behind one of long ago. */
export async function fill(
  machine: Pick<Machine, 'dataDir'>,
  ...arrivals: Partial<Arrival>[]
): Promise<void> {
  const first = { delivery: 'dlv_first', eventId: 'evt_first', paymentId: null, receivedAt: BEGINNING }
  const inbox = await openInbox(machine.dataDir)
  for (const over of [first, ...arrivals])
    inbox.together(() => inbox.take(arrival({ forward: false, ...over })))
}

let approvals = 0

/** An approved event of a charge. */
export function approvalOf(
  { id, amount, netAmount }: Pick<Payment, 'id' | 'amount' | 'netAmount'>,
  over: Partial<Arrival> = {},
): Partial<Arrival> {
  const eventId = `evt_${++approvals}`
  const data = { paymentId: id, source: 'api', status: 'PAID', amount, netAmount }
  return {
    delivery: `dlv_${approvals}`,
    event: 'payment.approved',
    eventId,
    paymentId: id,
    receivedAt: new Date().toISOString(),
    body: Buffer.from(JSON.stringify({ id: eventId, type: 'payment.approved', data })),
    ...over,
  }
}
