/** `sandbox webhook …` and `sandbox start --time-scale`, against a sandbox that is a process of its own. */

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectedSignature, signedAt, startReceiver, status } from '../sandbox/receiver.ts'
import { ended, errorOf, Machine } from '../support/pixctl.ts'
import { fields, rows } from '../support/store.ts'

const EVENTS = [
  'payment.created',
  'payment.approved',
  'payment.expired',
  'payment.failed',
  'deposit.approved',
]

/** A machine on which a sandbox runs, until the test ends. */
async function machineWithSandbox(...flags: string[]) {
  const machine = new Machine()
  onTestFinished(() => machine[Symbol.dispose]())
  const start = async (...more: string[]) => {
    const child = machine.start(['sandbox', 'start', '--port', '0', '--json', ...flags, ...more])
    const end = ended(child)
    const started = await Promise.race([
      new Promise<string>(resolve => createInterface(child.stdout).once('line', resolve)),
      end.then(({ stderr }) => Promise.reject(new Error(stderr))),
    ])
    const stop = (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
      child.kill(signal)
      return end
    }
    onTestFinished(async () => {
      await stop('SIGKILL')
    })
    return { line: JSON.parse(started) as { baseUrl: string; dashboardUrl: string }, stop }
  }
  const sandbox = await start()
  const pixctl = (...args: string[]) => machine.pixctl(args)
  const add = async (url: string, ...more: string[]) => {
    const { stdout, stderr, code } = await pixctl('sandbox', 'webhook', 'add', url, ...more, '--json')
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout) as { id: string; url: string; events: string[]; secret: string }
  }
  const list = async () => JSON.parse((await pixctl('sandbox', 'webhook', 'list', '--json')).stdout)
  return { machine, start, sandbox, pixctl, add, list }
}

