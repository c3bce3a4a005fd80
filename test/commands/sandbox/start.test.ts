/** `sandbox start`, and the commands beside it. */

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openRealtime } from '../../sandbox/realtime-client.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { keepSandboxOn, startSandboxOn } from '../../support/sandbox.ts'

const machine = new LocalMachine()
const sandbox = await keepSandboxOn(machine.host())
afterAll(async () => {
  await sandbox.stop()
  machine[Symbol.dispose]()
})

it('a start restores the key of a profile that was logged out while the sandbox ran', async () => {
  using machine = new LocalMachine()
  const running = await keepSandboxOn(machine.host())
  await machine.pixctl(['auth', 'logout', '--profile', 'sandbox'])
  const balance = await machine.pixctl(['balance'])
  expect(balance.code).toBe(3)
  expect(balance.stderr).toContain(
    'if the sandbox is running, stop it with Ctrl-C in its terminal; then start it: pixctl sandbox start\n',
  )
  await running.stop()
  const again = await keepSandboxOn(machine.host())
  expect((await machine.pixctl(['balance'])).code).toBe(0)
  await again.stop()
})

it('every command names the data and the port of the sandbox that was stopped', async () => {
  using machine = new LocalMachine()
  const data = join(machine.folder, 'my data')
  const running = await keepSandboxOn(machine.host(), '--data', data)
  const { port } = new URL(running.baseUrl)
  await machine.pixctl(['sandbox', 'store', 'add', 'two'])
  await running.stop()
  const start = `start the sandbox: pixctl sandbox start --data '${data}' --port ${port}\n`
  for (const args of [['status'], ['sandbox', 'pay', 'pay_1'], ['status', '-p', 'sandbox-two']]) {
    expect(await machine.pixctl(args)).toMatchObject({ code: 9, stderr: expect.stringContaining(start) })
  }
  rmSync(data, { recursive: true })
  const { stderr } = await machine.pixctl(['status'])
  expect(stderr).toContain(`then start it: pixctl sandbox start --data '${data}'\n`)
})

it('after a sandbox in memory was killed, nobody is told that its charges are still there', async () => {
  using machine = new LocalMachine()
  const running = await keepSandboxOn(machine.host(), '--data', ':memory:')
  const { port } = new URL(running.baseUrl)
  const killed = new Map(
    readdirSync(machine.configDir).map(name => [name, readFileSync(join(machine.configDir, name))]),
  )
  await running.stop()
  for (const [name, content] of killed) writeFileSync(join(machine.configDir, name), content, { mode: 0o600 })
  expect(await machine.pixctl(['status'])).toMatchObject({
    code: 9,
    stderr: expect.stringContaining(
      `the sandbox was in memory, so its charges are gone; start a new one: pixctl sandbox start --data :memory: --port ${port}\n`,
    ),
  })
})

describe('sandbox start', () => {
  it('writes the profile sandbox, and makes it current when there is no other', async () => {
    const { baseUrl, realtimeUrl } = sandbox
    const secrets = ['api-key', 'ws-token'].map(kind => ({ kind, storage: 'file' }))
    expect(JSON.parse((await machine.pixctl(['auth', 'list', '--json'])).stdout)).toEqual([
      { profile: 'sandbox', current: true, baseUrl, realtimeUrl, secrets },
    ])
    expect((await machine.pixctl(['status'])).code).toBe(0)
  })

  it('keeps its secrets in a 0600 file beside its data, and out of config.json', () => {
    const path = join(machine.dataDir, 'sandbox', 'secrets.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const config = readFileSync(join(machine.configDir, 'config.json'), 'utf8')
    for (const secret of [sandbox.apiKey, sandbox.wsToken]) {
      expect(readFileSync(path, 'utf8')).toContain(secret)
      expect(config).not.toContain(secret)
    }
    const { origin } = new URL(sandbox.realtimeUrl)
    const { secrets } = JSON.parse(config).profiles.sandbox
    expect(secrets['ws-token']).toEqual({ storage: 'file', origin, path })
  })

  it('does not show the token with --debug', async () => {
    using other = new LocalMachine()
    const { stop, ...line } = await startSandboxOn(other.host(), '--debug')
    const client = await openRealtime(line)
    client.send({ op: 'auth', token: line.wsToken, after: 'x' })
    await client.closed
    expect((await stop('terminated')).stderr).not.toContain(line.wsToken)
  })

  it('limits the rate as --rate-limit says', async () => {
    using other = new LocalMachine()
    const limited = await startSandboxOn(other.host(), '--rate-limit', '1', '--data', ':memory:')
    expect((await other.pixctl(['status'])).code).toBe(0)
    expect((await other.pixctl(['status', '--timeout', '1'])).code).toBe(7)
    await limited.stop()
  })

  it("never turns a store's profile into a sandbox: exit 2", async () => {
    using other = new LocalMachine()
    await other.pixctl(['auth', 'login', '--insecure-storage', '-p', 'shop'], {
      env: { PIXCTL_BASE_URL: sandbox.baseUrl },
      input: sandbox.apiKey,
    })
    const run = await other.pixctl(['sandbox', 'start', '--port', '0', '-p', 'shop', '--json'])
    expect(errorOf(run).exitCode).toBe(2)
  })
})

it('a wrong key is exit 3', async () => {
  const env = { PIXCTL_BASE_URL: sandbox.baseUrl, PIXCTL_API_KEY: 'service_live_wrong-key' }
  using other = new LocalMachine(env)
  expect((await other.pixctl(['sandbox', 'key', 'list'])).code).toBe(3)
})
