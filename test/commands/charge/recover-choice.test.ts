/** `charge recover` if the profile's unresolved creations belong to several base URLs or API keys. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fingerprint } from '../../../src/shared/fingerprint.ts'
import { Journal } from '../../../src/store/journal.ts'
import { errorOf, type Run } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { type Act, answer, cut, ONE_ATTEMPT, paymentBody, ScriptedService } from '../../support/service.ts'

const KEY = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const [KEY_A, KEY_B] = ['service_live_of_store_a', 'service_live_of_store_b']
const known = answer(200, { data: paymentBody() })

/** Two services; a run says which of them has the URL in the environment. */
async function two(scriptA: Act[], scriptB: Act[] = []) {
  const [a, b] = await Promise.all([
    new ScriptedService(...scriptA).start(),
    new ScriptedService(...scriptB).start(),
  ])
  const host = testHost()
  const run = (args: string[], apiKey = KEY_A, baseUrl = a.baseUrl): Promise<Run> => {
    const env = { ...host.env, PIXCTL_API_KEY: apiKey, PIXCTL_BASE_URL: baseUrl }
    return runCommand([...args, '--json'], { host: { ...host, env } })
  }
  return {
    a,
    b,
    run,
    /** Leaves an unresolved creation. */
    lose: async (amount: string, apiKey = KEY_A, baseUrl = a.baseUrl, ...flags: string[]) => {
      const args = ['charge', 'create', '--amount', amount, ...ONE_ATTEMPT, ...flags]
      const error = errorOf(await run(args, apiKey, baseUrl))
      expect(error.exitCode).toBe(9)
      return error.idempotencyKey!
    },
    keysLeft: async () => {
      const { stdout } = await run(['charge', 'recover', '--list'])
      return (JSON.parse(stdout) as { idempotencyKey: string; baseUrl: string }[]).map(
        each => `${each.idempotencyKey} ${each.baseUrl}`,
      )
    },
    async [Symbol.asyncDispose]() {
      await a[Symbol.asyncDispose]()
      await b[Symbol.asyncDispose]()
    },
  }
}

describe('charge recover KEY', () => {
  it('sends no API key to the host of another store: exit 2, and how to send it all the same', async () => {
    await using store = await two([cut])
    const key = await store.lose('10.50')
    const error = errorOf(await store.run(['charge', 'recover', key], KEY_B, store.b.baseUrl))
    expect(error).toMatchObject({ exitCode: 2, idempotencyKey: key })
    expect(error.error).toContain(store.a.baseUrl)
    expect(store.a.seen).toHaveLength(1)
    expect(store.b.seen).toHaveLength(0)
  })

  it('does so if only the entry’s base URL is known', async () => {
    await using store = await two([cut])
    const key = await store.lose('10.50')
    expect(errorOf(await store.run(['charge', 'recover', key], KEY_B, '')).exitCode).toBe(2)
  })

  it.each([
    ['the base URL differs', KEY_A, 'b'],
    ['the API key differs', KEY_B, 'a'],
  ] as const)('sends it where only %s', async (_name, apiKey, service) => {
    await using store = await two([cut, known])
    const key = await store.lose('10.50')
    const run = await store.run(['charge', 'recover', key], apiKey, store[service].baseUrl)
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(store.a.seen[1]?.headers.authorization).toBe(`Bearer ${apiKey}`)
  })

  it('sends it to --base-url, for that was typed', async () => {
    await using store = await two([cut, known])
    const key = await store.lose('10.50')
    const args = ['charge', 'recover', key, '--base-url', store.a.baseUrl]
    expect((await store.run(args, KEY_B, store.b.baseUrl)).code).toBe(0)
    expect(store.a.seen[1]?.headers.authorization).toBe(`Bearer ${KEY_B}`)
  })
})

it.each([
  ['http://203.0.113.7/api/v1', /is http:\/\//],
  ['https://user:password@203.0.113.7/api/v1', /user name or password/],
  ['nowhere', /is not an address/],
])('charge recover KEY: sends nothing to %s, which no command would have taken: exit 2', async (url, why) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pixctl-recovery-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const journal = await Journal.open(dataDir, 'default')
  const owner = { baseUrl: url, keyFingerprint: fingerprint(KEY_A) }
  journal.begin(owner, KEY, Buffer.from('{"amount":10.5}'), '2026-11-20T12:00:00.000Z', () => true)
  journal.close()
  const env = { PIXCTL_DATA_DIR: dataDir, PIXCTL_API_KEY: KEY_A }
  const host = testHost()
  const run = await runCommand(['charge', 'recover', KEY, '--json', '--timeout', '1'], {
    host: { ...host, env: { ...host.env, ...env } },
  })
  const error = errorOf(run)
  expect(error).toMatchObject({ exitCode: 2, error: expect.stringMatching(why) })
  expect(error.error).not.toContain('password@')
})

