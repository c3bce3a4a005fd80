/** Profiles and secrets, kept in a file, from process to process; the tables are in test/commands/auth/auth.test.ts. */

import { expect, it } from 'vitest'
import { errorOf, Machine } from '../support/pixctl.ts'
import { openStore } from '../support/store.ts'

const store = await openStore()
const { baseUrl, apiKey } = store.sandbox

it('auth login checks the key and keeps it for its address, until auth logout removes it', async () => {
  using machine = new Machine()
  const run = await machine.pixctl(['auth', 'login', '--insecure-storage', '--base-url', `${baseUrl}/`], {
    input: `  ${apiKey}\r\n`,
  })
  expect(run).toMatchObject({ stdout: expect.stringContaining('\nstorage\tfile\n'), code: 0 })
  expect(run.stdout).not.toContain(apiKey)
  expect(run.stderr).toContain('payments:create, payments:read, balance:read')
  expect((await machine.pixctl(['balance'])).code).toBe(0)
  const secrets = [{ kind: 'api-key', storage: 'file' }]
  expect(JSON.parse((await machine.pixctl(['auth', 'list', '--json'])).stdout)).toEqual([
    { profile: 'default', current: true, baseUrl, realtimeUrl: null, secrets },
  ])
  const logout = await machine.pixctl(['auth', 'logout'])
  expect(logout).toMatchObject({ stdout: 'profile\tdefault\nremoved\tapi-key\n', code: 0 })
  expect((await machine.shell('cat "$PIXCTL_CONFIG_DIR"/*')).stdout).not.toContain(apiKey)
  expect(errorOf(await machine.pixctl(['balance', '--json'])).exitCode).toBe(3)
})
