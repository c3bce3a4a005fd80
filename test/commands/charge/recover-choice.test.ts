/** `charge recover` if the profile's unresolved creations belong to several base URLs or API keys. */

import { describe, expect, it } from 'vitest'
import { errorOf, notesOf, type Run } from '../../support/pixctl.ts'
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
  it.each([
    ['base URL', KEY_A, 'b'],
    ['API key', KEY_B, 'a'],
  ] as const)(
    'of another %s is not sent: exit 2, and how to send it all the same',
    async (_n, apiKey, to) => {
      await using store = await two([cut])
      const key = await store.lose('10.50')
      const run = await store.run(['charge', 'recover', key], apiKey, store[to].baseUrl)
      expect(run.stdout).toBe('')
      const { exitCode, idempotencyKey, error } = errorOf(run)
      expect({ exitCode, idempotencyKey }).toEqual({ exitCode: 2, idempotencyKey: key })
      expect(error).toContain(`not sent: ${key}, created ${to === 'a' ? 'with' : `for ${store.a.baseUrl}`}`)
      expect(error).toContain(`pixctl charge recover ${key} --force`)
      expect(await store.keysLeft()).toHaveLength(1)
    },
  )

  it('of another base URL and API key goes with --force to those in use', async () => {
    await using store = await two([cut], [known])
    const key = await store.lose('10.50')
    const run = await store.run(['charge', 'recover', key, '--force'], KEY_B, store.b.baseUrl)
    expect(run.code).toBe(0)
    expect(notesOf(run)).toEqual([expect.stringContaining(new URL(store.b.baseUrl).host)])
    expect(store.b.seen.at(-1)).toMatchObject({
      headers: { authorization: `Bearer ${KEY_B}`, 'idempotency-key': key },
      body: store.a.seen[0]?.body,
    })
    expect(await store.keysLeft()).toEqual([])
  })

  it('that is refused by another store is kept: the first one may have made the charge', async () => {
    await using store = await two([cut], [answer(400, { error: 'no' })])
    const key = await store.lose('10.50')
    const run = await store.run(['charge', 'recover', key, '--force'], KEY_B, store.b.baseUrl)
    expect(errorOf(run)).toMatchObject({ exitCode: 9, status: 400, idempotencyKey: key })
    expect(await store.keysLeft()).toHaveLength(1)
  })
})

it.each([
  [[], 'no KEY'],
  [['--list'], '--list'],
  [['--forget', KEY], '--forget'],
])('charge recover --force %j: exit 2, and nothing is sent', async flags => {
  await using store = await two([cut])
  await store.lose('10.50')
  expect(errorOf(await store.run(['charge', 'recover', '--force', ...flags])).exitCode).toBe(2)
  expect(await store.keysLeft()).toHaveLength(1)
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
    expect(error).toContain(`pixctl charge recover ${left[0]} --force --base-url ${store.b.baseUrl}`)
    expect(await store.keysLeft()).toEqual(left.map(key => `${key} ${store.a.baseUrl}`))
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
    expect(error.error).toContain(`not sent: ${key}`)
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

  it('is forgotten for the one in use', async () => {
    await using store = await twice()
    const forget = (apiKey: string) => store.run(['charge', 'recover', '--forget', KEY], apiKey)
    expect((await forget('service_live_another')).code).toBe(2)
    expect((await forget(KEY_B)).code).toBe(0)
    expect(await store.keysLeft()).toHaveLength(1)
    expect((await forget(KEY_B)).code).toBe(0)
    expect(await store.keysLeft()).toEqual([])
  })

  it('is sent for the one in use', async () => {
    await using store = await twice([known])
    const run = await store.run(['charge', 'recover', KEY], KEY_B)
    expect(JSON.parse(run.stdout)).toMatchObject({ idempotencyKey: KEY, outcome: 'existing' })
    expect(errorOf(run).error).toContain(`not sent: ${KEY}, created with another API key`)
    expect(await store.keysLeft()).toHaveLength(1)
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
