/** How the checks search for the cause of a refusal, and when they name none. */

import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { english } from '#lib/language.ts'
import { adviceOn } from '#webhooks/check/advice.ts'
import { type Reply, runChecks } from '#webhooks/check/run-checks.ts'
import { FakeClock } from '../support/clock.ts'
import { judge, nowMs, run, SECRET, type Sent } from './checking.ts'

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

/** Whatever is sent. */
function everyFourth(): (sent: Sent) => number {
  let tries = 0
  return ({ name }) => (name === 'try' && ++tries % 4 === 1 ? 204 : 401)
}

function tenTimes(): () => number {
  let calls = 0
  return () => (++calls > 10 ? 429 : 401)
}
const TIMED_OUT = { problem: 'no answer within 2 s', timedOut: true }

describe('the cause', () => {
  it('is named if the endpoint accepts its form, and refuses it with another secret', async () => {
    const { report } = await run(bodyOnly)
    expect(report.mistake).toMatchObject({ name: 'body_only' })
    const languages = english(report.mistake!.code).matchAll(/^(\w+):/gm)
    expect([...languages].map(([, name]) => name)).toEqual([...['Node', 'Python', 'PHP', 'Go', 'Ruby']])
    expect(report.checks.find(({ name }) => name === 'valid_delivery')).toMatchObject({ passed: false })
    expect(adviceOn(report.checks[0]!, report)).toBe(english(report.mistake!.text))
  })

  it('has only the line of the language that the answers name', async () => {
    const { report } = await run(sent => ({ status: bodyOnly(sent), ms: 1, runtime: 'ruby' }))
    expect(english(report.mistake!.code)).toMatch(/^OpenSSL/)
  })

  it.each([
    ['undefined', 'secret_undefined'],
    ['', 'secret_empty'],
  ])('is %j in place of a secret: %s', async (key, name) => {
    const { report } = await run(mistaken((t, body) => `${t}.${body}`, key))
    expect(report.mistake!.name).toBe(name)
  })

  it.each([400, 403, 500])('is found behind %j instead of 401', async refusal => {
    const { report } = await run(sent => (bodyOnly(sent) === 204 ? 204 : refusal))
    expect(report.mistake!.name).toBe('body_only')
  })

  it('is searched by deliveries that are each their own', async () => {
    const tries: Sent[] = []
    await run(sent => {
      if (sent.name === 'try') tries.push(sent)
      return 401
    })
    expect(tries.length).toBeGreaterThan(20)
    const ids = tries.map(({ headers }) => headers['X-Service-Delivery'])
    const events = tries.map(({ body }) => JSON.parse(body.toString()).id)
    for (const all of [ids, events]) expect(new Set(all).size).toBe(tries.length)
  })

  it.each<[string, () => (sent: Sent) => Reply | number, string | null]>([
    ['answers 204 to everything', () => () => 204, null],
    ['answers 429 to everything', () => () => 429, null],
    ['fails after the verification', () => sent => (judge(sent) === 204 ? 503 : 401), null],
    ['accepts forged deliveries too', () => sent => (judge(sent) === 204 ? 401 : 204), null],
    ['answers 500 to everything', () => () => 500, 'none'],
    ['has another secret', () => mistaken((t, body) => `${t}.${body}`, 'whsec_another'), 'none'],
    ['accepts everything that it tries', () => sent => (sent.name === 'try' ? 204 : 401), 'forged'],
    ['accepts every fourth', () => everyFourth(), 'unsteady'],
    ['recovers meanwhile', () => sent => (sent.name === 'try' ? judge(sent) : 503), 'unsteady'],
    ['limits how often it is called', tenTimes, 'rate_limited'],
    ['stops answering', () => sent => (sent.name === 'try' ? TIMED_OUT : 401), 'slow'],
  ])('is not named if the endpoint %s', async (_name, answering, why) => {
    const { report } = await run(answering())
    expect({ mistake: report.mistake, why: report.noMistake }).toEqual({ mistake: null, why })
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
    expect(report).toMatchObject({ mistake: null, noMistake: 'slow' })
    expect(tries).toBe(7)
  })
})
