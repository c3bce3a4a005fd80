import { afterEach, describe, expect, it } from 'vitest'
import type { Failure } from '#lib/failure.ts'
import { parsePeriod, parseSince, parseTime, parseUntil } from '#lib/input/times.ts'
import { formatLocal } from '#lib/local-time.ts'
import { steps } from '../../support/steps.ts'

/** Noon in the zone of the tests. */
const NOW = Date.parse('2026-11-20T15:00:00Z')

describe('a typed time', () => {
  it.each([
    ['2026-11-20T14:03:22Z', Date.UTC(2026, 10, 20, 14, 3, 22)],
    ['2026-11-20T14:03:22.5Z', Date.UTC(2026, 10, 20, 14, 3, 22, 500)],
    ['2026-11-20T14:03:22-03:00', Date.UTC(2026, 10, 20, 17, 3, 22)],
    ['2026-11-20 14:03:22-03:00', Date.UTC(2026, 10, 20, 17, 3, 22)],
    ['1772000000', 1_772_000_000_000],
    ['1772000000123', 1_772_000_000_123],
    // Local if no zone is given.
    ['2026-11-20T14:03:22.123', new Date(2026, 10, 20, 14, 3, 22, 123).getTime()],
    ['2026-11-20T14:03:22', new Date(2026, 10, 20, 14, 3, 22).getTime()],
    ['2026-11-20T14:03', new Date(2026, 10, 20, 14, 3).getTime()],
    ['2026-11-20 14:03', new Date(2026, 10, 20, 14, 3).getTime()],
    ['2026-11-20', new Date(2026, 10, 20).getTime()],
    ['20/11/2026 14:03:22', new Date(2026, 10, 20, 14, 3, 22).getTime()],
    ['20/11/2026', new Date(2026, 10, 20).getTime()],
    ['20/11 14:03', new Date(2026, 10, 20, 14, 3).getTime()],
    ['hoje 9:15', new Date(2026, 10, 20, 9, 15).getTime()],
    ['yesterday 23:59', new Date(2026, 10, 19, 23, 59).getTime()],
    ['Ontem', new Date(2026, 10, 19).getTime()],
    [' 2026-11-20T14:03 ', new Date(2026, 10, 20, 14, 3).getTime()],
  ])('%s is read as its instant', (text, ms) => {
    expect(parseTime(text, '--at', NOW)).toBe(ms)
  })

  it.each([
    ...['', 'amanhã', '20/13/2026', '2026-11', '2026-02-30', '2026-02-30T00:00:00Z', '2026-13-01'],
    ...['2026-11-20T24:00', '2026-11-20T14:60', '2026-11-20T14:03:60', '-1', '1e9', '14:03'],
    ...['hoje 25:00', 'hoje x', '20/11 14h'],
  ])('%j is not a time', text => {
    expect(() => parseTime(text, '--at', NOW)).toThrow(expect.objectContaining({ category: 'usage' }))
  })
})

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

const at = (iso: string) => Date.parse(iso)
const spanOf = (text: string, nowMs: number) =>
  [parseSince(text, '--since', nowMs), parseUntil(text, '--until', nowMs)].map(ms =>
    new Date(ms).toISOString(),
  )

