/** A day at a counter, at 14:05:12 in São Paulo. */

import type { WatchUpdate } from '#charges/watching/charges-watch.ts'
import {
  type Creation,
  newsOf,
  withCharges,
  withCreated,
  withCreation,
  withoutCreation,
  withReading,
} from '#charges/watching/day.ts'
import { type Look, listFrame } from '#commands/charges/watch/screen/list.ts'
import { answered, changed, INITIAL, type State } from '#commands/charges/watch/screen/state.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure } from '#lib/failure.ts'
import { createStyle } from '#terminal/style.ts'
import { paymentBody } from '../../../../support/service.ts'

export const NOW = Date.parse('2026-11-20T17:05:12.000Z')

const at = (time: string) => `2026-11-20T${time}.000Z`

/** A charge that was created at this time, in UTC, for half an hour. */
export function charge(id: string, created: string, over: Partial<Payment> = {}): Payment {
  const expiresAt = new Date(Date.parse(at(created)) + 30 * 60_000).toISOString()
  return { ...paymentBody({ id, createdAt: at(created), expiresAt, ...over }) } as unknown as Payment
}

export const acai = charge('pay_acai', '17:04:30', { amount: 35.9, description: 'Açaí 500 ml' })
export const table4 = charge('pay_table4', '16:47:15', {
  amount: 1000,
  description: 'Mesa 4, conta completa',
})
/** Its time is over, but the service hasn't said anything. */
export const overdue = charge('pay_overdue', '16:35:00', { amount: 10.5, description: null })
export const paid = charge('pay_paid', '16:50:00', {
  status: 'PAID',
  amount: 1234.56,
  description: 'Encomenda',
  paidAt: at('16:59:09'),
})
export const late = charge('pay_late', '16:00:00', {
  status: 'PAID',
  amount: 8.5,
  description: 'Café',
  paidAt: at('16:58:00'),
})
export const expired = charge('pay_expired', '15:00:00', {
  status: 'EXPIRED',
  amount: 20,
  description: 'Mesa 9',
})
export const failed = charge('pay_failed', '14:00:00', { status: 'FAILED', amount: 7, description: 'Mesa 1' })

/** The charge as it was paid two seconds ago. */
export const paidNow = (each: Payment): Payment => ({ ...each, status: 'PAID', paidAt: at('17:05:10') })

export const DAY = [failed, expired, late, paid, overdue, table4, acai]

export function update(changed: readonly Payment[], over: Partial<WatchUpdate> = {}): WatchUpdate {
  return {
    changed,
    unknown: new Map(),
    connection: 'live',
    hasChannel: false,
    readAt: NOW,
    serviceAheadMs: 0,
    isWhole: true,
    ...over,
  }
}

/** The state after a reading, as the counter and the screen make it. */
export function received(state: State, reading: WatchUpdate, now: number): State {
  const gone = [...reading.unknown.keys()].flatMap(id => state.charges.get(id) ?? [])
  const news = newsOf(state, reading.changed)
  return changed(state, withReading(state, reading, now), { kind: 'heard', news, gone }, now)
}

export function sending(state: State, creation: Creation, now = NOW): State {
  return changed(state, withCreation(state, creation), { kind: 'sending', creation }, now)
}

export function made(state: State, key: string, payment: Payment, now = NOW): State {
  return changed(state, withCreated(state, key, payment, now), { kind: 'made', key, payment }, now)
}

export function notMade(state: State, key: string, failure: Failure, now = NOW): State {
  const creation = { ...state.creations.find(sent => sent.key === key)!, failure }
  return changed(state, withCreation(state, creation), { kind: 'failed', key: creation.key, failure }, now)
}

/** The answer to `v`, as the counter and the screen handle it; without a charge there is none. */
export function told(state: State, id: string, payment: Payment | null, now: number): State {
  const news = payment ? newsOf(state, [payment]) : []
  const heard: State = payment
    ? changed(state, withCharges(state, [payment], now), { kind: 'heard', news, gone: [] }, now)
    : state
  return answered(heard, id, { at: now, problem: payment ? null : 'no answer within 10 s' })
}

export function dismissed(state: State, key: string): State {
  return changed(state, withoutCreation(state, key), { kind: 'dismissed' }, NOW)
}

export function dayOf(charges: readonly Payment[] = DAY, over: Partial<WatchUpdate> = {}): State {
  return received(INITIAL, update(charges, over), NOW)
}

/** A window without colours. */
export function look(over: Partial<Look> = {}): Look {
  return {
    columns: 80,
    rows: 24,
    style: createStyle({ color: false }),
    blocks: true,
    keys: true,
    now: NOW,
    since: Date.parse('2026-11-20T03:00:00.000Z'),
    account: 'SANDBOX, profile centro at 127.0.0.1:4010',
    host: { argv: [], root: '/' },
    ...over,
  }
}

/** What the list shows, without the empty lines between list and foot. */
export function shown(state: State, over: Partial<Look> = {}): string {
  const window = look(over)
  const { lines } = listFrame(state, { ...window, columns: window.columns - 1 })
  return lines.join('\n').replaceAll(/\n{3,}/g, '\n\n')
}

/** Why a reading has failed. */
export const NO_ANSWER = new Failure('network', 'no answer within 15 s', { next: [] })
