/** Durations, wherever one is taken. */

import { describe, expect, it } from 'vitest'
import { checkValidity } from '#charges/creations/request.ts'
import { durationText, durationToMs, parseDuration } from '#lib/input/durations.ts'

describe('a duration', () => {
  it.each([
    ['500ms', 500],
    ['90s', 90_000],
    ['1.5m', 90_000],
    ['1h30m', 5_400_000],
    ['2d', 172_800_000],
    ['1d2h3m4s5ms', 93_784_005],
    ['0.1m', 6000],
    ['1.1m', 66_000],
    ['0s', 0],
    ['90', 90_000],
    ['0.5', 500],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDuration(text, '--delay')).toBe(ms)
  })

  it.each([
    ...['', ' ', '-1', '+1s', '1 m', '1h 30m', '1h30', '30m1h', '1m1m', '1w', 'm', 'ms', '.5s', '1.s'],
    ...['1e3', '1,5m', '1H'],
  ])('%j is none', text => {
    expect(() => parseDuration(text, '--delay')).toThrow(
      '--delay takes a duration such as 500ms, 90s, 1h30m or 2d, not ',
    )
  })

  it('without a unit is none where no unit is meant', () => {
    expect(durationToMs('90')).toBeNaN()
  })

  it('is written in the largest unit without a rest, and read again', () => {
    for (const text of ['500ms', '90s', '5m', '36h', '2d']) {
      expect(durationText(parseDuration(text, '--keep'))).toBe(text)
    }
    expect(durationText(5_400_000)).toBe('90m')
  })
})

describe('a validity', () => {
  it.each([
    ['30', 30],
    ['1800s', 30],
    ['0.5h', 30],
    ['60m', 60],
    ['24h', 1440],
    ['7d', 10_080],
  ])('%s is %d minutes', (text, minutes) => {
    expect(checkValidity(text)).toBe(minutes)
  })

  it.each(['1h30m', '30s', '1.5', '3d'])('%s is not one of the service', text => {
    expect(() => checkValidity(text)).toThrow('--validity takes ')
  })
})
