/** Today by hour: when the shop was busy, as a drawing and as its numbers. */

import { salesByHour } from '#charges/hours.ts'
import { dayOf, startOfDay } from '#lib/input/times.ts'
import { Panel } from '#web/components/header.tsx'
import { Table } from '#web/components/table.tsx'
import { Money } from '#web/components/value.tsx'
import type { Visit } from './frame.tsx'
import { texts } from './texts.ts'

/** In units of the drawing, which is as wide as its place. Fewer hours aren't drawn wider. */
const [BAR, STEP, HEIGHT, WHOLE, LEAST_HOURS] = [30, 40, 100, 120, 10]

export function Hours({ page, parts }: Visit) {
  const from = Math.max(parts.since, startOfDay(dayOf(page.now)))
  const hours = salesByHour(parts.counter.day.charges.values(), { from, before: page.now + 1 })
  if (hours.length === 0) return null
  const most = Math.max(1, ...hours.map(({ amount }) => amount))
  const nameOf = (hour: string) => `${Number(hour.slice(-2))} h`
  return (
    <Panel title={texts.todayByHour()} flush>
      <svg
        width="100%"
        viewBox={`0 0 ${Math.max(hours.length, LEAST_HOURS) * STEP} ${WHOLE}`}
        aria-hidden="true"
      >
        {hours.map(({ hour, amount }, index) => (
          <g fill="var(--good)" transform={`translate(${index * STEP + 5})`} text-anchor="middle">
            <rect y={HEIGHT - (amount / most) * HEIGHT} width={BAR} height={(amount / most) * HEIGHT} />
            <text x={BAR / 2} y={HEIGHT + 15} fill="var(--ink-soft)" font-size="11">
              {nameOf(hour)}
            </text>
          </g>
        ))}
      </svg>
      <Table
        label={texts.todayByHour()}
        columns={[
          { header: texts.hour() },
          { header: texts.amount(), align: 'end', narrow: 'end' },
          { header: texts.createdAndPaid(), narrow: 'below' },
        ]}
        rows={hours.map(({ hour, created, count, amount }) => ({
          id: `hour-${hour}`,
          cells: [nameOf(hour), <Money amount={amount} />, texts.countsOf(created, count)],
        }))}
      />
    </Panel>
  )
}