describe('charge recover', () => {
  it('sends those of the store in use, leaves the others and names them: exit 2', async () => {
    const own = answer(201, { data: paymentBody({ requestedAmount: 7, amount: 7 }) })
    await using store = await two([cut, cut], [cut, own])
    const left = [await store.lose('10.50'), await store.lose('9', KEY_B)]
    const sent = await store.lose('7', KEY_B, store.b.baseUrl)
    const run = await store.run(['charge', 'recover', '--base-url', store.b.baseUrl], KEY_B)
    expect(JSON.parse(run.stdout)).toMatchObject({ idempotencyKey: sent, outcome: 'created' })
    const { error, exitCode } = errorOf(run)
    expect(exitCode).toBe(2)
    for (const key of left) expect(error).toContain(`not sent: ${key}, created for ${store.a.baseUrl}`)
    expect(error).toContain(`pixctl charge recover ${left[0]} --base-url ${store.a.baseUrl}`)
    expect(error).not.toContain('nothing was sent')
    expect(await store.keysLeft()).toEqual(left.map(key => `${key} ${store.a.baseUrl}`))
  })

  it('leaves those of another API key, too', async () => {
    await using store = await two([cut, cut, known])
    const [own, other] = [await store.lose('10.50'), await store.lose('9', KEY_B)]
    const run = await store.run(['charge', 'recover'])
    expect(errorOf(run).error).toContain(`not sent: ${other}, created with another API key`)
    expect(JSON.parse(run.stdout)).toMatchObject({ idempotencyKey: own, outcome: 'existing' })
  })

  it('ends with the most serious of what happened, and still names those it left', async () => {
    await using store = await two([cut], [cut, cut])
    const left = await store.lose('10.50')
    const unknown = await store.lose('7', KEY_A, store.b.baseUrl)
    const error = errorOf(await store.run(['charge', 'recover', ...ONE_ATTEMPT], KEY_A, store.b.baseUrl))
    expect(error).toMatchObject({ exitCode: 9, idempotencyKey: unknown })
    expect(error.error).toContain(`not sent: ${left}`)
  })

  it('needs no API key to say that all are of another base URL', async () => {
    await using store = await two([cut])
    const key = await store.lose('10.50')
    const error = errorOf(await store.run(['charge', 'recover'], '', store.b.baseUrl))
    expect(error).toMatchObject({ exitCode: 2, idempotencyKey: key })
    expect(error.error).toContain('nothing was sent')
  })
})

describe('one idempotency key under two API keys', () => {
  const twice = async (script: Act[] = []) => {
    const store = await two([cut, cut, ...script])
    for (const apiKey of [KEY_A, KEY_B]) {
      await store.lose('10.50', apiKey, store.a.baseUrl, '--idempotency-key', KEY)
    }
    return store
  }

  it('is forgotten only for the store in use', async () => {
    await using store = await twice([known])
    expect((await store.run(['charge', 'recover', '--forget', KEY], KEY_B)).code).toBe(0)
    // What is left is the other one: it is still sent with its own key, without a word of another.
    expect(await store.run(['charge', 'recover'], KEY_A)).toMatchObject({ code: 0, stderr: '' })
  })

  it.each([
    ['another API key', 'service_live_of_store_c', 'a'],
    ['no API key', '', 'a'],
    ['another base URL', KEY_A, 'b'],
  ] as const)('is not forgotten with %s, which could mean either', async (_name, apiKey, service) => {
    await using store = await twice()
    const run = await store.run(['charge', 'recover', '--forget', KEY], apiKey, store[service].baseUrl)
    expect(errorOf(run)).toMatchObject({ exitCode: 2, idempotencyKey: KEY })
    expect(await store.keysLeft()).toHaveLength(2)
  })

  it('is a conflict with other data, found here before anything is sent', async () => {
    await using store = await two([cut])
    await store.lose('10.50', KEY_A, store.a.baseUrl, '--idempotency-key', KEY)
    const args = ['charge', 'create', '--amount', '9', '--idempotency-key', KEY]
    expect(errorOf(await store.run(args, KEY_B))).toMatchObject({ exitCode: 6, idempotencyKey: KEY })
    expect(store.a.seen).toHaveLength(1)
  })

  it('is not refused for good while the other may have made the charge', async () => {
    await using store = await two([cut, answer(400, { error: 'no' })])
    await store.lose('10.50', KEY_A, store.a.baseUrl, '--idempotency-key', KEY)
    const args = ['charge', 'create', '--amount', '10.50', '--idempotency-key', KEY]
    expect(errorOf(await store.run(args, KEY_B))).toMatchObject({ exitCode: 9, status: 400 })
  })
})

it.each([120, 80, 40])('charge recover --list shows every KEY whole at %i columns', async columns => {
  await using service = await new ScriptedService(cut).start()
  const env = { PIXCTL_API_KEY: KEY_A, PIXCTL_BASE_URL: service.baseUrl }
  const host = testHost({ env, terminal: { columns, rows: 24 } })
  const args = ['charge', 'create', '--amount', '1000', `--description=${'x'.repeat(80)}`]
  await runCommand([...args, ...ONE_ATTEMPT, '--idempotency-key', KEY], { host })
  const { stdout } = await runCommand(['charge', 'recover', '--list', '--no-color'], { host })
  expect(stdout).toContain(KEY)
  const lines = stdout.split('\n')
  expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(columns)
  expect(stdout).toContain('R$ 1.000,00')
})
