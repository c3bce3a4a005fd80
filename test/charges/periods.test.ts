import { afterEach, describe, expect, it } from 'vitest'
import { type Period, type PeriodUnit, periodsOf } from '#charges/periods.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

const periods = (from: string, before: string, unit: PeriodUnit) => [
  ...periodsOf({ from: Date.parse(from), before: Date.parse(before) }, unit),
]
/** Each as its name and its ends, without what is the same in all of them. */
const shown = (found: readonly Period[]) =>
  found.map(({ name, from, before }) =>
    [name, ...[from, before].map(ms => new Date(ms).toISOString().replace(':00.000Z', ''))].join(' '),
  )
const names = (found: readonly Period[]) => found.map(({ name }) => name)

describe('the periods of a span', () => {
  it('are days, the first and the last only as far as the span goes', () => {
    expect(shown(periods('2026-11-19T15:00:00Z', '2026-11-21T04:00:00Z', 'day'))).toEqual([
      '2026-11-19 2026-11-19T15:00 2026-11-20T03:00',
      '2026-11-20 2026-11-20T03:00 2026-11-21T03:00',
      '2026-11-21 2026-11-21T03:00 2026-11-21T04:00',
    ])
  })

  it.each([
    ['America/Sao_Paulo', '2018-11-01T03:00:00Z', '2018-11-08T02:00:00Z'],
    ['America/New_York', '2026-10-30T04:00:00Z', '2026-11-06T05:00:00Z'],
    ['Asia/Kathmandu', '2026-04-20T18:15:00Z', '2026-04-27T18:15:00Z'],
  ])('are seven days of a week in %s, though one may be longer or shorter', (tz, from, before) => {
    process.env.TZ = tz
    const days = periods(from, before, 'day')
    expect(new Set(names(days)).size).toBe(7)
    expect(days).toHaveLength(7)
    for (const [index, day] of days.entries())
      expect(day.from).toBe(index === 0 ? Date.parse(from) : days[index - 1]!.before)
    expect(days.at(-1)!.before).toBe(Date.parse(before))
  })

  // The weeks of ISO 8601, from its examples and a calendar.
  it.each([
    ['2026-11-16T12:00Z', '2026-W47'],
    ['2026-11-22T12:00Z', '2026-W47'],
    ['2027-01-01T12:00Z', '2026-W53'],
    ['2024-12-30T12:00Z', '2025-W01'],
    ['2010-01-03T12:00Z', '2009-W53'],
  ])('of %s is the week %s', (at, name) => {
    const ms = Date.parse(at)
    expect(names([...periodsOf({ from: ms, before: ms + 1 }, 'week')])).toEqual([name])
  })

  it('are weeks that begin on Monday', () => {
    expect(shown(periods('2026-11-20T15:00Z', '2026-12-01T03:00Z', 'week'))).toEqual([
      '2026-W47 2026-11-20T15:00 2026-11-23T03:00',
      '2026-W48 2026-11-23T03:00 2026-11-30T03:00',
      '2026-W49 2026-11-30T03:00 2026-12-01T03:00',
    ])
  })

  it('are months, over the end of a year', () => {
    expect(shown(periods('2026-11-30T15:00Z', '2027-02-02T03:00Z', 'month'))).toEqual([
      '2026-11 2026-11-30T15:00 2026-12-01T03:00',
      '2026-12 2026-12-01T03:00 2027-01-01T03:00',
      '2027-01 2027-01-01T03:00 2027-02-01T03:00',
      '2027-02 2027-02-01T03:00 2027-02-02T03:00',
    ])
  })

  it('are hours of the clock, the first and the last only as far as the span goes', () => {
    expect(shown(periods('2026-11-20T15:20:00Z', '2026-11-20T17:10:00Z', 'hour'))).toEqual([
      '2026-11-20T12 2026-11-20T15:20 2026-11-20T16:00',
      '2026-11-20T13 2026-11-20T16:00 2026-11-20T17:00',
      '2026-11-20T14 2026-11-20T17:00 2026-11-20T17:10',
    ])
  })

  // What the clocks on the wall showed, from the time zone database.
  it.each([
    ['Asia/Kathmandu', '2026-04-20T18:15Z', '2026-04-21T18:15Z', 24, []],
    // Forward, from 2:00 to 3:00; from 0:00 to 1:00; and half an hour, from 2:00 to 2:30.
    ['America/Sao_Paulo', '2018-11-04T03:00Z', '2018-11-05T02:00Z', 23, []],
    ['Australia/Lord_Howe', '2026-10-03T13:30Z', '2026-10-04T13:00Z', 24, [['T02', 0.5]]],
    // Back, from 2:00 to 1:00; from 0:00 to 23:00; and half an hour, from 2:00 to 1:30.
    ['America/Sao_Paulo', '2018-02-17T02:00Z', '2018-02-18T03:00Z', 24, [['T23', 2]]],
    ['Australia/Lord_Howe', '2026-04-04T13:00Z', '2026-04-05T13:30Z', 24, [['T01', 1.5]]],
  ] as const)('are the hours of a day in %s from %s on, each once', (tz, from, before, count, others) => {
    process.env.TZ = tz
    const hours = periods(from, before, 'hour')
    expect(new Set(names(hours)).size).toBe(count)
    expect(hours).toHaveLength(count)
    expect(names(hours)).toEqual(names(hours).toSorted())
    for (const [index, hour] of hours.entries())
      expect(hour.from).toBe(index === 0 ? Date.parse(from) : hours[index - 1]!.before)
    expect(hours.at(-1)!.before).toBe(Date.parse(before))
    const lengths = hours.map(hour => [hour.name.slice(-3), (hour.before - hour.from) / 3_600_000])
    expect(lengths.filter(([, length]) => length !== 1)).toEqual(others)
  })
})
