/** `sandbox webhook …`, and the secret that verifies what is sent. */

import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Stopped } from '#lib/failure.ts'
import { startReceiver, status } from '../../sandbox/receiver.ts'
import { LocalMachine } from '../../support/local.ts'
import { errorOf } from '../../support/pixctl.ts'
import { runCommand } from '../../support/run.ts'
import { endpointsOf, startSandboxOn } from '../../support/sandbox.ts'
import { fields } from '../../support/store.ts'
import { newMachine } from './stores.ts'

const PAYMENTS = ['payment.created', 'payment.approved', 'payment.expired', 'payment.failed']

/** A machine on which a sandbox runs, until the test ends. */
async function machineWithSandbox(...flags: string[]) {
  const machine = newMachine()
  const start = (...more: string[]) => startSandboxOn(machine.host(), ...flags, ...more)
  return { machine, start, sandbox: await start(), ...endpointsOf(machine) }
}

describe('sandbox webhook', () => {
  it('add takes a port, and events in every spelling', async () => {
    const { pixctl, add } = await machineWithSandbox('--data', ':memory:')
    const two = ['payment.approved', 'deposit.approved']
    expect((await add('4242', '--event', two.join(','))).events).toEqual(two)
    expect((await add('4242', '--event', 'payment.*')).events).toEqual(PAYMENTS)
    const flags = ['--event', 'deposit.*', '--event', 'payment.approved,deposit.approved']
    expect((await add('4242', ...flags)).events).toEqual(two)
    const plain = await pixctl('sandbox', 'webhook', 'add', '4242')
    const url = 'http://127.0.0.1:4242/'
    expect(fields(plain.stdout)).toMatchObject({ url, events: '', secret: expect.stringMatching(/^whsec_/) })
    expect(plain.stderr).toMatch(
      /^SANDBOX, profile sandbox .*\n.*copy the secret now: it won't be shown again\n.*webhook listen.*start that again.*\n.*: pixctl webhook check http:\/\/127\.0\.0\.1:4242\/ --profile sandbox\n$/,
    )
  })

  it('remove says what is removed', async () => {
    const { pixctl, add, list } = await machineWithSandbox('--data', ':memory:')
    const [first, second] = [await add('4242'), await add('4243')]
    const json = await pixctl('sandbox', 'webhook', 'remove', first.id, '--json')
    expect(JSON.parse(json.stdout)).toEqual({ id: first.id })
    const piped = await pixctl('sandbox', 'webhook', 'remove', second.id)
    expect(fields(piped.stdout)).toEqual({ id: second.id })
    expect(await list()).toEqual([])
  })

  it.each([
    [['http://shop.example/hook'], '--allow-remote'],
    [['https://user:secretpassword@shop.example/'], 'user name or password'],
    [['nonsense at all'], 'URL'],
    [['4242', '--event', 'payment.paid'], PAYMENTS.join(', ')],
    [[], 'an argument is missing'],
  ])('add %j is exit 2', async (args, says) => {
    const { pixctl } = await machineWithSandbox('--data', ':memory:')
    const run = await pixctl('sandbox', 'webhook', 'add', ...args, '--json')
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining(says) })
    expect(run.stderr).not.toContain('secretpassword')
  })

  it('add takes http to another machine of a sandbox with --allow-remote, and suggests no check, which would refuse it', async () => {
    const { pixctl, add } = await machineWithSandbox('--data', ':memory:', '--allow-remote')
    expect((await add('http://shop:3000/pix')).url).toBe('http://shop:3000/pix')
    const { stderr } = await pixctl('sandbox', 'webhook', 'add', 'http://shop:3000/pix')
    expect(stderr).not.toContain('webhook check')
  })

  it('add refuses the address of the sandbox itself', async () => {
    const { pixctl, sandbox, list } = await machineWithSandbox('--data', ':memory:')
    const { port } = new URL(sandbox.baseUrl)
    for (const url of [port, `http://localhost:${port}/hook`]) {
      const run = await pixctl('sandbox', 'webhook', 'add', url, '--json')
      expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining('sandbox itself') })
    }
    expect(await list()).toEqual([])
  })

  it('test sends endpoint.test: exit 0 for 2xx, 8 for another answer, 9 for none; each shows what came', async () => {
    const { pixctl, add } = await machineWithSandbox('--data', ':memory:')
    const receiver = await startReceiver()
    const { id, url } = await add(receiver.url)
    const test = () => pixctl('sandbox', 'webhook', 'test', id, '--json')
    const [delivery, ms] = [expect.stringMatching(/^dlv_/), expect.any(Number)]
    const shown = (code: number | null) => ({ delivery, to: url, status: code, ms })

    const good = await test()
    expect(good).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(good.stdout)).toEqual(shown(204))
    expect(receiver.received.all[0]?.headers['x-service-event']).toBe('endpoint.test')
    expect(receiver.received.all[0]?.headers['x-service-delivery']).toBe(JSON.parse(good.stdout).delivery)

    receiver.answer = status(418)
    const bad = await test()
    expect(errorOf(bad)).toMatchObject({ exitCode: 8, status: 418 })
    expect(JSON.parse(bad.stdout)).toEqual(shown(418))

    receiver.answer = status(401)
    expect(errorOf(await test()).error).toContain(`to see why: pixctl webhook check '${url}'`)

    await receiver.stop()
    const none = await test()
    const refused = expect.stringContaining('connection refused')
    expect(errorOf(none)).toMatchObject({ exitCode: 9, error: refused })
    expect(JSON.parse(none.stdout)).toEqual(shown(null))
  })
})

