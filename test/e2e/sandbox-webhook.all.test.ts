/** `sandbox webhook …` and `sandbox start --time-scale`, against a sandbox in a process. */

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startReceiver, status } from '../sandbox/receiver.ts'
import { Machine } from '../support/pixctl.ts'
import { endpointsOf, spawnSandbox } from '../support/sandbox.ts'

/** A machine on which a sandbox runs, until the test ends. */
async function machineWithSandbox(...flags: string[]) {
  const machine = new Machine()
  onTestFinished(() => machine[Symbol.dispose]())
  const start = () => spawnSandbox(machine, ...flags)
  return { machine, start, sandbox: await start(), ...endpointsOf(machine) }
}

describe("the profile's webhook secret", () => {
  const secretsIn = async (machine: Machine) => {
    const [profile] = JSON.parse((await machine.pixctl(['auth', 'list', '--json'])).stdout)
    return profile.secrets.map(({ kind }: { kind: string }) => kind)
  }

  it('is that of the first endpoint, in the 0600 file with the others, in this run and the next', async () => {
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
})

describe('sandbox start --time-scale', () => {
  it('shortens the waits between attempts, also after a kill, and --debug shows each attempt', async () => {
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
  })
})
