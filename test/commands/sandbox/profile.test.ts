/** The profile of `sandbox start`: what it leaves behind, and which endpoint's secret signs. */

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectedSignature, type Received, signedAt, startReceiver } from '../../sandbox/receiver.ts'
import { freePort, isListening } from '../../support/http.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { startSandboxOn } from '../../support/sandbox.ts'

type TestMachine = ReturnType<typeof testHost>

const profilesOf = async (host: TestMachine) =>
  JSON.parse((await runCommand(['auth', 'list', '--json'], { host })).stdout)

describe('a sandbox whose own key was revoked', () => {
  it('gets a new one with the next start, and the refusal says so', async () => {
    const host = testHost()
    const { stop } = await startSandboxOn(host)
    const keys = JSON.parse((await runCommand(['sandbox', 'key', 'list', '--json'], { host })).stdout)
    await runCommand(['sandbox', 'key', 'revoke', keys[0].id], { host })
    const refused = await runCommand(['status'], { host })
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('start it again') })
    await stop()
    await startSandboxOn(host)
    expect(await runCommand(['status'], { host })).toMatchObject({ code: 0 })
  })
})

describe('a sandbox in memory', () => {
  it('needs no data folder, and one that keeps its data says so', async () => {
    const host = testHost()
    writeFileSync(host.env.PIXCTL_DATA_DIR!, 'a file in the way')
    const { stop } = await startSandboxOn(host, '--data', ':memory:')
    await stop()
    const run = await runCommand(['sandbox', 'start', '--port', '0'], { host })
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('--data :memory:') })
  })

  it('takes the place of one that keeps its data until that is started again', async () => {
    const host = testHost()
    const lasting = await startSandboxOn(host)
    const { baseUrl } = lasting
    await lasting.stop()
    const passing = await startSandboxOn(host, '--data', ':memory:')
    await passing.stop()
    expect(await profilesOf(host)).toEqual([])
    await startSandboxOn(host, '--port', new URL(baseUrl).port)
    expect(await profilesOf(host)).toMatchObject([{ baseUrl }])
    expect(await runCommand(['status'], { host })).toMatchObject({ code: 0 })
  })

  it('does not change the profile that another sandbox uses now', async () => {
    const host = testHost()
    const first = await startSandboxOn(host, '--data', ':memory:')
    rmSync(join(host.env.PIXCTL_CONFIG_DIR!, 'config.json'))
    const second = await startSandboxOn(host, '--data', ':memory:')
    await first.stop()
    expect(await profilesOf(host)).toMatchObject([{ baseUrl: second.baseUrl }])
    await second.stop()
    expect(await profilesOf(host)).toEqual([])
  })
})

describe('while a sandbox runs', () => {
  const configOf = (host: TestMachine) =>
    readFileSync(join(host.env.PIXCTL_CONFIG_DIR!, 'config.json'), 'utf8')
  const start = (host: TestMachine, ...args: string[]) =>
    runCommand(['sandbox', 'start', ...(args.includes('--port') ? [] : ['--port', '0']), ...args], { host })

  it('another one with its profile is refused before it serves, and is told how to name its own', async () => {
    const host = testHost()
    const { baseUrl } = await startSandboxOn(host, '--data', ':memory:')
    const before = configOf(host)
    const others = [[], ['--data', ':memory:', '--json'], ['--port', new URL(baseUrl).port]]
    for (const args of others) {
      const { code, stdout, stderr } = await start(host, ...args)
      expect({ code, stdout }).toEqual({ code: 6, stdout: '' })
      for (const word of [baseUrl, 'pixctl sandbox start --profile NAME --port 0', 'PIXCTL_CONFIG_DIR'])
        expect(stderr).toContain(word)
    }
    expect(configOf(host)).toBe(before)
    expect(existsSync(host.env.PIXCTL_DATA_DIR!)).toBe(false)
    const beside = await startSandboxOn(host, '--data', ':memory:', '--profile', 'beside')
    expect(await profilesOf(host)).toMatchObject([{ baseUrl: beside.baseUrl }, { baseUrl }])
  })

  it('another one with its data is refused, whatever its profile', async () => {
    const host = testHost()
    const data = ['--data', join(host.home, 'data')]
    await startSandboxOn(host, ...data)
    const { code, stderr } = await start(host, '--profile', 'other', ...data)
    expect({ code, stderr }).toMatchObject({ code: 6, stderr: expect.stringContaining('--data') })
  })
})

it('a sandbox whose address another program has now has ended, so its profile is replaced', async () => {
  const host = testHost()
  const killed = await startSandboxOn(host, '--data', ':memory:')
  const config = join(host.env.PIXCTL_CONFIG_DIR!, 'config.json')
  const left = JSON.parse(readFileSync(config, 'utf8'))
  const { path } = left.profiles.sandbox.secrets['api-key']
  const secrets = readFileSync(path)
  await killed.stop()
  const other = await startSandboxOn(testHost(), '--data', ':memory:')
  Object.assign(left.profiles.sandbox, { baseUrl: `${other.dashboardUrl}/api/v1` })
  writeFileSync(config, JSON.stringify(left))
  writeFileSync(path, secrets, { mode: 0o600 })
  const next = await startSandboxOn(host, '--data', ':memory:')
  expect(await profilesOf(host)).toMatchObject([{ baseUrl: next.baseUrl }])
})

