/** What the checks send, and what they make of the answers. */

import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type CheckReport, type CheckResult, type Reply, runChecks } from '../../src/webhooks/check.ts'
import { adviceOn } from '../../src/webhooks/check-advice.ts'
import { FakeClock } from '../support/clock.ts'

const SECRET = 'whsec_of_a_test'
const nowMs = Date.parse('2026-03-10T12:00:00.750Z')
const clock = new FakeClock(nowMs)

interface Sent {
  name: string
  headers: Record<string, string>
  body: Buffer
}

interface Outcome {
  /** What the checks sent, without the search for a cause. */
  sent: Sent[]
  /** How many requests the search made. */
  tries: number
  report: CheckReport
  results: CheckResult[]
}

/** Runs the checks against a function that answers. */
async function run(answer: (sent: Sent) => Reply | number): Promise<Outcome> {
  const sent: Sent[] = []
  let name = ''
  const report = await runChecks({
    secret: SECRET,
    clock,
    onCheck: next => {
      name = next
    },
    onTry: () => {
      name = 'try'
    },
    send: async (headers, body) => {
      const pairs = Array.from({ length: headers.length / 2 }, (_, i) => headers.slice(2 * i, 2 * i + 2))
      const one = { name, headers: Object.fromEntries(pairs), body: Buffer.from(body) }
      sent.push(one)
      const reply = answer(one)
      return typeof reply === 'number' ? { status: reply, ms: 5 } : reply
    },
  })
  const ofChecks = sent.filter(each => each.name !== 'try')
  return { sent: ofChecks, tries: sent.length - ofChecks.length, report, results: report.checks }
}

/** How a correct receiver judges, written apart from the code under test. */
function judge({ headers, body }: Sent, now = nowMs): number {
  const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['X-Service-Signature'] ?? '')
  if (!match) return 401
  const hmac = createHmac('sha256', SECRET)
    .update(Buffer.concat([Buffer.from(`${match[1]}.`), body]))
    .digest('hex')
  return hmac === match[2] && Math.abs(now / 1000 - Number(match[1])) <= 300 ? 204 : 401
}

const failures = (results: readonly CheckResult[]) =>
  results.filter(({ passed, skipped }) => !passed && !skipped).map(({ name }) => name)
const skips = (results: readonly CheckResult[]) =>
  results.filter(({ skipped }) => skipped).map(({ name }) => name)

const VALID = [
  'valid_delivery',
  'raw_bytes_spacing',
  'raw_bytes_non_ascii',
  'raw_bytes_trailing_newline',
  'duplicate_delivery',
  'duplicate_event',
]
const RAW_BYTES = VALID.filter(name => name.startsWith('raw_bytes'))
/** What isn't sent if the valid delivery is refused. */
const AFTER_VALID = VALID.slice(1)
const CUT: Reply = { problem: 'the connection was cut', timedOut: false }
const INVALID = ['forged_signature', 'stale_signature', 'altered_body', 'missing_signature']

