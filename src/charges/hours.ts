/** When a shop is busy: what each hour of the local clock brought. */

import type { Payment } from '#contract/generated/types.ts'
import { type Bounds, type Period, periodsOf } from './periods.ts'
import { type PeriodTotals, Statement } from './totals.ts'

/** Of each day the hours from the first to the last in which something was created or paid. */
export function busyHours<Hour extends Pick<Period, 'name'> & PeriodTotals>(hours: readonly Hour[]): Hour[] {
  const isBusy = ({ created, paid }: Hour) => created > 0 || paid.count > 0
  const days = Map.groupBy(hours, ({ name }) => name.slice(0, '2026-11-20'.length))
  return [...days.values()].flatMap(day => day.slice(day.findIndex(isBusy), day.findLastIndex(isBusy) + 1))
}

/** The busy hours of a span, `2026-11-20T14`: how many charges were created in each, and the sums of those paid in it. */
export function salesByHour(charges: Iterable<Payment>, span: Bounds) {
  const periods = [...periodsOf(span, 'hour')]
  const statement = new Statement(periods)
  for (const charge of charges) statement.add(charge)
  const hours = statement.totals.map((totals, index) => ({ name: periods[index]!.name, ...totals }))
  return busyHours(hours).map(({ name, created, paid }) => ({ hour: name, created, ...paid }))
}
