import { afterEach, describe, expect, it } from 'vitest'
import {
  formatBrief,
  formatCountdown,
  formatDuration,
  formatLocal,
  formatMoment,
  isoLocal,
  localZone,
} from '#lib/local-time.ts'

describe('a point in time', () => {
  const zone = process.env.TZ
  afterEach(() => {
    process.env.TZ = zone
  })

  it.each([
    ['2026-11-20T17:03:22.000Z', '2026-11-20 14:03:22'],
    ['2026-11-20T17:03:22Z', '2026-11-20 14:03:22'],
    ['2026-11-20T17:03Z', '2026-11-20 14:03:00'],
    ['2026-11-20T17:03:22.999999Z', '2026-11-20 14:03:22'],
    ['2026-11-20T14:03:22-03:00', '2026-11-20 14:03:22'],
    ['2026-11-21T01:03:22+01:00', '2026-11-20 21:03:22'],
    ['2027-01-01T02:59:59Z', '2026-12-31 23:59:59'],
    ['2028-02-29T12:00:00Z', '2028-02-29 09:00:00'],
  ])('%s is %s in São Paulo', (iso, local) => {
    expect(formatLocal(iso)).toBe(local)
  })

  it('is a day and a minute if that is enough', () => {
    expect(formatMoment(Date.parse('2026-11-21T19:38:59Z'))).toBe('21 Nov 16:38')
    expect(formatMoment(Date.parse('2027-01-01T02:05:00Z'))).toBe('31 Dec 23:05')
  })

  it.each([
    ['2026-11-20T15:00:00Z', '2026-01-01T03:00:00Z', '1 Jan 00:00'],
    ['2026-11-20T15:00:00Z', '2026-12-31T12:00:00Z', '31 Dec 09:00'],
    ['2026-11-20T15:00:00Z', '2026-01-01T02:59:59Z', '2025-12-31'],
    ['2027-01-01T15:00:00Z', '2026-12-31T12:00:00Z', '31 Dec 09:00'],
    ['2026-12-31T15:00:00Z', '2027-01-05T12:00:00Z', '5 Jan 09:00'],
    ['2027-01-01T15:00:00Z', '2026-06-01T12:00:00Z', '2026-06-01'],
    ['2027-01-01T15:00:00Z', 'soon\u001b', 'soon\\u001b'],
  ])('is short in a list: at %s, %s is %s', (now, iso, text) => {
    expect(formatBrief(iso, Date.parse(now))).toBe(text)
  })

  it.each([
    ['America/Sao_Paulo', ['2026-11-20T03:00:00Z'], 'America/Sao_Paulo (-03:00)'],
    ['America/Sao_Paulo', ['2026-11-20T03:00:00Z', '2026-11-21T02:59:59Z'], 'America/Sao_Paulo (-03:00)'],
    ['Europe/Lisbon', ['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'], 'Europe/Lisbon (+01:00, +00:00)'],
    ['Australia/Adelaide', ['2026-11-20T00:00:00Z'], 'Australia/Adelaide (+10:30)'],
    ['UTC', ['2026-11-20T00:00:00Z'], 'UTC (+00:00)'],
  ])('has a zone with a name: in %s at %j it is %s', (tz, times, zone) => {
    process.env.TZ = tz
    expect(localZone(...times.map(Date.parse))).toBe(zone)
  })

  it.each([
    ['America/Sao_Paulo', '2026-11-20T03:00:00Z', '2026-11-20T00:00:00-03:00'],
    ['America/Sao_Paulo', '2026-11-20T03:00:00.050Z', '2026-11-20T00:00:00.050-03:00'],
    ['America/New_York', '2026-07-01T04:00:00Z', '2026-07-01T00:00:00-04:00'],
    ['America/New_York', '2026-12-01T05:00:00Z', '2026-12-01T00:00:00-05:00'],
    ['Asia/Kathmandu', '2026-11-19T18:15:00Z', '2026-11-20T00:00:00+05:45'],
    ['Etc/UTC', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00+00:00'],
  ])('has its zone for scripts: in %s %s is %s', (tz, iso, local) => {
    process.env.TZ = tz
    expect(isoLocal(Date.parse(iso))).toBe(local)
  })

  it('is shown in the zone of the day, daylight saving included', () => {
    process.env.TZ = 'Europe/Lisbon'
    expect(formatLocal('2026-07-01T12:00:00Z')).toBe('2026-07-01 13:00:00')
    expect(formatLocal('2026-12-01T12:00:00Z')).toBe('2026-12-01 12:00:00')
  })

  it.each([
    ...['', 'soon', '1', '2026-11-20', '2026-11-20T14:03:22', '20 Nov 2026 14:03:22 GMT'],
    ...['2026-02-30T00:00:00Z', '2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-11-20T25:00:00Z'],
    '2026-11-20T14:03:22Z\n',
  ])('%j, which is not a time, is returned unchanged', text => {
    expect(formatLocal(text)).toBe(text.replace('\n', '\\u000a'))
  })
})

it.each([
  [0, '0 ms'],
  [-5, '0 ms'],
  [850.9, '850 ms'],
  [999, '999 ms'],
  [1000, '1 s'],
  [45_999, '45 s'],
  [60_000, '1 min'],
  [372_000, '6 min 12 s'],
  [3_599_999, '59 min 59 s'],
  [3_600_000, '1 h'],
  [3_660_000, '1 h 1 min'],
  [3_601_000, '1 h'],
  [86_400_000, '1 d'],
  [183_600_000, '2 d 3 h'],
  [86_400_000 * 400, '400 d'],
])('%d ms is %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

it.each([
  [1, '0:01'],
  [59_000, '0:59'],
  [1_797_001, '29:58'],
  [1_800_000, '30:00'],
  [3_600_000, '1:00:00'],
  [86_399_000, '23:59:59'],
  [90_000_000, '1 d 1 h'],
])('%i ms that are left are %s', (ms, text) => {
  expect(formatCountdown(ms)).toBe(text)
})
