import { describe, expect, it } from 'vitest'
import { parseTime } from '../../src/cli/flags/times.ts'

describe('a typed time', () => {
  it.each([
    ['2026-11-20T14:03:22Z', Date.UTC(2026, 10, 20, 14, 3, 22)],
    ['2026-11-20T14:03:22.5Z', Date.UTC(2026, 10, 20, 14, 3, 22, 500)],
    ['2026-11-20T14:03:22-03:00', Date.UTC(2026, 10, 20, 17, 3, 22)],
    ['2026-11-20 14:03:22-03:00', Date.UTC(2026, 10, 20, 17, 3, 22)],
    ['1772000000', 1_772_000_000_000],
    ['1772000000123', 1_772_000_000_123],
    // Local where no zone is named.
    ['2026-11-20T14:03:22.123', new Date(2026, 10, 20, 14, 3, 22, 123).getTime()],
    ['2026-11-20T14:03:22', new Date(2026, 10, 20, 14, 3, 22).getTime()],
    ['2026-11-20T14:03', new Date(2026, 10, 20, 14, 3).getTime()],
    ['2026-11-20 14:03', new Date(2026, 10, 20, 14, 3).getTime()],
    ['2026-11-20', new Date(2026, 10, 20).getTime()],
  ])('%s', (text, ms) => {
    expect(parseTime(text, '--at')).toBe(ms)
  })

  it.each([
    '',
    'yesterday',
    '20/11/2026',
    '2026-11',
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-13-01',
    '2026-11-20T24:00',
    '2026-11-20T14:60',
    '2026-11-20T14:03:60',
    '-1',
    '1e9',
    '14:03',
  ])('%j is not a time', text => {
    expect(() => parseTime(text, '--at')).toThrow(expect.objectContaining({ category: 'usage' }))
  })
})
