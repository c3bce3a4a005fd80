/** `sandbox start` as a process, and the commands beside it. */

import { afterAll, describe, expect, it } from 'vitest'
import { Machine } from '../support/pixctl.ts'
import { keepSpawnedSandbox, spawnSandbox } from '../support/sandbox.ts'

const machine = new Machine()
const sandbox = await keepSpawnedSandbox(machine)
afterAll(async () => {
  await sandbox.stop()
  machine[Symbol.dispose]()
})

describe('sandbox start', () => {
  it('prints one line with its addresses, its key and its token', () => {
    expect(Object.keys(sandbox.line)).toEqual([
      ...['baseUrl', 'realtimeUrl', 'dashboardUrl', 'loginUrl', 'apiKey', 'wsToken'],
    ])
    expect(sandbox.line.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/)
    const { port } = new URL(sandbox.line.baseUrl)
    expect(sandbox.line.realtimeUrl).toBe(`ws://127.0.0.1:${port}/realtime`)
    expect(sandbox.line.dashboardUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(sandbox.line.apiKey).toMatch(/^service_live_/)
    expect(sandbox.line.wsToken).toMatch(/^service_ws_/)
  })

  it('keeps its charges and its secrets after a kill, and does not change the current profile', async () => {
    using other = new Machine()
    const first = await spawnSandbox(other)
    const { stdout: id } = await other.pixctl(['charge', 'create', '--amount', '3', '-q'])
    await other.pixctl(['auth', 'login', '--insecure-storage', '-p', 'shop'], {
      env: { PIXCTL_BASE_URL: first.line.baseUrl },
      input: first.line.apiKey,
    })
    await other.pixctl(['auth', 'use', 'shop'])
    await first.stop('SIGKILL')
    const second = await spawnSandbox(other)
    expect(second.line.apiKey).toBe(first.line.apiKey)
    expect(second.line.wsToken).toBe(first.line.wsToken)
    const charge = await other.pixctl(['charges', 'get', id.trim(), '-p', 'sandbox', '--json'])
    expect(JSON.parse(charge.stdout)).toMatchObject({ requestedAmount: 3 })
    const list = JSON.parse((await other.pixctl(['auth', 'list', '--json'])).stdout)
    expect(list.find((each: { current: boolean }) => each.current).profile).toBe('shop')
    await second.stop()
  })
})
