/** What `reconcile` compares: a page of the service's list, and an inbox with approvals in it. */

import { onTestFinished } from 'vitest'
import type { Payment } from '#contract/generated/types.ts'
import type { Arrival } from '#inbox/inbox.ts'
import { openInbox, take } from '../inbox/arriving.ts'
import { LocalMachine } from './local.ts'
import { type Act, answer, paymentBody } from './service.ts'
import type { Store } from './store.ts'

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
  machine: Pick<LocalMachine, 'dataDir'>,
  ...arrivals: Partial<Arrival>[]
): Promise<void> {
  const first = { delivery: 'dlv_first', eventId: 'evt_first', paymentId: null, receivedAt: BEGINNING }
  const inbox = await openInbox(machine.dataDir)
  for (const over of [first, ...arrivals]) await take(inbox, { forward: false, ...over })
}

/** A machine of the store that has its own, empty inbox; it goes when the test ends. */
export function newLocalMachine({ sandbox }: Store<LocalMachine>): LocalMachine {
  const machine = new LocalMachine({ PIXCTL_API_KEY: sandbox.apiKey, PIXCTL_BASE_URL: sandbox.baseUrl })
  onTestFinished(() => machine[Symbol.dispose]())
  return machine
}

/** A charge of the store, paid or expired on request. */
export async function newCharge(
  store: Pick<Store, 'create' | 'move'>,
  how?: 'pay' | 'expire',
): Promise<Payment> {
  const charge = await store.create('--amount', '10.50')
  if (how) await store.move(charge.id, how)
  return charge
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
    type: 'payment.approved',
    eventId,
    paymentId: id,
    receivedAt: new Date().toISOString(),
    body: Buffer.from(JSON.stringify({ id: eventId, type: 'payment.approved', data })),
    ...over,
  }
}
