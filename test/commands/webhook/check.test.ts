/** `webhook check`: which endpoints pass, and what each wrong one fails. */

import { afterAll, describe, expect, it } from 'vitest'
import { LocalMachine } from '../../support/local.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { type Behaviour, nowhere, receiver, verifying } from '../../support/receivers.ts'

const SECRET = 'whsec_of_the_check_test'
const machine = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET })
afterAll(() => machine[Symbol.dispose]())

interface Checked {
  url: string
  passed: boolean
  cause: { name: string } | null
  /** `passed` is null if it was skipped. */
  checks: { name: string; passed: boolean | null; got: string; skipped: boolean; advice: string | null }[]
}

const failed = ({ checks }: Checked) =>
  checks.filter(({ passed }) => passed === false).map(({ name }) => name)

const VALID = ['valid_delivery', 'recent_signature', 'duplicate_delivery', 'duplicate_event']
const INVALID = [
  ...['forged_signature', 'stale_signature', 'future_signature'],
  ...['altered_body', 'missing_signature'],
]
const correct = verifying()

describe('a correct endpoint', () => {
  it('passes every check', async () => {
    await using endpoint = await receiver(SECRET, correct)
    const { stdout, stderr, code } = await machine.pixctl(['webhook', 'check', endpoint.url, '--json'])
    expect([notesOf({ stderr }), code]).toEqual([
      ['signed with the secret of PIXCTL_WEBHOOK_SECRET, …test'],
      0,
    ])
    const result = JSON.parse(stdout) as Checked
    expect(result).toMatchObject({ url: endpoint.url, passed: true })
    expect(result.checks.map(({ name }) => name).sort()).toEqual(
      [...VALID, ...INVALID, 'answer_in_time'].sort(),
    )
    expect(Object.keys(result.checks[0]!)).toEqual([
      ...['name', 'passed', 'skipped', 'expected', 'got', 'section', 'advice'],
    ])
    expect(failed(result)).toEqual([])
    expect(endpoint.seen).toHaveLength(9)
    for (const { method, headers } of endpoint.seen) {
      expect(method).toBe('POST')
      expect(headers['content-type']).toBe('application/json')
    }
  })

  it('is told what can’t be seen from outside', async () => {
    await using endpoint = await receiver(SECRET, correct)
    const { stderr } = await machine.pixctl(['webhook', 'check', endpoint.url])
    expect(stderr).toContain('whether it saved the event on disk before it answered')
  })
})

describe('a wrong endpoint fails', () => {
  // test/webhooks/check.test.ts has what other answers mean.
  const cases: [name: string, behave: Behaviour, failing: string[]][] = [
    [
      'that prints the JSON again',
      verifying(body => Buffer.from(JSON.stringify(JSON.parse(`${body}`)))),
      ['valid_delivery'],
    ],
    [
      'that redirects',
      ({ response }) => {
        response.writeHead(307, { location: '/elsewhere' }).end()
        return null
      },
      ['valid_delivery'],
    ],
  ]

  it.each(cases)('%s', async (_name, behave, failing) => {
    await using endpoint = await receiver(SECRET, behave)
    const run = await machine.pixctl(['webhook', 'check', endpoint.url, '--json'])
    const result = JSON.parse(run.stdout) as Checked
    expect(result.passed).toBe(false)
    expect(failed(result).sort()).toEqual([...failing].sort())
    const error = expect.stringContaining(`${failing.length} of 10 checks failed`)
    expect(errorOf(run)).toMatchObject({ error, exitCode: 10 })
    expect(new Set(endpoint.seen.map(({ url }) => url))).toEqual(new Set(['/hook']))
    for (const { passed, skipped, advice } of result.checks) {
      expect({ skipped, advised: advice !== null }).toEqual({
        skipped: passed === null,
        advised: passed !== true,
      })
    }
  })

  it('with the answer to a valid delivery, in a line and escaped', async () => {
    await using endpoint = await receiver(SECRET, ({ response }) => {
      response.writeHead(401).end('no\n signature\u001b[2J')
      return null
    })
    const run = await machine.pixctl(['webhook', 'check', endpoint.url, '--json'])
    const what = '1 of 10 checks failed, 8 skipped; the output says what to do about each of them'
    expect(errorOf(run)).toMatchObject({ error: what, exitCode: 10 })
    const [{ advice }] = (JSON.parse(run.stdout) as Checked).checks as [Checked['checks'][number]]
    expect(advice).toMatch(/first its secret with the one that signed.*It answered: no signature\\u001b\[2J/s)
  })
})

describe('no endpoint', () => {
  it.each([
    ['nothing listens', nowhere],
    ['the server speaks http, not https', (url: string) => url.replace('http:', 'https:')],
    ['the connection was cut', (url: string) => url],
  ])('is exit 9 when %s', async (words, addressOf) => {
    await using endpoint = await receiver(SECRET, ({ socket }) => {
      socket.destroy()
      return null
    })
    const run = await machine.pixctl(['webhook', 'check', await addressOf(endpoint.url), '--json'])
    expect({ stdout: run.stdout, code: run.code }).toEqual({ stdout: '', code: 9 })
    expect(errorOf(run).error).toContain(words)
  })

  it('is exit 9 when the first request gets no answer, and nothing else is tried', async () => {
    await using endpoint = await receiver(SECRET, () => null)
    const run = await machine.pixctl(['webhook', 'check', endpoint.url, '--timeout', '2', '--json'])
    expect(run.code).toBe(9)
    expect(endpoint.seen).toHaveLength(1)
  })

  it.each([
    ['another machine, unasked', ['https://shop.example/hook']],
    ['a password in it', ['http://user:HIDDEN@127.0.0.1/']],
  ])('is asked with %s: exit 2', async (_name, args) => {
    const run = await machine.pixctl(['webhook', 'check', ...args])
    expect({ stdout: run.stdout, code: run.code }).toEqual({ stdout: '', code: 2 })
    expect(run.stderr).not.toContain('HIDDEN')
  })
})

it('shows no secret and no signature under --debug', async () => {
  await using endpoint = await receiver(SECRET, correct)
  const { stdout, stderr } = await machine.pixctl(['webhook', 'check', endpoint.url, '--debug'])
  expect(stderr).toContain('POST 127.0.0.1')
  expect(stdout + stderr).not.toContain(SECRET)
  expect(stdout + stderr).not.toMatch(/[0-9a-f]{64}/)
})
