/** What another user can have written is neither believed nor acted on. */

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveAway, STRANGER, testAsRoot } from '../shared/foreign.ts'
import { errorOf, Machine } from '../support/pixctl.ts'
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

const stateOf = (machine: Machine) => join(machine.dataDir, 'profiles', 'default')

/** How it ends, having sent nothing; the path it names. */
async function refused(machine: Machine, args: string[], path: string): Promise<void> {
  asked = 0
  const env = { PIXCTL_API_KEY: 'service_live_k', PIXCTL_WEBHOOK_SECRET: SECRET }
  const run = await machine.pixctl([...args, '--json'], { env })
  const { exitCode, error } = errorOf(run)
  expect({ exitCode, asked, stdout: run.stdout }).toEqual({ exitCode: 1, asked: 0, stdout: '' })
  expect(error).toContain(`${path} belongs to another user (${STRANGER})`)
  expect(error).toContain(`chown 0 ${path}`)
}

describe('another user’s', () => {
  testAsRoot('config.json sends no key anywhere', async () => {
    using machine = new Machine()
    const config = join(machine.configDir, 'config.json')
    write(config, JSON.stringify({ profiles: { default: { baseUrl: `${url}/api/v1` } } }))
    giveAway(config)
    await refused(machine, ['balance'], config)
  })

  testAsRoot('config folder, or a folder above it, does neither', async () => {
    using machine = new Machine()
    write(
      join(machine.configDir, 'config.json'),
      JSON.stringify({ profiles: { default: { baseUrl: `${url}/api/v1` } } }),
    )
    giveAway(machine.folder)
    await refused(machine, ['balance'], machine.folder)
  })

  testAsRoot.each(['state.db', 'state.db-wal', 'forwarding.lock', 'forward-target'])(
    '%s makes the listener neither listen nor forward',
    async name => {
      using machine = new Machine()
      const path = join(stateOf(machine), name)
      write(path, '')
      giveAway(path)
      await refused(machine, ['webhook', 'listen', '--port', '0', '--forward-to', url], path)
    },
  )

  testAsRoot('data folder keeps no creation', async () => {
    using machine = new Machine()
    mkdirSync(machine.dataDir, { mode: 0o700 })
    giveAway(machine.dataDir)
    const create = ['charge', 'create', '--amount', '10', '--base-url', `${url}/api/v1`]
    await refused(machine, create, machine.dataDir)
  })

  testAsRoot('data, or secrets, start no sandbox', async () => {
    using machine = new Machine()
    for (const name of ['sandbox.db', 'secrets.json']) {
      const data = join(machine.folder, `sandbox of ${name}`.replaceAll(' ', '-'))
      write(join(data, name), '{}')
      giveAway(join(data, name))
      await refused(machine, ['sandbox', 'start', '--port', '0', '--data', data], join(data, name))
    }
  })

  test('file is safe from a link that stands where the sandbox writes its secrets', async () => {
    using machine = new Machine()
    const victim = join(machine.folder, 'victim')
    write(victim, 'untouched')
    const data = join(machine.folder, 'sandbox')
    mkdirSync(data, { mode: 0o700 })
    symlinkSync(victim, join(data, 'secrets.json.new'))
    const sandbox = machine.start(['sandbox', 'start', '--port', '0', '--data', data, '--json'])
    await new Promise(resolve => sandbox.stdout.once('data', resolve))
    sandbox.kill()
    await new Promise(resolve => sandbox.once('close', resolve))
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
    expect(readFileSync(join(data, 'secrets.json'), 'utf8')).toContain('api-key')
  })
})
