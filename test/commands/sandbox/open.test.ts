/** `sandbox open` and `sandbox start --open`: the way into the dashboard's pages. */

import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { trustAs } from '#lib/trust.ts'
import { LocalMachine } from '../../support/local.ts'
import { opener } from '../../support/opener.ts'
import { runCommand } from '../../support/run.ts'
import { keepSandboxOn } from '../../support/sandbox.ts'
import { fields } from '../../support/store.ts'

const machine = new LocalMachine()
const sandbox = await keepSandboxOn(machine.host())
afterAll(async () => {
  await sandbox.stop()
  machine[Symbol.dispose]()
})

const LOGIN = /^http:\/\/127\.0\.0\.1:\d+\/#login=[\w-]{43}$/

/** Whether an address logs a browser in. */
async function logsIn(loginUrl: string): Promise<boolean> {
  const { origin, hash } = new URL(loginUrl)
  const body = new URLSearchParams({ code: hash.replace('#login=', '') })
  const headers = { origin }
  const answer = await fetch(`${origin}/login`, { method: 'POST', redirect: 'manual', body, headers })
  return answer.status === 303 && /HttpOnly; SameSite=Strict/.test(answer.headers.get('set-cookie') ?? '')
}

/** From here on to the end of the test, the server belongs to another user than the connections. */
function asAnotherUser(): void {
  const uid = process.geteuid?.() ?? 0
  trustAs({ uid: uid + 1 })
  onTestFinished(() => trustAs({ uid }))
}

it('sandbox start --json says an address that logs a browser in, once', async () => {
  expect(sandbox.loginUrl).toMatch(LOGIN)
  expect(new URL(sandbox.loginUrl).origin).toBe(sandbox.dashboardUrl)
  expect(await logsIn(sandbox.loginUrl)).toBe(true)
  expect(await logsIn(sandbox.loginUrl)).toBe(false)
})

