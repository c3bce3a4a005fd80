/** Today by hour: when the shop was busy, as a drawing and as its numbers. */

import { salesByHour } from '#charges/hours.ts'
import { dayOf, startOfDay } from '#lib/input/times.ts'
import { Empty } from '#web/components/empty.tsx'
import { PageHeader, Panel } from '#web/components/header.tsx'
import { Table } from '#web/components/table.tsx'
import { Money } from '#web/components/value.tsx'
import { Frame, type Visit } from './frame.tsx'
import { texts } from './texts.ts'

/** In units of the drawing, which is as wide as its place. */
const [BAR, GAP, HEIGHT, BELOW] = [30, 10, 120, 20]
/** So few hours aren't drawn wider. */
const LEAST_HOURS = 12

export function DayPage(visit: Visit) {
  const { page, parts } = visit
  const from = Math.max(parts.since, startOfDay(dayOf(page.now)))
  const hours = salesByHour(parts.counter.day.charges.values(), { from, before: page.now + 1 }).map(
    ({ hour, ...sums }) => ({ hour: Number(hour.slice(-2)), ...sums }),
  )
  const most = Math.max(...hours.map(({ amount }) => amount))
  const x = (index: number) => index * (BAR + GAP)
  return (
    <Frame visit={visit} title={texts.todayByHour()} section="/day">
      <PageHeader title={texts.todayByHour()} />
      {hours.length > 0 && (
        <Panel title={texts.paidByHour()}>
          <svg
            class="hours"
            viewBox={`0 0 ${x(Math.max(hours.length, LEAST_HOURS))} ${HEIGHT + BELOW}`}
            aria-hidden="true"
          >
            {hours.map(({ hour, amount }, index) => {
              const height = most === 0 ? 0 : (amount / most) * HEIGHT
              return (
                <>
                  <rect x={x(index)} y={HEIGHT - height} width={BAR} height={height} />
                  <text x={x(index) + BAR / 2} y={HEIGHT + BELOW - 4} text-anchor="middle">
                    {hour}
                  </text>
                </>
              )
            })}
          </svg>
        </Panel>
      )}
      <Panel flush>
        <Table
          label={texts.todayByHour()}
          columns={[
            { header: texts.hour() },
            { header: texts.createdCount(), align: 'end' },
            { header: texts.paidCount(), align: 'end' },
            { header: texts.amount(), align: 'end' },
          ]}
          rows={hours.map(({ hour, created, count, amount }) => ({
            id: `hour-${hour}`,
            cells: [`${hour} h`, created, count, <Money amount={amount} />],
          }))}
          empty={<Empty title={texts.nothingToday()} />}
        />
      </Panel>
    </Frame>
  )
}
