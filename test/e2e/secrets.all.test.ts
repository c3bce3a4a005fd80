/** A secret never shows in what Node and its libraries trace; without that: test/commands/secrets.test.ts. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { itHidesSecrets } from '../support/hiding.ts'
import { LocalMachine } from '../support/local.ts'
import { opener } from '../support/opener.ts'
import { Machine } from '../support/pixctl.ts'
import { keepSandboxOn } from '../support/sandbox.ts'
import { openStore } from '../support/store.ts'
import { noTerminal, onTerminal } from './pty.ts'

const TRACING = { DEBUG: '*', NODE_DEBUG: '*' }

describe('--debug DEBUG=* NODE_DEBUG=*', () => {
  itHidesSecrets(env => new Machine(env), TRACING, ['--debug'])
})

describe('NODE_DEBUG', () => {
  const MARK = 'Zq7XwJ4kPm2R'

  it.each(['child_process', '*'])(
    '=%s shows no secret of the environment when a browser is started',
    async sections => {
      using local = new LocalMachine()
      const sandbox = await keepSandboxOn(local.host())
      onTestFinished(async () => void (await sandbox.stop()))
      const { env } = opener()
      using machine = new Machine({
        ...{ ...env, PATH: `${env.PATH}:${process.env.PATH}`, NODE_DEBUG: sections },
        ...{ PIXCTL_CONFIG_DIR: local.configDir, PIXCTL_DATA_DIR: local.dataDir },
        ...{
          PGPASSWORD: MARK,
          PIXCTL_WEBHOOK_SECRET: `whsec_${MARK}`,
          HTTPS_PROXY: `http://ana:${MARK}@x:1`,
        },
      })
      const run = await machine.pixctl(['sandbox', 'open'])
      expect(run.code).toBe(0)
      expect(run.stderr).toContain('CHILD_PROCESS')
      expect(run.stderr).not.toContain(MARK)
    },
  )

  it.each(['net', 'http', '*'])('=%s shows no password of a proxy', async sections => {
    const proxy = createServer().on('connect', (_request, client) => client.end('HTTP/1.1 407 No\r\n\r\n'))
    await once(proxy.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void proxy.close())
    const { port } = proxy.address() as AddressInfo
    using machine = new Machine({
      ...{ PIXCTL_WS_TOKEN: `service_ws_${MARK}`, PIXCTL_REALTIME_URL: 'wss://pix.test/' },
      ...{ HTTPS_PROXY: `http://ana:${MARK}@127.0.0.1:${port}`, NODE_DEBUG: sections },
    })
    const { stderr, code } = await machine.pixctl(['events', 'tail'])
    expect(code).toBe(9)
    expect(stderr).toContain('the proxy refused to connect (407)')
    expect(stderr).not.toContain(MARK)
    expect(stderr).not.toContain(Buffer.from(`ana:${MARK}`).toString('base64'))
  })
})

describe.skipIf(noTerminal !== null)('a secret that is typed', () => {
  it.each(['http,STREAM', '*'])(
    'is not asked for with NODE_DEBUG=%s, which would show it',
    async sections => {
      using machine = new Machine({ NODE_DEBUG: sections })
      const line = 'pixctl auth login --insecure-storage --base-url https://pix.test/api/v1'
      const terminal = onTerminal(machine, line)
      expect(await terminal.ended).toBe(2)
      expect(terminal.screen).toContain('unset NODE_DEBUG')
      expect(terminal.screen).not.toContain('API key:')
    },
  )
})

describe("the sandbox's own secrets", async () => {
  const store = await openStore()

  it('are shown once by key create, and never again, traced or not', async () => {
    const env = { ...TRACING }
    const made = await store.pixctl(['sandbox', 'key', 'create', '--json', '--debug'], { env })
    const { apiKey } = JSON.parse(made.stdout)
    expect(apiKey).toMatch(/^service_live_/)
    expect(made.stderr).not.toContain(apiKey)
    const list = await store.pixctl(['sandbox', 'key', 'list', '--debug'], { env })
    expect(list.code).toBe(0)
    expect(list.stdout + list.stderr).not.toContain(apiKey)
    expect(made.stderr + list.stderr).not.toContain(store.sandbox.apiKey)
  })
})