describe('the secret that signs', () => {
  const twoEndpoints = async () => {
    const host = testHost()
    await startSandboxOn(host, '--data', ':memory:')
    const receivers = [await startReceiver(), await startReceiver()]
    const endpoints: { id: string; url: string; secret: string }[] = []
    for (const { url } of receivers) {
      const { stdout } = await runCommand(['sandbox', 'webhook', 'add', url, '--json'], { host })
      endpoints.push(JSON.parse(stdout))
    }
    return { host, receivers, endpoints }
  }
  const isSigned = (received: Received, secret: string) =>
    received.headers['x-service-signature'] === expectedSignature(secret, signedAt(received), received.body)
  const trigger = (host: TestMachine, to: string, ...flags: string[]) =>
    runCommand(['webhook', 'trigger', 'payment.approved', '--to', to, ...flags], { host })

  it('is that of the endpoint with this URL, or the first one, and the command says so', async () => {
    const { host, receivers, endpoints } = await twoEndpoints()
    for (const [index, { url, id, secret }] of endpoints.entries()) {
      const { received } = receivers[index]!
      // The same place under another name of this machine.
      const to = url.replace('127.0.0.1', 'localhost')
      const run = await trigger(host, to)
      expect(run.code, run.stderr).toBe(0)
      expect(run.stderr).toContain(
        `signed with the secret of endpoint ${id} (${url}), …${secret.slice(-4)}\n`,
      )
      expect(run.stderr).not.toContain(secret)
      expect(isSigned((await received.until(1))[0]!, secret)).toBe(true)
    }
    const elsewhere = await startReceiver()
    const run = await trigger(host, elsewhere.url)
    expect(run.stderr).toContain(`signed with the secret of endpoint ${endpoints[0]!.id} `)
    expect(isSigned((await elsewhere.received.until(1))[0]!, endpoints[0]!.secret)).toBe(true)
  })

  it('can be that of the second endpoint, and a replay to each uses its own', async () => {
    const { host, receivers, endpoints } = await twoEndpoints()
    const port = await freePort()
    await runCommand(['sandbox', 'webhook', 'add', `http://127.0.0.1:${port}/`], { host })
    const listening = runCommand(['webhook', 'listen', '--port', String(port), '--max', '1', '--json'], {
      host,
    })
    await expect.poll(() => isListening(port)).toBe(true)
    await runCommand(['sandbox', 'deposit', '5'], { host })
    const { stdout, code } = await listening
    expect(code).toBe(0)
    const { verdict, delivery } = JSON.parse(stdout)
    expect(verdict).toBe('accepted')

    const to = endpoints[1]!
    const { received } = receivers[1]!
    const before = received.all.length
    const replayed = await runCommand(['webhook', 'replay', delivery, '--to', to.url], { host })
    expect(replayed.stderr).toContain(`signed with the secret of endpoint ${to.id} (${to.url})`)
    expect(isSigned((await received.until(before + 1)).at(-1)!, to.secret)).toBe(true)
  })

  it("of deliveries that webhook listen forwards is that of the target's endpoint, from the first attempt", async () => {
    const { host, receivers, endpoints } = await twoEndpoints()
    const port = await freePort()
    await runCommand(['sandbox', 'webhook', 'add', `http://127.0.0.1:${port}/`], { host })
    const [first, second] = endpoints.map(({ url }) => url)
    const flags = ['--forward-to', `payment.*=${first}`, '--forward-to', `deposit.*=${second}`]
    const listening = runCommand(['webhook', 'listen', '--port', String(port), '--max', '2', ...flags], {
      host,
    })
    await expect.poll(() => isListening(port)).toBe(true)
    const { received } = receivers[1]!
    const before = received.all.length
    await runCommand(['sandbox', 'deposit', '5'], { host })
    // One from the sandbox, one from the listener.
    const both = (await received.until(before + 2)).slice(before)
    for (const each of both) expect(isSigned(each, endpoints[1]!.secret)).toBe(true)
    await runCommand(['sandbox', 'deposit', '6'], { host })
    expect((await listening).code).toBe(0)
  })

  it("of events that events tail forwards is that of the target's endpoint", async () => {
    const { host, receivers, endpoints } = await twoEndpoints()
    await runCommand(['sandbox', 'deposit', '5'], { host })
    const { url, id, secret } = endpoints[1]!
    const all = ['--after', '9007199254740992', '--max', '1']
    const run = await runCommand(['events', 'tail', ...all, '--forward-to', url], { host })
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toContain(`forwarded events are signed with the secret of endpoint ${id} (${url})`)
    const isForwarded = ({ headers }: Received) => /^realtime_/.test(String(headers['x-service-delivery']))
    const received = await receivers[1]!.received.until(each => each.some(isForwarded))
    expect(isSigned(received.find(isForwarded)!, secret)).toBe(true)
  })

  it('verifies for every endpoint, and webhook check uses that of each', async () => {
    const { host, receivers, endpoints } = await twoEndpoints()
    await runCommand(['sandbox', 'deposit', '5'], { host })
    for (const { received } of receivers) {
      const [{ headers, body }] = (await received.until(1)) as [Received]
      const signature = String(headers['x-service-signature'])
      const run = await runCommand(['webhook', 'verify', '--signature', signature], {
        host: { ...host, stdin: testHost({ home: host.home, input: body }).stdin },
      })
      expect(run.code, run.stderr).toBe(0)
    }
    const check = await runCommand(['webhook', 'check', endpoints[1]!.url], { host })
    expect(check.stderr).toContain(`signed with the secret of endpoint ${endpoints[1]!.id} `)
  })
})
