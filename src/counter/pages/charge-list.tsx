/** A list of charges. Equal ones can be told apart by their hour and the end of their ids. */

import { leftMs } from '#charges/waiting/expiry.ts'
import type { Day } from '#charges/watching/day.ts'
import type { Payment } from '#contract/generated/types.ts'
import { isPaidLate } from '#contract/states.ts'
import { minuteOfDay } from '#lib/local-time.ts'
import { Empty } from '#web/components/empty.tsx'
import { ChargeStatus } from '#web/components/status.tsx'
import { Table } from '#web/components/table.tsx'
import { Amount, amountText, TimeLeft, When } from '#web/components/value.tsx'
import { pathOf, type Visit } from './frame.tsx'
import { texts } from './texts.ts'

interface ListProps {
  visit: Visit
  payments: readonly Payment[]
  label: string
  /** What its times are of. */
  time: string
  /** What is said of an empty list. */
  empty: string
  /** How many rows it has. */
  most: number
  /** Whether its charges were searched: they may stand in another list too. */
  isFound?: boolean
}

export function ChargeList({ visit, payments, label, time, empty, most, isFound = false }: ListProps) {
  const { now } = visit.page
  return (
    <>
      <Table
        label={label}
        columns={[
          { header: texts.amount(), align: 'end' },
          { header: texts.created() },
          { header: texts.status() },
          { header: texts.description(), narrow: 'below' },
          { header: time, align: 'end', narrow: 'end' },
        ]}
        rows={payments.slice(0, most).map(payment => ({
          // A charge that was paid is a new row elsewhere.
          id: `${isFound ? 'found-' : ''}${payment.status}-${payment.id}`,
          href: pathOf(payment.id),
          cells: [
            <Amount reais={payment.amount} />,
            <span class="hint whole">{whichOf(payment, now)}</span>,
            (isPaidLate(payment) || !['PENDING', 'PAID'].includes(payment.status)) && (
              <ChargeStatus charge={payment} />
            ),
            payment.description,
            <Moment {...visit} payment={payment} />,
          ],
        }))}
        empty={<Empty title={empty} />}
      />
      {payments.length > most && <p class="pager hint">{texts.rest(payments.length - most)}</p>}
    </>
  )
}

/** What tells equal charges apart: when it was made, and the end of its id. */
export function whichOf({ id, createdAt }: Payment, now: number): string {
  return `${minuteOfDay(createdAt, now)} …${id.slice(-4)}`
}

/** The time that is left to pay, or when it was paid or ended. */
export function Moment({ page: { now }, parts, payment }: Visit & { payment: Payment }) {
  const { status, paidAt, expiresAt } = payment
  const at = status === 'PAID' ? paidAt : expiresAt
  if (status !== 'PENDING') return at && status !== 'CREATING' ? <When at={at} now={now} /> : null
  const left = leftOf(payment, parts.counter.day, now)
  return left > 0 ? <TimeLeft ms={left} /> : texts.checking()
}

/** How long it can still be paid by the service's clock, in milliseconds. */
export function leftOf(payment: Payment, { hearing }: Day, now: number): number {
  return leftMs(payment, now + (hearing?.serviceAheadMs ?? 0))
}

export function nameOf({ amount, description }: Pick<Payment, 'amount' | 'description'>): string {
  return [amountText(amount), description].filter(Boolean).join(' ')
}
