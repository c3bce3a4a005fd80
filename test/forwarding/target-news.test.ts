/** What is said about a target: which check to run against it, and how many were forwarded when it is back. */

import { expect, it } from 'vitest'
import type { ForwardResult } from '#forwarding/attempt-result.ts'
import { TargetNews } from '#forwarding/target-news.ts'
import { type Step, stepText } from '#lib/suggestion.ts'
import { FakeClock } from '../support/clock.ts'

const ONE = 'http://127.0.0.1:3000/hooks'
const OTHER = 'http://127.0.0.1:3001/'

function news() {
  const clock = new FakeClock()
  const said: string[] = []
  const keep = (text: Step) => void said.push(stepText(text))
  const target = new TargetNews({ note: keep, say: keep, warn: keep }, clock)
  const start = clock.now()
  /** An attempt with a delivery that came so many seconds after the start. */
  const attempted = (
    status: number | null,
    { to = ONE, attempt = 1, cameAfter = 0, parked = false, error = null as string | null } = {},
  ) =>
    target.attempted({
      to,
      status,
      error,
      attempt,
      nextMs: status === 204 || parked ? null : 500,
      ...(parked && { parked }),
      event: { delivery: 'dlv_1', receivedAt: new Date(start + cameAfter * 1000).toISOString() },
    } as ForwardResult)
  return { clock, said, target, attempted }
}

it('the first 400 or 401 of each target names the check to run, once', () => {
  const { said, attempted } = news()
  for (const status of [null, 500, 503]) attempted(status)
  expect(said).toEqual([])
  attempted(401, { attempt: 2 })
  attempted(400, { attempt: 3 })
  attempted(400, { to: OTHER })
  const words = 'to see whether its signature check is wrong: pixctl webhook check'
  expect(said).toEqual([`${ONE} answered 401; ${words} ${ONE}`, `${OTHER} answered 400; ${words} ${OTHER}`])
})

it('a redirect, a wrong path and a target that is too slow are said once, with what to do', () => {
  const { said, attempted } = news()
  for (let n = 0; n < 2; n++) for (const status of [301, 308, 404, 405]) attempted(status)
  for (let n = 0; n < 2; n++) attempted(null, { error: 'TIMEOUT 15' })
  attempted(null, { error: 'ECONNREFUSED' })
  expect(said).toEqual([
    `${ONE}: it answered 301; a redirect is never followed: give the address it leads to`,
    `${ONE}: it answered 404; it doesn't accept POST: check the path`,
    `${ONE}: no answer within 15 s; if it needs longer, allow it with --forward-timeout`,
  ])
})

it('a query, which may hold a token, is not shown', () => {
  const { said, attempted } = news()
  attempted(401, { to: `${ONE}?token=tok_1` })
  expect(said).toEqual([
    expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:3000\/hooks answered 401; .* 'http:\/\/127\.0\.0\.1:3000\/hooks\?…'$/,
    ),
  ])
})

it('a target that is back: once, how many of those that waited were forwarded', () => {
  const { clock, said, attempted } = news()
  attempted(null)
  clock.advance(60_000)
  attempted(204, { attempt: 2 })
  attempted(204, { cameAfter: 30 })
  // It came when the target was back.
  attempted(204, { cameAfter: 61 })
  clock.advance(999)
  expect(said).toEqual([])
  clock.advance(1)
  expect(said).toEqual([`${ONE} answers 2xx again: 2 waiting events were forwarded`])
  attempted(204, { cameAfter: 62 })
  clock.advance(60_000)
  expect(said).toHaveLength(1)
})

it('one that fails again before that was said counts on', () => {
  const { clock, said, target, attempted } = news()
  attempted(500)
  attempted(204, { attempt: 2 })
  attempted(500)
  clock.advance(10_000)
  expect(said).toEqual([])
  attempted(204, { attempt: 2, cameAfter: 5 })
  target.end()
  target.end()
  expect(said).toEqual([`${ONE} answers 2xx again: 2 waiting events were forwarded`])
})

it('is not one that accepts others beside a delivery that it refuses, or has parked', () => {
  const { clock, said, target, attempted } = news()
  for (let attempt = 1; attempt < 4; attempt++) {
    attempted(422, { attempt })
    attempted(204)
  }
  attempted(422, { attempt: 4, parked: true })
  attempted(204)
  clock.advance(60_000)
  target.end()
  expect(said).toEqual([expect.stringMatching(/^parked dlv_1/)])
})

it('names the first one that it has parked, says how many when it is back, and in the error at the end', () => {
  const { said, target, attempted } = news()
  expect(target.parkedFailure()).toBeNull()
  attempted(503, { attempt: 2, parked: true })
  attempted(503)
  attempted(204, { attempt: 2 })
  attempted(503, { parked: true })
  target.end()
  const words = '1 waiting event was forwarded; 2 were parked: pixctl webhook replay --parked'
  expect(said).toEqual([
    expect.stringMatching(`^parked dlv_1: ${ONE} answered 503.*: pixctl webhook replay --parked$`),
    `${ONE} answers 2xx again: ${words}`,
  ])
  const failure = target.parkedFailure()
  expect([failure?.category, failure?.message]).toEqual(['service', `2 parked: ${ONE} refused them`])
})

it('keeps targets apart', () => {
  const { clock, said, attempted } = news()
  attempted(null)
  attempted(204, { to: OTHER, attempt: 2 })
  attempted(204, { attempt: 2 })
  clock.advance(1_000)
  expect(said).toEqual([`${ONE} answers 2xx again: 1 waiting event was forwarded`])
})