describe('a day as a span', () => {
  // The transitions are those of the IANA time zone database.
  it.each([
    ['24 hours', 'America/Sao_Paulo', '2026-11-20', '2026-11-20T03:00', '2026-11-21T03:00'],
    ['a zone that never changes', 'Asia/Kathmandu', '2026-11-20', '2026-11-19T18:15', '2026-11-20T18:15'],
    // Clocks went from 00:00 to 01:00: the day has 23 hours.
    ['no midnight', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00', '2018-11-05T02:00'],
    ['none the next day', 'America/Sao_Paulo', '2018-11-03', '2018-11-03T03:00', '2018-11-04T03:00'],
    // Clocks went from 24:00 back to 23:00.
    ['the last hour twice', 'America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00', '2018-02-18T03:00'],
    ['23 hours', 'America/New_York', '2026-03-08', '2026-03-08T05:00', '2026-03-09T04:00'],
    ['25 hours', 'America/New_York', '2026-11-01', '2026-11-01T04:00', '2026-11-02T05:00'],
    ['24 hours and a half', 'Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00', '2026-04-05T13:30'],
    ['23 hours and a half', 'Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30', '2026-10-04T13:00'],
    ['no midnight', 'Africa/Cairo', '2026-04-24', '2026-04-23T22:00', '2026-04-24T21:00'],
    ['the last hour twice', 'Africa/Cairo', '2026-10-29', '2026-10-28T21:00', '2026-10-29T22:00'],
    ['midnight twice', 'America/Havana', '2026-11-01', '2026-11-01T04:00', '2026-11-02T05:00'],
    ['no next day', 'Pacific/Apia', '2011-12-29', '2011-12-29T10:00', '2011-12-30T10:00'],
  ])('with %s: %s %s', (_name, tz, day, from, before) => {
    process.env.TZ = tz
    expect(spanOf(day, Date.now())).toEqual([`${from}:00.000Z`, `${before}:00.000Z`])
  })

  it('that was left out is not a day', () => {
    process.env.TZ = 'Pacific/Apia'
    expect(() => spanOf('2011-12-30', 0)).toThrow('not a time')
  })

  it('ends when the next one begins, and has the times that are shown with its date', () => {
    const zones = ['America/Sao_Paulo', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo']
    for (const tz of [...zones, 'Asia/Kathmandu']) {
      process.env.TZ = tz
      let before: string | null = null
      for (let n = 0; n < 800; n++) {
        const day = new Date(Date.UTC(2017, 9, 1 + n)).toISOString().slice(0, 10)
        const [from = '', end = ''] = spanOf(day, 0)
        if (before !== null) expect(from, `${tz} ${day}`).toBe(before)
        before = end
        const lastMs = new Date(at(end) - 1).toISOString()
        const shown = [from, lastMs].map(each => formatLocal(each).slice(0, 10))
        expect(shown, `${tz} ${day}`).toEqual([day, day])
      }
    }
  })
})

describe('today and yesterday', () => {
  it.each([
    ['America/Sao_Paulo', '2026-11-20T02:59:59Z', '2026-11-19T03:00', '2026-11-20T03:00'],
    ['America/Sao_Paulo', '2026-11-20T03:00:00Z', '2026-11-20T03:00', '2026-11-21T03:00'],
    ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-20T18:15', '2026-11-21T18:15'],
    ['Africa/Cairo', '2026-04-24T20:59:59Z', '2026-04-23T22:00', '2026-04-24T21:00'],
  ])('in %s at %s', (tz, now, from, before) => {
    process.env.TZ = tz
    const [today, yesterday] = [spanOf('today', at(now)), spanOf('Yesterday', at(now))]
    expect(today).toEqual([`${from}:00.000Z`, `${before}:00.000Z`])
    expect(yesterday[1]).toBe(today[0])
  })

  it('yesterday of the first of January is in the year before', () => {
    expect(spanOf('yesterday', at('2026-01-01T12:00:00Z'))[0]).toBe('2025-12-31T03:00:00.000Z')
  })
})

describe('a span', () => {
  it.each([
    ['24h', '2026-11-19T15:00:00Z'],
    ['1h30m', '2026-11-20T13:30:00Z'],
    // Exact, because it is more than days.
    ['1d12h', '2026-11-19T03:00:00Z'],
    ['1.5d', '2026-11-19T03:00:00Z'],
    ['2026-11-20T10:30', '2026-11-20T13:30:00Z'],
  ])('from and up to %s: the same moment', (text, iso) => {
    const expected = new Date(iso).toISOString()
    expect(spanOf(text, NOW)).toEqual([expected, expected])
  })

  it.each([
    ['7d', '2026-11-13T03:00:00Z', '2026-11-14T03:00:00Z'],
    ['1d', '2026-11-19T03:00:00Z', '2026-11-20T03:00:00Z'],
    ['yesterday', '2026-11-19T03:00:00Z', '2026-11-20T03:00:00Z'],
    ['0d', '2026-11-20T03:00:00Z', '2026-11-21T03:00:00Z'],
    ['anteontem', '2026-11-18T03:00:00Z', '2026-11-19T03:00:00Z'],
    ['Day-before-yesterday', '2026-11-18T03:00:00Z', '2026-11-19T03:00:00Z'],
    ['day before  yesterday', '2026-11-18T03:00:00Z', '2026-11-19T03:00:00Z'],
    // Monday to Sunday.
    ['semana', '2026-11-16T03:00:00Z', '2026-11-23T03:00:00Z'],
    ['week', '2026-11-16T03:00:00Z', '2026-11-23T03:00:00Z'],
    ['mês', '2026-11-01T03:00:00Z', '2026-12-01T03:00:00Z'],
    ['mes', '2026-11-01T03:00:00Z', '2026-12-01T03:00:00Z'],
    ['MONTH', '2026-11-01T03:00:00Z', '2026-12-01T03:00:00Z'],
  ])('from and up to %s: the whole of it', (text, from, until) => {
    expect(spanOf(text, NOW)).toEqual([from, until].map(iso => new Date(iso).toISOString()))
  })

  it.each(['999999999d', '999999d', '999999999h'])('from %s begins with the first year', text => {
    expect(spanOf(text, NOW)[0]).toBe('0001-01-01T00:00:00.000Z')
  })

  it('of days back begins with that day, also where one of them has no midnight', () => {
    // The clocks went from 00:00 to 01:00 on 4 November 2018.
    expect(spanOf('1d', at('2018-11-05T02:30:00Z'))[0]).toBe('2018-11-04T03:00:00.000Z')
    expect(spanOf('2d', at('2018-11-05T02:30:00Z'))[0]).toBe('2018-11-03T03:00:00.000Z')
  })

  it.each([
    ...['', '7', '1772000000', '1.5', 'constructor', 'now', '7w', '-7d', '7 d', '2026-02-30', '31/2'],
    ...['0/11', '13/25', '22/11/26', '20/11/2026/1', 'todayish', '1h30', '30m1h', 'semana 9:00', 'last-week'],
  ])('of %j is refused', text => {
    const refused = expect.toSatisfy(
      (failure: Failure) => failure.category === 'usage' && steps(failure).includes('yesterday'),
    )
    expect(() => parseSince(text, '--since', NOW)).toThrow(refused)
    expect(() => parseUntil(text, '--until', NOW)).toThrow(refused)
  })
})

describe('a period', () => {
  it.each([
    ['hoje', '2026-11-21T03:00:00Z'],
    ['19/11', '2026-11-20T03:00:00Z'],
    ['2026-11-20', '2026-11-21T03:00:00Z'],
    ['week', '2026-11-23T03:00:00Z'],
    [' mês ', '2026-12-01T03:00:00Z'],
  ])('%s ends at %s', (text, end) => {
    expect(parsePeriod(text, 'DAY', NOW)).toBe(at(end))
  })

  it('of a Sunday is the week that ends with it, and of December the month before January', () => {
    expect(parsePeriod('semana', 'DAY', at('2026-11-22T15:00:00Z'))).toBe(at('2026-11-23T03:00:00Z'))
    expect(parsePeriod('mês', 'DAY', at('2026-12-31T15:00:00Z'))).toBe(at('2027-01-01T03:00:00Z'))
  })

  it.each(['7d', '90m', 'today 9:00', '2026-11-20T10:30', '1772000000', 'ontme', '', '30/2'])(
    'is not %j',
    text => {
      expect(() => parsePeriod(text, 'DAY', NOW)).toThrow(expect.objectContaining({ category: 'usage' }))
    },
  )
})

describe('a day without its year', () => {
  const dayOf = (text: string, now: string, parse = parseSince) =>
    new Date(parse(text, '--since', at(now))).toISOString().slice(0, 10)

  it.each([
    ['22/11', '2026-11-23', '2026-11-22'],
    ['23/11', '2026-11-23', '2026-11-23'],
    ['1/1', '2026-11-23', '2026-01-01'],
    ['20/12', '2027-01-05', '2026-12-20'],
    ['5/7', '2027-01-02', '2026-07-05'],
    ['29/2', '2028-03-01', '2028-02-29'],
  ])('%s on %s is %s', (text, today, day) => {
    expect(dayOf(text, `${today}T15:00:00Z`)).toBe(day)
  })

  it.each([
    ['24/11', '2026-11-23', '24/11/2025'],
    ['3/4', '2026-03-23', '03/04/2025'],
    ['30/6 14:30', '2027-01-02', '30/06/2026'],
  ])('%s on %s could be of another year: it is refused with that year', (text, today, whole) => {
    const said = expect.toSatisfy(
      (failure: Failure) => failure.category === 'usage' && steps(failure).includes(`write ${whole}`),
    )
    expect(() => parseSince(text, '--since', at(`${today}T15:00:00Z`))).toThrow(said)
    expect(() => parseTime(text, '--at', at(`${today}T15:00:00Z`))).toThrow(said)
  })

  // The first moment that no longer belongs to the span is that of the next day.
  it.each([
    ['30/11', '2026-11-23', '2026-12-01'],
    ['31/1', '2026-11-23', '2026-02-01'],
    ['31/12', '2027-01-05', '2027-01-01'],
    ['3/4', '2026-03-23', '2026-04-04'],
  ])('up to %s on %s is before %s', (text, today, day) => {
    expect(dayOf(text, `${today}T15:00:00Z`, parseUntil)).toBe(day)
  })
})
