/** Today by hour: when the shop was busy, as bars and as numbers. */

import { salesByHour } from '#charges/hours.ts'
import { dayOf, startOfDay } from '#lib/input/times.ts'
import { Panel } from '#web/components/header.tsx'
import { Table } from '#web/components/table.tsx'
import { Money } from '#web/components/value.tsx'
import type { Visit } from './frame.tsx'
import { texts } from './texts.ts'

export function Hours({ page, parts }: Visit) {
  const from = Math.max(parts.since, startOfDay(dayOf(page.now)))
  const hours = salesByHour(parts.counter.day.charges.values(), { from, before: page.now + 1 })
  if (hours.length === 0) return null
  const most = Math.max(1, ...hours.map(({ amount }) => amount))
  return (
    <Panel title={texts.todayByHour()} flush>
      <Table
        label={texts.todayByHour()}
        columns={[
          { header: texts.hour() },
          { header: texts.amount(), align: 'end', narrow: 'end' },
          { header: texts.createdAndPaid(), narrow: 'below' },
        ]}
        rows={hours.map(({ hour, created, count, amount }) => ({
          id: `hour-${hour}`,
          cells: [
            // The bars begin below each other.
            <>
              {hour.slice(-2)} h{' '}
              <svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(100 * amount) / most} height="1" />
              </svg>
            </>,
            <Money amount={amount} />,
            texts.countsOf(created, count),
          ],
        }))}
      />
    </Panel>
  )
}
