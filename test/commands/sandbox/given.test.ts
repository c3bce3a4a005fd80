/** What the environment gives to `sandbox start`, and which sandbox the environment names. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callers } from '../../sandbox/harness.ts'
import type { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { startSandboxOn } from '../../support/sandbox.ts'
import { newMachine } from './stores.ts'

const MEMORY = ['--data', ':memory:']
const GIVEN = {
  PIXCTL_SANDBOX_API_KEY: 'service_live_of-a-test',
  PIXCTL_SANDBOX_WS_TOKEN: 'service_ws_of-a-test',
  PIXCTL_SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:9/pix',
  PIXCTL_SANDBOX_WEBHOOK_SECRET: 'whsec_of-a-test',
}

const start = (machine: LocalMachine, env: Record<string, string>, ...args: string[]) =>
  startSandboxOn(machine.host({ env }), ...args)

describe('sandbox start', () => {
  it('has the key, the token and the webhook of the environment, also when it is started again', async () => {
    const machine = newMachine()
    for (const _ of [1, 2]) {
      const sandbox = await start(machine, GIVEN)
      expect(sandbox).toMatchObject({
        apiKey: GIVEN.PIXCTL_SANDBOX_API_KEY,
        wsToken: GIVEN.PIXCTL_SANDBOX_WS_TOKEN,
      })
      expect((await machine.pixctl(['status'])).code).toBe(0)
      const endpoints = JSON.parse((await machine.pixctl(['sandbox', 'webhook', 'list', '--json'])).stdout)
      expect(endpoints).toMatchObject([{ url: GIVEN.PIXCTL_SANDBOX_WEBHOOK_URL, events: [] }])
      const { secrets } = JSON.parse(readFileSync(join(machine.configDir, 'config.json'), 'utf8')).profiles
        .sandbox
      const kept = JSON.parse(readFileSync(secrets['webhook-secret'].path, 'utf8'))
      expect(kept['webhook-secret']).toBe(GIVEN.PIXCTL_SANDBOX_WEBHOOK_SECRET)
      await sandbox.stop()
    }
  })

  it('reads each from a file that _FILE names', async () => {
    const machine = newMachine()
    const env = Object.fromEntries(
      Object.entries(GIVEN).map(([name, value]) => {
        const file = join(machine.folder, name)
        writeFileSync(file, `${value}\n`, { mode: 0o600 })
        return [`${name}_FILE`, file]
      }),
    )
    const { apiKey, wsToken } = await start(machine, env, ...MEMORY)
    expect([apiKey, wsToken]).toEqual([GIVEN.PIXCTL_SANDBOX_API_KEY, GIVEN.PIXCTL_SANDBOX_WS_TOKEN])
  })

  it("never takes a live store's key", async () => {
    const live = { PIXCTL_API_KEY: 'service_live_of-a-shop', PIXCTL_WS_TOKEN: 'service_ws_of-a-shop' }
    const { apiKey, wsToken } = await start(newMachine(), live, ...MEMORY)
    expect(Object.values(live)).not.toContain(apiKey)
    expect(Object.values(live)).not.toContain(wsToken)
  })

  it.each([
    [{ PIXCTL_SANDBOX_API_KEY: 'service_ws_of-a-test' }, 'PIXCTL_SANDBOX_API_KEY is not valid'],
    [{ PIXCTL_SANDBOX_WS_TOKEN: `service_ws_${'x'.repeat(201)}` }, 'PIXCTL_SANDBOX_WS_TOKEN is not valid'],
    [{ ...GIVEN, PIXCTL_SANDBOX_WEBHOOK_SECRET: 'of-a-test' }, 'PIXCTL_SANDBOX_WEBHOOK_SECRET is not valid'],
    [{ PIXCTL_SANDBOX_WEBHOOK_SECRET: 'whsec_of-a-test' }, 'is the secret of no webhook'],
    [{ PIXCTL_SANDBOX_WEBHOOK_URL: 'http://shop.example/' }, 'PIXCTL_SANDBOX_WEBHOOK_URL is not valid'],
    [{ PIXCTL_SANDBOX_API_KEY_FILE: '/nowhere/key' }, '/nowhere/key'],
    [{ PIXCTL_SANDBOX_API_KEY_FILE: '/dev/null' }, 'PIXCTL_SANDBOX_API_KEY is not valid'],
    [{ ...GIVEN, PIXCTL_SANDBOX_API_KEY_FILE: '/nowhere/key' }, 'and the same with _FILE too'],
  ])('refuses %j: exit 2, and nothing is started', async (env, words) => {
    const machine = newMachine()
    const run = await machine.pixctl(['sandbox', 'start', '--port', '0', ...MEMORY, '--json'], {
      env: env as Record<string, string>,
    })
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining(words) })
    for (const value of Object.values(env).filter(value => value.length > 30)) {
      expect(run.stderr).not.toContain(value)
    }
    expect((await machine.pixctl(['auth', 'list', '--json'])).stdout).toBe('[]\n')
  })
})

describe('of two sandboxes side by side', () => {
  it('the one that the address and the key in the environment name is used, whatever the profile', async () => {
    const machine = newMachine()
    const [first, second] = [
      await startSandboxOn(machine.host(), ...MEMORY),
      await startSandboxOn(machine.host(), ...MEMORY, '--profile', 'second'),
    ]
    const env = { PIXCTL_BASE_URL: second.baseUrl, PIXCTL_API_KEY: second.apiKey }
    const balance = async (...profile: string[]) =>
      JSON.parse((await machine.pixctl(['balance', '--json', ...profile])).stdout).availableBalance
    const run = await machine.pixctl(['sandbox', 'deposit', '7'], { env })
    expect(run.stderr).toContain(`the sandbox is the one at ${new URL(second.baseUrl).host}`)
    expect([await balance('-p', 'second'), await balance('-p', 'sandbox')]).toEqual([7, 0])
    // Nobody knows which profile has the secret of its endpoints.
    const added = await machine.pixctl(['sandbox', 'webhook', 'add', '9'], { env })
    expect(added.stderr).not.toContain('webhook check')
    // A flag comes before the environment.
    await machine.pixctl(['sandbox', 'deposit', '5', '-p', 'sandbox'], { env })
    expect(await balance('-p', 'sandbox')).toBe(5)
    expect(first.baseUrl).not.toBe(second.baseUrl)
  })

  it('a key without an address, which may be that of a real store, goes nowhere', async () => {
    const machine = newMachine()
    await startSandboxOn(machine.host(), ...MEMORY)
    const env = { PIXCTL_API_KEY: 'service_live_of-a-real-store' }
    expect((await machine.pixctl(['sandbox', 'deposit', '7'], { env })).code).toBe(0)
  })
})

it.each([{ expiresIn: 3600 }, { permissions: ['balance:read'] }])(
  'a key of the data with %j can not be the first one: exit 2',
  async wanted => {
    const machine = newMachine()
    const sandbox = await start(machine, {})
    const { apiKey } = (await callers(sandbox).control('/keys', wanted)).body.data
    await sandbox.stop()
    const env = { PIXCTL_SANDBOX_API_KEY: apiKey }
    const run = await machine.pixctl(['sandbox', 'start', '--port', '0', '--json'], { env })
    expect(errorOf(run)).toMatchObject({ exitCode: 2 })
  },
)

it('a key that was revoked in the data is exit 2', async () => {
  const machine = newMachine()
  const { PIXCTL_SANDBOX_API_KEY } = GIVEN
  const sandbox = await start(machine, { PIXCTL_SANDBOX_API_KEY })
  const [{ id }] = JSON.parse((await machine.pixctl(['sandbox', 'key', 'list', '--json'])).stdout)
  await machine.pixctl(['sandbox', 'key', 'revoke', id])
  // Its profile isn't taken meanwhile.
  const other = await machine.pixctl(['sandbox', 'start', '--port', '0', ...MEMORY, '--json'])
  expect(errorOf(other)).toMatchObject({ exitCode: 6 })
  await sandbox.stop()
  const again = await machine.pixctl(['sandbox', 'start', '--port', '0', '--json'], {
    env: { PIXCTL_SANDBOX_API_KEY },
  })
  expect(errorOf(again)).toMatchObject({ exitCode: 2, error: expect.stringContaining('was revoked') })
})

it('an address that is no sandbox is said to be none', async () => {
  const machine = newMachine()
  const { dashboardUrl } = await startSandboxOn(machine.host(), ...MEMORY)
  const env = { PIXCTL_BASE_URL: `${dashboardUrl}/api/v1`, PIXCTL_API_KEY: 'service_live_of-a-test' }
  const error = errorOf(await machine.pixctl(['sandbox', 'deposit', '7', '--json'], { env }))
  expect(error.error).toContain('is not a sandbox')
  expect(error.exitCode).toBe(8)
})

it('sandbox webhook add signs with the secret of a file, and rotate replaces it', async () => {
  const machine = newMachine()
  await startSandboxOn(machine.host(), ...MEMORY)
  const file = join(machine.folder, 'secret')
  const add = ['sandbox', 'webhook', 'add', '9', '--secret-file', file, '--json']
  writeFileSync(file, 'whsec_of-a-test\n', { mode: 0o600 })
  const added = await machine.pixctl(add)
  expect(added.code, added.stderr).toBe(0)
  const { id, secret } = JSON.parse(added.stdout)
  expect(secret).toBe('whsec_of-a-test')
  const again = await machine.pixctl(['sandbox', 'webhook', 'rotate', id, '--json'])
  expect(again.code, again.stderr).toBe(0)
  const rotated = JSON.parse(again.stdout)
  expect(rotated).toMatchObject({ id, secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/) })
  writeFileSync(file, 'whsec_one whsec_two')
  expect(errorOf(await machine.pixctl(add))).toMatchObject({ exitCode: 2 })
})
