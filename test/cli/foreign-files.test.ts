/** Files that another user can have written are not trusted and not used. */

import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveAway, STRANGER, testAsRoot } from '../lib/foreign.ts'
import { temporaryFolder } from '../support/folder.ts'
import { errorOf, notesOf } from '../support/pixctl.ts'
import { runCommand, testHost } from '../support/run.ts'
import { SECRET } from '../webhooks/target.ts'

let asked = 0
const server = createServer((_request, response) => {
  asked++
  response.end('{}')
})
let url: string

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

function write(path: string, content: string): void {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  writeFileSync(path, content, { mode: 0o600 })
}

/** A machine with the secrets in its environment, and its folders. */
function newMachine(env: Record<string, string> = {}) {
  const host = testHost({
    env: { PIXCTL_API_KEY: 'service_live_k', PIXCTL_WEBHOOK_SECRET: SECRET, ...env },
  })
  const folders = { config: join(host.home, 'config'), data: join(host.home, 'data') }
  return { host, ...folders, state: join(folders.data, 'profiles', 'default') }
}

/** How it ends, having sent nothing; the path it names. */
async function refused({ host }: ReturnType<typeof newMachine>, args: string[], path: string): Promise<void> {
  asked = 0
  const run = await runCommand([...args, '--json'], { host })
  const { exitCode, error } = errorOf(run)
  expect({ exitCode, asked, stdout: run.stdout }).toEqual({ exitCode: 1, asked: 0, stdout: '' })
  expect(error).toContain(`${path} belongs to another user (${STRANGER})`)
  expect(error).toContain(`chown 0 ${path}`)
}

describe('another user’s', () => {
  testAsRoot('config.json sends no key anywhere', async () => {
    const machine = newMachine()
    const config = join(machine.config, 'config.json')
    write(config, JSON.stringify({ profiles: { default: { baseUrl: `${url}/api/v1` } } }))
    giveAway(config)
    await refused(machine, ['balance'], config)
  })

  testAsRoot.each(['state.db', 'forwarding.lock', 'forward-routes'])(
    '%s makes the listener neither listen nor forward',
    async name => {
      const machine = newMachine()
      const path = join(machine.state, name)
      write(path, '')
      giveAway(path)
      await refused(machine, ['webhook', 'listen', '--port', '0', '--forward-to', url], path)
    },
  )

  testAsRoot('data folder keeps no creation', async () => {
    const machine = newMachine()
    mkdirSync(machine.data, { mode: 0o700 })
    giveAway(machine.data)
    const create = ['charge', 'create', '--amount', '10', '--base-url', `${url}/api/v1`]
    await refused(machine, create, machine.data)
  })

  testAsRoot('data, or secrets, start no sandbox', async () => {
    const machine = newMachine()
    for (const name of ['sandbox.db', 'secrets.json']) {
      const data = join(machine.host.home, `sandbox of ${name}`.replaceAll(' ', '-'))
      write(join(data, name), '{}')
      giveAway(join(data, name))
      await refused(machine, ['sandbox', 'start', '--port', '0', '--data', data], join(data, name))
    }
  })
})

describe.skipIf(process.platform === 'win32')('one’s own', () => {
  const SIGNATURE = `t=1773144000,v1=${'0'.repeat(64)}`
  const verify = (file: string) => [
    ...['webhook', 'verify', '--secret-file', file, '--signature', SIGNATURE, '--body', file, '--json'],
  ]

  test.each([
    [0o644, /^\S+ holds secrets, and others can read it \(mode 0644\): chmod 600 \S+$/m],
    [0o622, /others can read and change it \(mode 0622\)/],
  ])('--secret-file with mode %o is used with a warning, and not changed', async (mode, warning) => {
    const { host } = newMachine()
    const file = join(host.home, 'secret')
    write(file, SECRET)
    expect(notesOf(await runCommand(verify(file), { host }))).toEqual([])
    chmodSync(file, mode)
    const run = await runCommand(verify(file), { host })
    expect(notesOf(run)).toEqual([expect.stringMatching(warning)])
    expect(run.stderr + run.stdout).not.toContain(SECRET)
    expect(statSync(file).mode & 0o777).toBe(mode)
  })

  test.each([
    [0o440, false],
    [0o460, true],
  ])(
    'a credential that systemd gives to a service, with mode %o: is there a warning? %s',
    async (mode, warns) => {
      const { host } = newMachine({ CREDENTIALS_DIRECTORY: temporaryFolder() })
      const file = join(host.env.CREDENTIALS_DIRECTORY!, 'webhook-secret')
      write(file, SECRET)
      chmodSync(file, mode)
      expect((await runCommand(verify(file), { host })).stderr.includes('holds secrets')).toBe(warns)
      const elsewhere = join(host.home, 'webhook-secret')
      write(elsewhere, SECRET)
      chmodSync(elsewhere, 0o440)
      expect((await runCommand(verify(elsewhere), { host })).stderr).toContain(
        'others can read it (mode 0440)',
      )
    },
  )

  test('files and folders may be writable by the group with PIXCTL_ALLOW_GROUP', async () => {
    const machine = newMachine()
    const config = join(machine.config, 'config.json')
    write(config, '{"profiles":{}}')
    chmodSync(config, 0o660)
    chmodSync(machine.config, 0o2770)
    const list = ['auth', 'list', '--json']
    const runWith = (value?: string) =>
      runCommand(list, {
        host: { ...machine.host, env: { ...machine.host.env, PIXCTL_ALLOW_GROUP: value } },
      })
    for (const value of [undefined, '', '0', 'true']) {
      const refusal = errorOf(await runWith(value))
      expect(refusal).toMatchObject({ exitCode: 1, error: expect.stringContaining('PIXCTL_ALLOW_GROUP=1') })
    }
    expect(await runWith('1')).toMatchObject({ stdout: '[]\n', code: 0 })
    expect(statSync(config).mode & 0o777).toBe(0o660)
  })
})
