/** Where `sandbox start` listens, and who can reach it there. */

import { once } from 'node:events'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort, isListening } from '../../support/http.ts'
import { errorOf } from '../../support/pixctl.ts'
import { startSandboxOn } from '../../support/sandbox.ts'
import { newMachine } from './stores.ts'

const MEMORY = ['--data', ':memory:']
/** An address by which other machines would reach this one. */
const OUTSIDE = Object.values(networkInterfaces())
  .flatMap(each => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

/** The status of a call to another host at the port of an address; 0 if nothing listens there. */
const statusAt = (host: string, url: string, path: string) =>
  statusOf(`http://${host}:${new URL(url).port}${path}`)

/** By another name, if one is given. */
function statusOf(url: string, name?: string): Promise<number> {
  const asked = get(url, name === undefined ? {} : { headers: { Host: name } })
  return new Promise(resolve => {
    asked.on('response', answer => resolve(answer.resume().statusCode ?? 0)).on('error', () => resolve(0))
  })
}

const API = '/api/v1/status'
const DASHBOARD = '/'

describe('sandbox start --host', () => {
  it.each([
    ['--host', '::'],
    ['--host', 'shop.example'],
    ['--dashboard-host', '0.0.0.0'],
  ])('%s %s needs --allow-remote: exit 2, and nothing is started', async (flag, host) => {
    const machine = newMachine()
    const run = await machine.pixctl(['sandbox', 'start', '--port', '0', ...MEMORY, flag, host, '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 2 })
    expect(errorOf(run).error).toContain('--allow-remote')
    expect((await machine.pixctl(['auth', 'list', '--json'])).stdout).toBe('[]\n')
  })

  it.each(['192.0.2.1', '127.0.0.1:4010'])('%s is exit 2, and says which address', async host => {
    const args = ['sandbox', 'start', '--port', '0', ...MEMORY, '--host', host, '--allow-remote']
    const { code, stderr } = await newMachine().pixctl(args)
    expect(code).toBe(2)
    expect(stderr).toContain(`--host ${host} is not an address of this machine`)
  })

  it('takes every name of this machine without more', async () => {
    const machine = newMachine()
    const sandbox = await startSandboxOn(machine.host(), ...MEMORY, '--host', 'localhost')
    expect((await machine.pixctl(['status'])).code).toBe(0)
    expect((await sandbox.stop()).stderr).not.toContain('warning')
  })

  it('0.0.0.0 opens the API and not the dashboard, warns, and is used by the profile', async () => {
    const machine = newMachine()
    const sandbox = await startSandboxOn(machine.host(), ...MEMORY, '--host', '0.0.0.0', '--allow-remote')
    expect(sandbox.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    expect((await machine.pixctl(['sandbox', 'deposit', '5'])).code).toBe(0)
    // 127.0.0.2 reaches what listens everywhere, and not what listens on 127.0.0.1.
    if (process.platform === 'linux') {
      expect(await statusAt('127.0.0.2', sandbox.baseUrl, API)).toBe(401)
      expect(await statusAt('127.0.0.2', sandbox.dashboardUrl, DASHBOARD)).toBe(0)
    }
    const { stderr } = await sandbox.stop()
    expect(stderr).toContain('other machines can reach the API and the realtime channel at 0.0.0.0')
    expect(stderr).not.toContain('the dashboard at')
  })

  it.runIf(OUTSIDE)('of one network is open there and on this machine', async () => {
    const machine = newMachine()
    const sandbox = await startSandboxOn(machine.host(), ...MEMORY, '--host', OUTSIDE!, '--allow-remote')
    expect(new URL(sandbox.baseUrl).hostname).toBe('127.0.0.1')
    expect(new URL(sandbox.realtimeUrl).hostname).toBe('127.0.0.1')
    expect(await statusAt(OUTSIDE!, sandbox.baseUrl, API)).toBe(401)
    expect(await statusAt(OUTSIDE!, sandbox.dashboardUrl, DASHBOARD)).toBe(0)
    expect((await machine.pixctl(['charge', 'create', '--amount', '1'])).code).toBe(0)
    const { code } = await machine.pixctl(['events', 'tail', '--after', '9007199254740992', '--max', '1'])
    expect(code).toBe(0)
    await sandbox.stop()
    expect(await statusAt(OUTSIDE!, sandbox.baseUrl, API)).toBe(0)
  })
})

describe('sandbox start --dashboard-host', () => {
  it.runIf(OUTSIDE).each([
    [OUTSIDE!, 'that address'],
    ['0.0.0.0', 'the addresses of this machine'],
  ])('%s opens the dashboard under %s, and by no other name, and warns', async host => {
    const machine = newMachine()
    const sandbox = await startSandboxOn(
      machine.host(),
      ...[...MEMORY, '--dashboard-host', host, '--allow-remote'],
    )
    expect(new URL(sandbox.dashboardUrl).hostname).toBe('127.0.0.1')
    expect((await machine.pixctl(['sandbox', 'key', 'list'])).code).toBe(0)
    const at = `http://${OUTSIDE}:${new URL(sandbox.dashboardUrl).port}${DASHBOARD}`
    expect(await statusOf(at)).toBe(401)
    expect(await statusOf(at, 'evil.example')).toBe(403)
    expect(await statusAt(OUTSIDE!, sandbox.baseUrl, API)).toBe(0)
    expect((await sandbox.stop()).stderr).toContain(`other machines can reach the dashboard at ${host}`)
  })
})

describe('sandbox start --dashboard-port', () => {
  it('is where the dashboard listens', async () => {
    const port = String(await freePort())
    const sandbox = await startSandboxOn(newMachine().host(), ...MEMORY, '--dashboard-port', port)
    expect(new URL(sandbox.dashboardUrl).port).toBe(port)
  })

  it('is by default the one after --port, or any if that is in use', async () => {
    const port = await freePair()
    const ports = async () => {
      const sandbox = await startSandboxOn(newMachine().host(), '--data', ':memory:', '--port', String(port))
      const { dashboardUrl } = sandbox
      await sandbox.stop()
      return new URL(dashboardUrl).port
    }
    expect(await ports()).toBe(String(port + 1))
    await occupy(port + 1)
    expect(await ports()).not.toBe(String(port + 1))
  })

  it('in use is exit 2, and names the flag', async () => {
    const port = await occupy(0)
    const args = ['sandbox', 'start', '--port', '0', ...MEMORY, '--dashboard-port', String(port)]
    const { code, stderr } = await newMachine().pixctl(args)
    expect(code).toBe(2)
    expect(stderr).toContain(`port ${port} is in use`)
    expect(stderr).toContain('--dashboard-port 0')
  })
})

/** Listens on a port, until the test ends. */
async function occupy(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as { port: number }).port
}

/** A free port before another free one. */
async function freePair(): Promise<number> {
  const port = await freePort()
  return (await isListening(port + 1)) ? freePair() : port
}