describe('sandbox webhook', () => {
  it('add has events delivered, signed with the secret it shows; list shows how that goes', async () => {
    const { pixctl, add, list } = await machineWithSandbox()
    const receiver = await startReceiver()
    const endpoint = await add(receiver.url)
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^we_/),
      url: receiver.url,
      events: [],
      secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
    })
    const { stdout } = await pixctl('charge', 'create', '--amount', '10.50', '-q')
    await pixctl('sandbox', 'pay', stdout.trim())
    const received = await receiver.received.until(2)
    for (const each of received) {
      expect(each.headers['x-service-signature']).toBe(
        expectedSignature(endpoint.secret, signedAt(each), each.body),
      )
      expect(each.headers['user-agent']).toMatch(/^pixctl-sandbox\/\d/)
      expect(JSON.parse(each.body.toString()).data.paymentId).toBe(stdout.trim())
    }
    await expect.poll(list).toEqual([
      {
        ...{ id: endpoint.id, url: receiver.url, events: [], createdAt: expect.stringMatching(/Z$/) },
        ...{ pending: 0, delivered: 2, failed: 0 },
        lastAttempt: { at: expect.stringMatching(/Z$/), status: 204, error: null },
      },
    ])
    const piped = await pixctl('sandbox', 'webhook', 'list')
    const [row] = rows(piped.stdout)
    expect(row).toMatchObject({ 0: endpoint.id, 1: receiver.url, 2: '', 4: '0', 5: '2', 6: '0', 8: '204' })
    expect(piped.stdout).not.toContain('whsec_')
  })

  it('add takes a port, and events each in every way they are written', async () => {
    const { pixctl, add } = await machineWithSandbox('--data', ':memory:')
    const { url } = await add('4242')
    expect(url).toBe('http://127.0.0.1:4242/')
    const all = EVENTS.flatMap(type => ['--event', type])
    expect((await add('4242', ...all)).events).toEqual(EVENTS)
    const two = ['payment.approved', 'deposit.approved']
    expect((await add('4242', '--event', two.join(','))).events).toEqual(two)
    expect((await add('4242', '--event', ...two)).events).toEqual(two)
    const plain = await pixctl('sandbox', 'webhook', 'add', '4242')
    expect(fields(plain.stdout)).toMatchObject({ url, events: '', secret: expect.stringMatching(/^whsec_/) })
    expect(plain.stderr).toMatch(/^SANDBOX, profile sandbox .*\n.*shown this once\n$/)
  })

  it.each([
    [['http://shop.example/hook'], 'https://'],
    [['https://user:secretpassword@shop.example/'], 'user name or password'],
    [['nonsense at all'], 'URL'],
    [['4242', '--event', 'payment.paid'], EVENTS.join(', ')],
    [[], 'Missing 1 required arg'],
  ])('add %j is exit 2', async (args, says) => {
    const { pixctl } = await machineWithSandbox('--data', ':memory:')
    const run = await pixctl('sandbox', 'webhook', 'add', ...args, '--json')
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining(says) })
    expect(run.stderr).not.toContain('secretpassword')
  })

  it('remove ends it; an unknown one is exit 5, as for test', async () => {
    const { pixctl, add, list } = await machineWithSandbox('--data', ':memory:')
    const receiver = await startReceiver()
    const { id } = await add(receiver.url)
    const removed = await pixctl('sandbox', 'webhook', 'remove', id)
    expect(removed).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('is removed') })
    expect(await list()).toEqual([])
    await pixctl('sandbox', 'deposit', '5')
    for (const command of ['remove', 'test']) {
      const run = await pixctl('sandbox', 'webhook', command, id, '--json')
      expect(errorOf(run)).toMatchObject({ exitCode: 5, status: 404 })
    }
    expect(receiver.received.all).toEqual([])
  })

  it('test sends endpoint.test: exit 0 by a 2xx, 8 by another answer, 9 by none; each shows what came', async () => {
    const { pixctl, add } = await machineWithSandbox('--data', ':memory:')
    const receiver = await startReceiver()
    const { id, url } = await add(receiver.url)
    const test = () => pixctl('sandbox', 'webhook', 'test', id, '--json')
    const shown = (code: number | null) => ({
      delivery: expect.stringMatching(/^dlv_/),
      to: url,
      status: code,
      ms: expect.any(Number),
    })

    const good = await test()
    expect(good).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(good.stdout)).toEqual(shown(204))
    expect(receiver.received.all[0]?.headers['x-service-event']).toBe('endpoint.test')
    expect(receiver.received.all[0]?.headers['x-service-delivery']).toBe(JSON.parse(good.stdout).delivery)

    receiver.answer = status(418)
    const bad = await test()
    expect(errorOf(bad)).toMatchObject({ exitCode: 8, status: 418 })
    expect(JSON.parse(bad.stdout)).toEqual(shown(418))

    await receiver.stop()
    const none = await test()
    expect(errorOf(none)).toMatchObject({
      exitCode: 9,
      error: expect.stringContaining('connection refused'),
    })
    expect(JSON.parse(none.stdout)).toEqual(shown(null))
  })
})

