/** Profiles and secrets, kept in a file, from process to process; the tables are in test/commands/auth/auth.test.ts. */

import { describe, expect, it } from 'vitest'
import { errorOf, Machine } from '../support/pixctl.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { baseUrl, apiKey } = store.sandbox

const login = (machine: Machine, input: string, ...flags: string[]) =>
  machine.pixctl(['auth', 'login', '--insecure-storage', ...flags], { input })

describe('auth login', () => {
  it('checks the key, keeps it for its address, and shows what it may', async () => {
    using machine = new Machine()
    const run = await login(machine, `  ${apiKey}\r\n`, '--base-url', `${baseUrl}/`)
    expect(run).toMatchObject({ stdout: expect.stringContaining('\nstorage\tfile\n'), code: 0 })
    expect(run.stdout).not.toContain(apiKey)
    expect(run.stderr).toContain('payments:create, payments:read, balance:read')
    expect((await machine.pixctl(['balance'])).code).toBe(0)
    expect(JSON.parse((await machine.pixctl(['auth', 'list', '--json'])).stdout)).toEqual([
      {
        profile: 'default',
        current: true,
        baseUrl,
        realtimeUrl: null,
        secrets: [{ kind: 'api-key', storage: 'file' }],
      },
    ])
  })
})

describe('a stored secret', () => {
  it('in a file that others can read is closed to them, and in one they can write refused', async () => {
    using machine = new Machine()
    await login(machine, apiKey, '--base-url', baseUrl)
    await machine.shell('chmod 644 "$PIXCTL_CONFIG_DIR/secrets.json"')
    const closed = await machine.pixctl(['balance'])
    expect(closed).toMatchObject({ code: 0, stderr: expect.stringMatching(/^warning: .*mode 0644/m) })
    await machine.shell('chmod 622 "$PIXCTL_CONFIG_DIR/secrets.json"')
    const run = await machine.pixctl(['balance', '--json'])
    expect(errorOf(run)).toMatchObject({ exitCode: 1, error: expect.stringContaining('chmod 600') })
  })

  it('is gone after logout', async () => {
    using machine = new Machine()
    await login(machine, apiKey, '--base-url', baseUrl)
    const run = await machine.pixctl(['auth', 'logout'])
    expect(run).toMatchObject({ stdout: 'profile\tdefault\nremoved\tapi-key\n', code: 0 })
    expect(run.stderr).toContain('api-key')
    expect((await machine.shell('cat "$PIXCTL_CONFIG_DIR"/*')).stdout).not.toContain(apiKey)
    expect(errorOf(await machine.pixctl(['balance', '--json'])).exitCode).toBe(3)
  })
})