describe.skipIf(process.platform !== 'linux')('sandbox open', () => {
  const open = (args: string[], env: Record<string, string>) =>
    runCommand(['sandbox', 'open', ...args], { host: machine.host({ platform: 'linux', env }) })

  it('--print prints a new address alone, and opens nothing', async () => {
    const { env, opened } = opener()
    const { code, stdout, stderr } = await open(['--print'], env)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `SANDBOX, profile sandbox at ${new URL(sandbox.baseUrl).host}\n`,
    })
    expect(stdout.trim()).toMatch(LOGIN)
    expect(opened).toThrow('ENOENT')
    expect(await logsIn(stdout.trim())).toBe(true)
    expect(JSON.parse((await open(['--json', '--print'], env)).stdout)).toEqual({
      dashboardUrl: sandbox.dashboardUrl,
      loginUrl: expect.stringMatching(LOGIN),
    })
  })

  it('gives the browser none of the secrets of the environment', async () => {
    const { env, opened } = opener('/usr/bin/env > "$OUT"')
    const secrets = {
      PIXCTL_API_KEY: 'service_live_HIDDEN',
      PIXCTL_WS_TOKEN: 'service_ws_HIDDEN',
      PIXCTL_WEBHOOK_SECRET: 'whsec_HIDDEN',
      PIXCTL_INBOX_URL: 'postgres://u:HIDDEN@db.example/pix',
      PIXCTL_SANDBOX_WS_TOKEN: 'service_ws_HIDDEN',
      PGPASSWORD: 'HIDDEN',
      HTTPS_PROXY: 'http://ana:HIDDEN@proxy.example:3128',
      KEY_OF_MINE: 'service_live_HIDDEN',
    }
    expect(await open([], { ...env, ...secrets, LANG: 'pt_BR.UTF-8' })).toMatchObject({ code: 0 })
    expect(opened()).not.toContain('HIDDEN')
    expect(opened()).toMatch(/^LANG=pt_BR.UTF-8$/m)
    expect(opened()).toMatch(/^DISPLAY=:0$/m)
  })

  it('opens a new address, and prints another one for scripts only', async () => {
    const { env, opened } = opener()
    const { code, stdout, stderr } = await open([], env)
    expect(code).toBe(0)
    expect(fields(stdout)).toEqual({
      dashboardUrl: sandbox.dashboardUrl,
      loginUrl: expect.stringMatching(LOGIN),
    })
    const terminal = { columns: 80, rows: 24 }
    const host = machine.host({ platform: 'linux', env, terminal })
    expect((await runCommand(['sandbox', 'open'], { host })).stdout).toBe('')
    expect(stderr).toMatch(/opened in the browser\n$/)
    expect(await logsIn(opened())).toBe(true)
  })

  it.each([
    ['there is no display', () => ({ PATH: '/nowhere' }), 'there is no display here'],
    ['there is no program for it', () => ({ PATH: '/nowhere', DISPLAY: ':0' }), 'there is no xdg-open here'],
    ['the program fails', () => opener('exit 3').env, 'xdg-open found no viewer or no display'],
  ])('prints the address and says why, if %s', async (_name, env, problem) => {
    const terminal = { columns: 200, rows: 24 }
    const host = machine.host({ platform: 'linux', env: { NO_COLOR: '1', ...env() }, terminal })
    const { code, stdout, stderr } = await runCommand(['sandbox', 'open'], { host })
    expect(code).toBe(0)
    expect(stderr).toContain(`warning: no browser could be opened (${problem}); open the address yourself`)
    expect(await logsIn(stdout.trim())).toBe(true)
    const piped = await open([], env())
    expect(piped.stderr).toContain(problem)
    expect(await logsIn(fields(piped.stdout).loginUrl!)).toBe(true)
  })

  it('gives the opener a code that another user can\u2019t use, and prints one that works everywhere', async () => {
    const { env, opened } = opener()
    const { stdout } = await open(['--json'], env)
    const { loginUrl } = JSON.parse(stdout)
    expect(opened()).not.toBe(loginUrl)
    asAnotherUser()
    expect(await logsIn(opened())).toBe(false)
    expect(await logsIn(loginUrl)).toBe(true)
  })

  it('gives the opener a code for any user in WSL, where the browser may be one of Windows', async () => {
    const { env, opened } = opener()
    await open([], { ...env, WSL_DISTRO_NAME: 'Debian' })
    asAnotherUser()
    expect(await logsIn(opened())).toBe(true)
  })

  it('on macOS lets osascript read the address, where no other user can see it', async () => {
    const { env, opened } = opener()
    const { stderr } = await runCommand(['sandbox', 'open'], {
      host: machine.host({ platform: 'darwin', env }),
    })
    expect(stderr).toMatch(/opened in the browser\n$/)
    const [, address] = /^open location "(.*)"$/.exec(opened()) ?? []
    // macOS doesn't say whose a connection is.
    asAnotherUser()
    expect(await logsIn(address!)).toBe(true)
  })

  it('shows no code in what it says about itself', async () => {
    const { env, opened } = opener()
    const { stderr } = await open(['--debug'], env)
    expect(stderr).toContain('/sandbox/login-codes 201')
    expect(stderr).not.toContain(opened().split('#login=')[1])
  })

  it('says only what to do if no sandbox runs, or it was stopped', async () => {
    using other = new LocalMachine()
    const none = await other.pixctl(['sandbox', 'open'])
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('pixctl sandbox start') })
    await (await keepSandboxOn(other.host())).stop()
    const env = { PATH: '/nowhere' }
    const { code, stdout, stderr } = await other.pixctl(['sandbox', 'open'], { platform: 'linux', env })
    expect({ code, stdout }).toEqual({ code: 9, stdout: '' })
    expect(stderr).toContain('pixctl sandbox start')
    expect(stderr).not.toContain('no browser')
  })
})

it.skipIf(process.platform !== 'linux')(
  'sandbox start --open opens another address than the one that it prints',
  async () => {
    using other = new LocalMachine()
    const { env, opened } = opener()
    const host = other.host({ platform: 'linux', env })
    const started = await keepSandboxOn(host, '--open', '--data', ':memory:')
    await expect.poll(opened).toMatch(LOGIN)
    expect(await logsIn(opened())).toBe(true)
    expect(await logsIn(started.loginUrl)).toBe(true)
    const run = await started.stop()
    expect(run.stderr).not.toContain('warning')
  },
)