describe("the profile's webhook secret", () => {
  const secretsIn = async (machine: Machine) => {
    const [profile] = JSON.parse((await machine.pixctl(['auth', 'list', '--json'])).stdout)
    return profile.secrets
  }

  it("is the first endpoint's, in the 0600 file beside the others, in this run and the next", async () => {
    const { machine, start, sandbox, pixctl, add } = await machineWithSandbox()
    expect(await secretsIn(machine)).toEqual(['api-key', 'ws-token'])
    const first = await add('4242')
    const second = await add('4243')
    expect(await secretsIn(machine)).toEqual(['api-key', 'ws-token', 'webhook-secret'])
    const file = join(machine.dataDir, 'sandbox', 'secrets.json')
    const kept = () => JSON.parse(readFileSync(file, 'utf8'))['webhook-secret']
    expect(kept()).toBe(first.secret)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const config = () => readFileSync(join(machine.configDir, 'config.json'), 'utf8')
    expect(config()).not.toContain('whsec_')

    await sandbox.stop('SIGKILL')
    await start()
    expect(kept()).toBe(first.secret)
    expect(await secretsIn(machine)).toEqual(['api-key', 'ws-token', 'webhook-secret'])
    await pixctl('sandbox', 'webhook', 'remove', first.id)
    expect(kept()).toBe(second.secret)
    await pixctl('sandbox', 'webhook', 'remove', second.id)
    expect(kept()).toBeUndefined()
    expect(await secretsIn(machine)).toEqual(['api-key', 'ws-token'])
  })

  it('is there for a sandbox in memory too, and gone with it', async () => {
    const { machine, sandbox, add } = await machineWithSandbox('--data', ':memory:')
    const { secret } = await add('4242')
    const { profiles } = JSON.parse(readFileSync(join(machine.configDir, 'config.json'), 'utf8'))
    const { path } = profiles.sandbox.secrets['webhook-secret']
    expect(JSON.parse(readFileSync(path, 'utf8'))['webhook-secret']).toBe(secret)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await sandbox.stop()
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('verifies what the first endpoint is sent', async () => {
    const { machine, pixctl, add } = await machineWithSandbox('--data', ':memory:')
    const receiver = await startReceiver()
    await add(receiver.url)
    await pixctl('sandbox', 'deposit', '5')
    const [received] = await receiver.received.until(1)
    const signature = String(received?.headers['x-service-signature'])
    const verify = (input: Buffer) =>
      machine.pixctl(['webhook', 'verify', '--signature', signature, '--json'], { input })
    expect(await verify(received!.body)).toMatchObject({ code: 0 })
    expect(await verify(Buffer.from('{}'))).toMatchObject({ code: 10 })
  })

  it('leaves the profile of another sandbox alone', async () => {
    const { machine, start, sandbox, add } = await machineWithSandbox()
    const other = await start('--data', ':memory:')
    const config = () => readFileSync(join(machine.configDir, 'config.json'), 'utf8')
    expect(config()).toContain(other.line.dashboardUrl)
    const token = JSON.parse(readFileSync(join(machine.dataDir, 'sandbox', 'secrets.json'), 'utf8'))
    const before = config()
    const run = await machine.pixctl(
      ['sandbox', 'webhook', 'add', '4242', '--dashboard-url', sandbox.line.dashboardUrl, '--json'],
      { env: { PIXCTL_DASHBOARD_TOKEN: token['dashboard-token'] } },
    )
    expect(run.code, run.stderr).toBe(0)
    expect(config()).toBe(before)
    await add('4242')
    expect(config()).toContain('webhook-secret')
  })
})

describe('sandbox start --time-scale', () => {
  it('shortens the waits between attempts, through a kill, and --debug shows each', async () => {
    const { start, sandbox, pixctl, add, list } = await machineWithSandbox('--time-scale', '600', '--debug')
    const receiver = await startReceiver(status(500))
    const { secret } = await add(receiver.url)
    await pixctl('sandbox', 'deposit', '5')
    await receiver.received.until(2)
    const killed = await sandbox.stop('SIGKILL')
    const again = await start()
    await receiver.received.until(3)
    receiver.answer = status(204)
    const received = await receiver.received.until(4)
    await expect.poll(list).toMatchObject([{ pending: 0, delivered: 1 }])
    const { stderr } = await again.stop()
    const delivery = String(received[0]?.headers['x-service-delivery'])
    expect(new Set(received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1)
    expect(killed.stderr).toContain(`POST ${receiver.url} 500 (deposit.approved, ${delivery}, attempt 1)`)
    // The one that was under way when it was killed may have been made twice.
    expect(stderr).toMatch(new RegExp(` 204 \\(deposit\\.approved, ${delivery}, attempt [345]\\)`))
    expect(killed.stderr + stderr).not.toContain(secret.slice('whsec_'.length))
  }, 60_000)

  it.each(['0', '0.5', '-1', 'x', '1e3', ''])('%j is exit 2', async scale => {
    using machine = new Machine()
    const run = await machine.pixctl(['sandbox', 'start', '--port', '0', `--time-scale=${scale}`, '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 2, error: expect.stringContaining('--time-scale') })
  })
})
