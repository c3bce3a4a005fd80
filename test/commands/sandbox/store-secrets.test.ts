/** Keys that expire and tokens that are replaced, in each store of a sandbox. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callers } from '../../sandbox/harness.ts'
import { FakeClock } from '../../support/clock.ts'
import { errorOf } from '../../support/pixctl.ts'
import { startSandboxOn } from '../../support/sandbox.ts'
import { newMachine, start } from './stores.ts'

describe('sandbox key create --expires', () => {
  it('makes a key that is refused after that time, and says that it has expired: exit 3', async () => {
    const clock = new FakeClock('2026-03-10T12:00:00.000Z')
    const timed = newMachine()
    timed.clock = clock
    await startSandboxOn(timed.host())
    const { stdout } = await timed.pixctl(['sandbox', 'key', 'create', '--expires', '2h', '--json'])
    const { apiKey, expiresAt, ...others } = JSON.parse(stdout)
    expect(Object.keys(others)).toEqual(['id', 'permissions'])
    expect(expiresAt).toBe('2026-03-10T14:00:00.000Z')
    expect((await timed.pixctl(['sandbox', 'key', 'list'])).stdout).toContain(`\t${expiresAt}\t\n`)
    const env = { PIXCTL_API_KEY: apiKey }
    const status = () => timed.pixctl(['status', '--json'], { env })
    clock.advance(2 * 3_600_000 - 1)
    expect((await status()).code).toBe(0)
    clock.advance(1)
    expect(errorOf(await status())).toMatchObject({ exitCode: 3, status: 401 })
    expect(errorOf(await status()).error).toContain('expired at 2026-03-10T14:00:00.000Z')
    expect((await timed.pixctl(['status'])).code).toBe(0)
  })
})

describe('sandbox token rotate', () => {
  it('ends a running events tail with exit 3, and the next one has the new token', async () => {
    const { machine, sandbox, json } = await start()
    const tailing = machine.pixctl(['events', 'tail', '--json'])
    const { control } = callers(sandbox)
    const test = () => control('/realtime/test', {})
    await expect.poll(async () => (await test()).body.data.clients).toBe(1)
    const { wsToken } = await json('sandbox', 'token', 'rotate')
    expect(wsToken).toMatch(/^service_ws_[0-9a-f]{48}$/)
    expect(wsToken).not.toBe(sandbox.wsToken)
    const ended = await tailing
    expect(errorOf(ended)).toMatchObject({ exitCode: 3 })
    expect(errorOf(ended).error).toContain('the token was replaced')
    const old = await machine.pixctl(['events', 'tail', '--json'], {
      env: { PIXCTL_WS_TOKEN: sandbox.wsToken },
    })
    expect(errorOf(old)).toMatchObject({ exitCode: 3 })
    const next = machine.pixctl(['events', 'tail', '--max', '1', '--json'])
    await json('sandbox', 'deposit', '5')
    expect((await next).stdout).toContain('deposit.approved')
  })

  it('changes the token of its store only, and keeps it', async () => {
    const { machine, sandbox, json } = await start()
    const filial = await json('sandbox', 'store', 'add', 'filial')
    const { wsToken } = await json('sandbox', 'token', 'rotate', '-p', 'sandbox-filial')
    expect(wsToken).not.toBe(filial.wsToken)
    await sandbox.stop()
    const again = await startSandboxOn(machine.host())
    expect(again.wsToken).toBe(sandbox.wsToken)
    const file = join(machine.dataDir, 'sandbox', 'secrets-filial.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))['ws-token']).toBe(wsToken)
  })

  it('reaches the profile of a sandbox in memory too', async () => {
    const { machine, json, configText } = await start('--data', ':memory:')
    const { wsToken } = await json('sandbox', 'token', 'rotate')
    const { path } = JSON.parse(configText()).profiles.sandbox.secrets['ws-token']
    expect(JSON.parse(readFileSync(path, 'utf8'))['ws-token']).toBe(wsToken)
    expect(path.startsWith(machine.configDir)).toBe(true)
  })
})