describe('what is sent', async () => {
  const { sent, results } = await run(sent => judge(sent))
  const of = (name: string) => sent.find(each => each.name === name)!

  it('passes if the receiver is correct', () => {
    expect(failures(results)).toEqual([])
    expect(results).toHaveLength(11)
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
    expect(now - time('stale_signature')).toBe(600)
    const stale = of('stale_signature')
    const hmac = createHmac('sha256', SECRET)
      .update(`${time('stale_signature')}.`)
      .update(stale.body)
    expect(stale.headers['X-Service-Signature']).toContain(hmac.digest('hex'))
    expect(Object.keys(of('missing_signature').headers)).toEqual([
      ...['Content-Type', 'X-Service-Event', 'X-Service-Delivery', 'Connection'],
    ])
    expect(JSON.parse(of('altered_body').body.toString()).data.amount).not.toBe(10.5)
  })

  it('tells the raw bytes from a new print of them', () => {
    for (const name of ['raw_bytes_spacing', 'raw_bytes_non_ascii', 'raw_bytes_trailing_newline']) {
      const { body } = of(name)
      expect(JSON.stringify(JSON.parse(body.toString()))).not.toBe(body.toString())
    }
    const spacing = of('raw_bytes_spacing').body.toString()
    expect(spacing).toContain('10.50')
    const nonAscii = of('raw_bytes_non_ascii').body
    expect(Buffer.from(nonAscii.toString('latin1'))).not.toEqual(nonAscii)
    expect(nonAscii.toString()).toMatch(/ã.*\\u00e9/)
    expect(of('raw_bytes_trailing_newline').body.at(-1)).toBe(10)
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
  it.each<[string, (sent: Sent) => Reply | number, failed: string[], skipped: string[]]>([
    ['204 to everything', () => 204, INVALID, RAW_BYTES],
    ['401 to everything', () => 401, ['valid_delivery'], [...INVALID, ...AFTER_VALID]],
    ['a redirect', () => 302, ['valid_delivery'], [...INVALID, ...AFTER_VALID]],
    [
      'a redirect in place of 2xx',
      sent => (judge(sent) === 204 ? 303 : 401),
      ['valid_delivery'],
      AFTER_VALID,
    ],
    ['403 in place of 401', sent => (judge(sent) === 401 ? 403 : 204), INVALID, []],
    ['404', () => 404, ['valid_delivery'], [...INVALID, ...AFTER_VALID]],
    ['500', () => 500, ['valid_delivery'], [...INVALID, ...AFTER_VALID]],
    ['500 where it should save', sent => (judge(sent) === 204 ? 500 : 401), ['valid_delivery'], AFTER_VALID],
    ['200 in place of 204', sent => (judge(sent) === 204 ? 200 : 401), [], []],
    ['100 and the like', () => 199, ['valid_delivery'], [...INVALID, ...AFTER_VALID]],
    ['no answer', () => CUT, ['valid_delivery'], [...INVALID, ...AFTER_VALID]],
    [
      'the reverse of what is right',
      sent => (judge(sent) === 204 ? 401 : 204),
      ['valid_delivery', ...INVALID],
      AFTER_VALID,
    ],
  ])('%s', async (_name, answer, failed, skipped) => {
    const { results } = await run(answer)
    expect(failures(results).sort()).toEqual([...failed].sort())
    expect(skips(results).sort()).toEqual([...skipped].sort())
  })

  it('says what came in place of an answer', async () => {
    const { results } = await run(sent =>
      sent.name === 'altered_body' ? { problem: 'the connection was cut', timedOut: false } : judge(sent),
    )
    expect(results.filter(({ passed }) => !passed)).toEqual([
      {
        name: 'altered_body',
        passed: false,
        skipped: false,
        expected: '401',
        got: 'the connection was cut',
        section: '6.2',
      },
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
    expect(results.slice(0, -1).every(each => each.passed)).toBe(true)
  })

  it('a time-out is not in time, however short the patience was', async () => {
    const { results } = await run(sent =>
      sent.name === 'altered_body' ? { problem: 'no answer within 2 s', timedOut: true } : judge(sent),
    )
    expect(failures(results)).toEqual(['altered_body', 'answer_in_time'])
    expect(results.at(-1)!.got).toBe('no answer within 2 s')
  })
})

/** The status of a receiver that makes a mistake with what is signed. */
function mistaken(signed: (t: string, body: Buffer) => string, key: string | Buffer = SECRET) {
  return ({ headers, body }: Sent): number => {
    const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['X-Service-Signature'] ?? '')
    if (!match) return 401
    const fresh = Math.abs(nowMs / 1000 - Number(match[1])) <= 300
    return fresh && createHmac('sha256', key).update(signed(match[1]!, body)).digest('hex') === match[2]
      ? 204
      : 401
  }
}

const bodyOnly = mistaken((_t, body) => body.toString())

describe('the cause', () => {
  it('is named if the endpoint accepts its form, and refuses it with another secret', async () => {
    const { report } = await run(bodyOnly)
    expect(report.cause).toMatchObject({ name: 'body_only' })
    expect(report.cause!.code.split('\n').map(line => line.split(':')[0])).toEqual([
      ...['Node', 'Python', 'PHP', 'Go', 'Ruby'],
    ])
    expect(report.checks.find(({ name }) => name === 'valid_delivery')).toMatchObject({ passed: false })
    expect(adviceOn(report.checks[0]!, report)).toBe(report.cause!.text)
  })

  it('has only the line of the language that the answers name', async () => {
    const { report } = await run(sent => ({ status: bodyOnly(sent), ms: 1, runtime: 'ruby' }))
    expect(report.cause!.code).toMatch(/^OpenSSL/)
  })

  it.each([
    ['ahead of', 12],
    ['behind', -12],
  ])('is a clock %s ours, which the answers show', async (_name, minutes) => {
    const shiftMs = minutes * 60_000
    const { report } = await run(sent => ({
      status: judge(sent, nowMs + shiftMs),
      ms: 1,
      dateMs: nowMs + shiftMs,
    }))
    expect(report.cause).toMatchObject({ name: 'clock', code: 'timedatectl set-ntp true' })
  })

  it.each([3, -3])('is a time zone, %i hours from UTC', async hours => {
    const { report } = await run(sent => judge(sent, nowMs + hours * 3_600_000))
    expect(report.cause!.name).toBe('time_zone')
    expect(report.cause!.code).toContain('PHP: abs(time() - (int) $t) <= 300')
  })

  it('is found behind connections that are cut instead of 401', async () => {
    const { report } = await run(sent => (bodyOnly(sent) === 204 ? 204 : CUT))
    expect(report.cause).toMatchObject({ name: 'body_only' })
  })

  it('is found behind 400, 403 and 500 instead of 401', async () => {
    for (const status of [400, 403, 500]) {
      const { report } = await run(sent => (bodyOnly(sent) === 204 ? 200 : status))
      expect(report.cause).toMatchObject({ name: 'body_only' })
    }
  })

  it('is searched by deliveries that are each their own', async () => {
    const ids = new Set<string>()
    const events = new Set<string>()
    let tries = 0
    await run(({ name, headers, body }) => {
      if (name !== 'try') return 401
      tries++
      ids.add(headers['X-Service-Delivery']!)
      events.add(JSON.parse(body.toString()).id)
      return 401
    })
    expect(tries).toBeGreaterThan(20)
    expect(ids.size).toBe(tries)
    expect(events.size).toBe(tries)
  })

  it.each<[string, () => (sent: Sent) => Reply | number, string | null]>([
    ['answers 204 to everything', () => () => 204, null],
    ['answers 404 to everything', () => () => 404, null],
    ['redirects everything', () => () => 307, null],
    ['answers 429 to everything', () => () => 429, null],
    ['fails after the verification', () => sent => (judge(sent) === 204 ? 503 : 401), null],
    ['accepts forged deliveries too', () => sent => (judge(sent) === 204 ? 401 : 204), null],
    ['answers 500 to everything', () => () => 500, 'none'],
    ['has another secret', () => mistaken((t, body) => `${t}.${body}`, 'whsec_another'), 'none'],
    ['accepts only the first one', () => once => (isFirst(once) ? 204 : 401), 'unsteady'],
    ['accepts everything that it tries', () => sent => (sent.name === 'try' ? 204 : 401), 'forged'],
    ['accepts every fourth', () => everyFourth(), 'unsteady'],
    ['recovers meanwhile', () => sent => (sent.name === 'try' ? judge(sent) : 503), 'none'],
    [
      'limits how often it is called',
      () => {
        let calls = 0
        return () => (++calls > 10 ? 429 : 401)
      },
      'rate_limited',
    ],
    [
      'stops answering',
      () => sent => (sent.name === 'try' ? { problem: 'no answer within 2 s', timedOut: true } : 401),
      'slow',
    ],
  ])('is not named if the endpoint %s', async (_name, answering, why) => {
    const { report } = await run(answering())
    expect({ cause: report.cause, why: report.noCause }).toEqual({ cause: null, why })
    // Nothing is tried where an answer could prove nothing.
    if (why === null) expect(await run(answering())).toMatchObject({ tries: 0 })
  })

  it('is searched for a minute at most', async () => {
    const slow = new FakeClock(nowMs)
    let tries = 0
    const report = await runChecks({
      secret: SECRET,
      clock: slow,
      onTry: () => {
        tries++
      },
      send: async () => {
        slow.advance(9_000)
        return { status: 401, ms: 9_000 }
      },
    })
    expect(report).toMatchObject({ cause: null, noCause: 'slow' })
    expect(tries).toBe(7)
  })
})

function isFirst({ name }: Sent): boolean {
  return name === 'valid_delivery'
}

/** Whatever is sent. */
function everyFourth(): (sent: Sent) => number {
  let tries = 0
  return ({ name }) => (name === 'try' && ++tries % 4 === 1 ? 204 : 401)
}

describe('the advice on a check', () => {
  const advice = async (answer: (sent: Sent) => Reply | number, name: string) => {
    const { report } = await run(answer)
    return adviceOn(report.checks.find(each => each.name === name)!, report)
  }

  it.each<[string, (sent: Sent) => Reply | number, string, string]>([
    ['all are refused', () => 401, 'valid_delivery', 'another secret'],
    ['all are refused with 403', () => 403, 'valid_delivery', '@csrf_exempt'],
    ['all get 500', () => 500, 'valid_delivery', 'It answers 500 to everything, valid or not'],
    [
      'only what is valid gets 500',
      sent => (judge(sent) === 204 ? 500 : 401),
      'valid_delivery',
      'what comes after the verification fails',
    ],
    [
      'a forged one is taken, and no valid one',
      sent => (judge(sent) === 204 ? 401 : 204),
      'valid_delivery',
      'a forged one was not',
    ],
    [
      'only the first is taken',
      sent => (isFirst(sent) ? 204 : 401),
      'raw_bytes_spacing',
      'another of the same kind',
    ],
    ['one is skipped, for it got the same', () => 401, 'stale_signature', 'got the same answer (401)'],
    ['one is skipped, for none is taken', () => 401, 'duplicate_event', 'accept a valid delivery first'],
    [
      'one is skipped, for all are taken',
      () => 204,
      'raw_bytes_spacing',
      'accepts forged deliveries accepts',
    ],
    [
      'one print is refused',
      sent => (sent.name === 'raw_bytes_spacing' ? 401 : judge(sent)),
      'raw_bytes_spacing',
      'express.raw()',
    ],
    ['a forgery is taken', () => 204, 'forged_signature', 'forge'],
    [
      'it is refused otherwise',
      sent => (judge(sent) === 401 ? 403 : 204),
      'forged_signature',
      '401, not 403',
    ],
    ['it redirects', () => 301, 'valid_delivery', 'redirect'],
    ['there is nothing', () => 404, 'valid_delivery', 'path'],
    ['it limits the rate', () => 429, 'valid_delivery', '429'],
    [
      'a duplicate is a conflict',
      sent => (sent.name === 'duplicate_delivery' ? 409 : judge(sent)),
      'duplicate_delivery',
      '2xx',
    ],
    ['nothing comes', sent => (judge(sent) === 401 ? CUT : 204), 'altered_body', 'the connection was cut'],
  ])('if %s', async (_name, answer, name, says) => {
    expect(await advice(answer, name)).toContain(says)
  })

  it('of an endpoint that always fails says nothing about signatures', async () => {
    for (const status of [500, 502, 404, 302]) {
      expect(await advice(() => status, 'valid_delivery')).not.toMatch(/sign|secret|raw/i)
    }
  })
})