it('an endpoint that refuses deliveries is named once by sandbox start, with the check to run', async () => {
  using machine = new LocalMachine()
  const { pixctl, add } = endpointsOf(machine)
  const stop = new AbortController()
  const ready = Promise.withResolvers<void>()
  const start = runCommand(['sandbox', 'start', '--port', '0', '--data', ':memory:'], {
    host: machine.host({ signal: stop.signal }),
    onOutput: text => text.includes('Ctrl-C') && ready.resolve(),
  })
  await ready.promise
  const receiver = await startReceiver(status(401))
  const { id, url } = await add(receiver.url)
  for (const count of [1, 2]) {
    await pixctl('sandbox', 'deposit', '5')
    await receiver.received.until(count)
  }
  // Its answer comes after those.
  await pixctl('sandbox', 'webhook', 'test', id)
  stop.abort(new Stopped('interrupted'))
  const { stderr } = await start
  expect(stderr.match(/answered 401; .*\n/g)).toEqual([
    `answered 401; to see why: pixctl webhook check '${url}' --profile sandbox\n`,
  ])
})

describe("the profile's webhook secret", () => {
  it('is set for a sandbox in memory too, and removed at its end', async () => {
    const { machine, sandbox, add } = await machineWithSandbox('--data', ':memory:')
    const { secret } = await add('4242')
    const { profiles } = JSON.parse(readFileSync(join(machine.configDir, 'config.json'), 'utf8'))
    const { path } = profiles.sandbox.secrets['webhook-secret']
    expect(JSON.parse(readFileSync(path, 'utf8'))['webhook-secret']).toBe(secret)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await sandbox.stop()
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('does not change the profile of another sandbox', async () => {
    const { machine, start, sandbox, add } = await machineWithSandbox()
    rmSync(join(machine.configDir, 'config.json'))
    const other = await start('--data', ':memory:')
    const config = () => readFileSync(join(machine.configDir, 'config.json'), 'utf8')
    expect(config()).toContain(other.dashboardUrl)
    const before = config()
    const { baseUrl: PIXCTL_BASE_URL, apiKey: PIXCTL_API_KEY } = sandbox
    const run = await machine.pixctl(['sandbox', 'webhook', 'add', '4242', '--json'], {
      env: { PIXCTL_BASE_URL, PIXCTL_API_KEY },
    })
    expect(run.code, run.stderr).toBe(0)
    expect(config()).toBe(before)
    await add('4242')
    expect(config()).toContain('webhook-secret')
  })
})
