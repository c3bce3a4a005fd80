/** What the checks send, and what they make of the answers. */

import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CheckResult, Reply } from '#webhooks/check/run-checks.ts'
import { CUT, judge, nowMs, run, SECRET, type Sent } from './checking.ts'

const failures = (results: readonly CheckResult[]) =>
  results.filter(({ passed }) => passed === false).map(({ name }) => name)
const skips = (results: readonly CheckResult[]) =>
  results.filter(({ passed }) => passed === null).map(({ name }) => name)

const VALID = ['valid_delivery', 'recent_signature', 'duplicate_delivery', 'duplicate_event']
/** What isn't sent if the valid delivery is refused. */
const AFTER_VALID = VALID.slice(1)

const INVALID = [
  ...['forged_signature', 'stale_signature', 'future_signature'],
  ...['altered_body', 'missing_signature'],
]

const NOTHING_MORE = [...INVALID, ...AFTER_VALID]

describe('what is sent', async () => {
  const { sent, results } = await run(sent => judge(sent))
  const of = (name: string) => sent.find(each => each.name === name)!

  it('passes if the receiver is correct', () => {
    expect(failures(results)).toEqual([])
    expect(results).toHaveLength(10)
    expect(new Set(results.map(({ section }) => section))).toEqual(new Set(['6.2']))
  })

  it('is payment.approved of an invented payment, each its own delivery', () => {
    for (const { headers, body } of sent) {
      const event = JSON.parse(body.toString())
      expect(event).toMatchObject({ type: 'payment.approved', data: { source: 'api', status: 'PAID' } })
      expect(event.id).toMatch(/^pixctl_test_/)
      expect(event.data.paymentId).toMatch(/^pixctl_test_/)
      expect(headers['X-Service-Event']).toBe('payment.approved')
      expect(headers['X-Service-Delivery']).toMatch(/^pixctl_test_/)
    }
    const apart = sent.filter(({ name }) => !name.startsWith('duplicate_'))
    expect(new Set(apart.map(({ headers }) => headers['X-Service-Delivery'])).size).toBe(apart.length)
    expect(new Set(apart.map(({ body }) => JSON.parse(body.toString()).id)).size).toBe(apart.length)
  })

  it('is invalid for one reason only', () => {
    const time = (name: string) => Number(/^t=(\d+)/.exec(of(name).headers['X-Service-Signature']!)![1])
    const now = Math.floor(nowMs / 1000)
    for (const name of ['forged_signature', 'altered_body']) expect(time(name)).toBe(now)
    expect(now - time('recent_signature')).toBe(240)
    expect(now - time('stale_signature')).toBe(600)
    expect(time('future_signature') - now).toBe(600)
    for (const name of ['stale_signature', 'future_signature']) {
      const hmac = createHmac('sha256', SECRET)
        .update(`${time(name)}.`)
        .update(of(name).body)
      expect(of(name).headers['X-Service-Signature']).toContain(hmac.digest('hex'))
    }
    expect(Object.keys(of('missing_signature').headers)).toEqual([
      ...['Content-Type', 'X-Service-Event', 'X-Service-Delivery', 'Connection'],
    ])
    expect(JSON.parse(of('valid_delivery').body.toString()).data.amount).toBe(20)
    expect(JSON.parse(of('altered_body').body.toString()).data).toMatchObject({
      amount: 99.5,
      netAmount: 19.8,
    })
  })

  it('is in every body something that each program would write in another way', () => {
    for (const { body } of sent) {
      const text = body.toString()
      expect(text).toMatch(/"amount" {2}:\t\d\d\.[05]0 ,\r\n/)
      expect(text).toMatch(/ã.*<a\\\/b> & caf\\u00e9/)
      expect(text.indexOf('"type"')).toBeLessThan(text.indexOf('"id"'))
      expect(body.at(-1)).toBe(10)
    }
  })

  it('repeats body and delivery id, or only the event', () => {
    const first = of('valid_delivery')
    const again = of('duplicate_delivery')
    expect(again.body).toEqual(first.body)
    expect(again.headers['X-Service-Delivery']).toBe(first.headers['X-Service-Delivery'])
    const event = of('duplicate_event')
    expect(event.body).toEqual(first.body)
    expect(event.headers['X-Service-Delivery']).not.toBe(first.headers['X-Service-Delivery'])
  })
})

describe('what is made of the answers', () => {
  // Such an endpoint refuses by chance what came a moment too late.
  const soon = (sent: Sent) => (judge(sent) === 204 ? judge(sent, nowMs + 298_900) : 401)

  it.each<[string, (sent: Sent) => Reply | number, failed: string[], skipped: string[]]>([
    ['204 to everything', () => 204, INVALID, []],
    ['401 to everything', () => 401, ['valid_delivery'], NOTHING_MORE],
    ['403 in place of 401', sent => (judge(sent) === 401 ? 403 : 204), INVALID, []],
    ['500 where it should save', sent => (judge(sent) === 204 ? 500 : 401), ['valid_delivery'], AFTER_VALID],
    // Such an endpoint refuses by chance what came a moment too late.
    ['a tolerance of a second', soon, ['recent_signature'], VALID.slice(2)],
    ['a late answer', s => ({ status: judge(s), ms: 10_001 }), ['answer_in_time'], NOTHING_MORE],
    ['the reverse', sent => (judge(sent) === 204 ? 401 : 204), [VALID[0]!, ...INVALID], AFTER_VALID],
  ])('of %s, the checks that fail and those that are skipped', async (_name, answer, failed, skipped) => {
    const { results } = await run(answer)
    expect(failures(results).sort()).toEqual([...failed].sort())
    expect(skips(results).sort()).toEqual([...skipped].sort())
  })

  it('says what came in place of an answer', async () => {
    const { results } = await run(sent => (sent.name === 'altered_body' ? CUT : judge(sent)))
    const got = { got: 'the connection was cut', section: '6.2' }
    expect(results.filter(({ passed }) => !passed)).toEqual([
      { name: 'altered_body', passed: false, expected: '401', ...got },
    ])
  })

  it.each([
    [10_000, true],
    [10_001, false],
  ])('an answer after %i ms is in time: %s', async (ms, passed) => {
    const { results } = await run(sent => ({
      status: judge(sent),
      ms: sent.name === 'stale_signature' ? ms : 1,
    }))
    expect(results.at(-1)).toMatchObject({ name: 'answer_in_time', passed })
    expect(failures(results)).toEqual(passed ? [] : ['answer_in_time'])
  })

  it('a time-out is not in time, however short the patience was, and is waited for once', async () => {
    const { results, sent, tries } = await run(({ name }) =>
      name === 'valid_delivery' ? 204 : { problem: 'no answer within 2 s', timedOut: true },
    )
    expect(failures(results)).toEqual(['forged_signature', 'answer_in_time'])
    expect(results.at(-1)!.got).toBe('no answer within 2 s')
    expect([sent.length, tries]).toEqual([2, 0])
  })
})
