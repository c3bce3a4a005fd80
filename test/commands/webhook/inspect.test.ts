/** `webhook inspect`, and `--inspect` of `webhook listen`. */

import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { instanceOf } from '#inspector/instance.ts'
import { systemClock } from '#lib/clock.ts'
import { trustAs } from '#lib/trust.ts'
import { Browsing, copyable, inspecting } from '../../inspector/browsing.ts'
import { permissions } from '../../support/folder.ts'
import { send, signed } from '../../support/listener.ts'
import { startListening } from '../../support/listening.ts'
import { opener } from '../../support/opener.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { SECRET } from '../../webhooks/target.ts'

const machine = (env: Record<string, string> = { PIXCTL_WEBHOOK_SECRET: SECRET }) => testHost({ env })
/** A machine where the search for a cause never runs out of time, however busy this one is. */
const patientMachine = () => ({ ...machine(), clock: { ...systemClock, monotonic: () => 0 } })
const fileOf = ({ home }: ReturnType<typeof machine>) =>
  join(home, 'data', 'profiles', 'default', 'inspector.json')

const shownBy = ({ home }: ReturnType<typeof machine>) => ({
  dataDir: join(home, 'data'),
  profile: 'default',
  inbox: null,
})

/** Runs `webhook inspect` alone, and looks at its pages. */
async function inspect(
  host: ReturnType<typeof machine>,
  look: (browsing: Browsing) => Promise<void>,
  ...args: string[]
) {
  const stop = new AbortController()
  let looked: Promise<void> | undefined
  const run = await runCommand(['webhook', 'inspect', '--print', '--port', '0', ...args], {
    host: { ...host, signal: stop.signal },
    onOutput: text => {
      const [, loginUrl] = /^inspect at (.*)$/m.exec(text) ?? []
      if (!loginUrl || looked) return
      looked = Browsing.login(loginUrl).then(look)
      looked.finally(() => stop.abort(new Error('looked'))).catch(() => {})
    },
  })
  await looked
  return run
}

describe('webhook inspect', () => {
  it('of a listener with an inspector makes a new login there, and ends', async () => {
    const host = machine()
    const { browsing, url } = await inspecting(host)
    await send(url, signed({ delivery: 'dlv_a' }))
    const { stdout, stderr, code } = await runCommand(['webhook', 'inspect', '--print', '--json'], { host })
    expect(code).toBe(0)
    const { inspectorUrl, loginUrl } = JSON.parse(stdout)
    expect(inspectorUrl).toBe(browsing.origin)
    expect(notesOf({ stderr })).toEqual([`inspect at ${loginUrl}`])
    const other = await Browsing.login(loginUrl)
    expect((await other.get('/deliveries/1')).text).toContain('dlv_a')
  })

  it('alone shows what is kept until it is stopped, and without a secret says how to give one', async () => {
    const host = patientMachine()
    const { url, prints, stop } = await startListening(host)
    await send(url, signed({ delivery: 'dlv_a' }))
    await send(url, signed({ secret: 'whsec_another_secret' }))
    await prints(/rejected/)
    await stop()
    const { stdout, stderr } = await inspect(host, async browsing => {
      expect((await browsing.get('/')).text).toMatch(/rejected 401 .* accepted/)
      expect((await browsing.get('/refused/1')).text).toContain("doesn't match")
      expect(permissions(fileOf(host))).toBe('600')
    })
    expect(existsSync(fileOf(host))).toBe(false)
    // A script takes it from stdout.
    expect(stderr).toContain(`inspect at ${stdout}`)
    expect(stdout).toMatch(/^http:.*#login=.*\n$/)
    const without = { ...host, env: { ...host.env, PIXCTL_WEBHOOK_SECRET: '' } }
    await inspect(without, async browsing => {
      const refused = await browsing.get('/refused/1')
      expect(refused.text).toContain("doesn't match this body with the listener's signing secret")
      expect(copyable(refused)).toContain('pixctl auth login --kind webhook-secret')
      const verify = /^pixctl webhook show rejected_1 --body \| pixctl webhook verify --signature /
      expect(copyable(refused)).toContainEqual(expect.stringMatching(verify))
      const { text } = await browsing.get('/deliveries/1')
      expect(text).toContain('To send it again, a signing secret is needed')
    })
  })

  it('without anything kept waits for the first delivery, and makes no state', async () => {
    const host = machine()
    await inspect(host, async browsing => {
      const { text } = await browsing.get('/')
      expect(text).toContain('No delivery yet')
      expect(text).toContain('pixctl webhook listen --inspect')
      expect(existsSync(join(host.home, 'data', 'profiles', 'default', 'state.db'))).toBe(false)
      const { url } = await startListening(host)
      await send(url, signed({ delivery: 'dlv_a' }))
      await expect.poll(async () => (await browsing.get('/')).text).toContain('accepted')
    })
  })

  it.each(['a page', 'null', '{"path":".evil.example/#login=x"}', '{"path":["/#login=x", "@y"]}'])(
    'serves its own where another program has the port of one that ended, and answers %s',
    async answer => {
      const host = machine()
      const { stop } = await inspecting(host)
      const { token } = JSON.parse(readFileSync(fileOf(host), 'utf8'))
      await stop()
      const other = createServer((_request, response) => response.end(answer)).listen(0, '127.0.0.1')
      onTestFinished(() => void other.close())
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      writeFileSync(fileOf(host), JSON.stringify({ url: `http://127.0.0.1:${port}`, token }), { mode: 0o600 })
      await inspect(host, async browsing => {
        expect(browsing.origin).not.toContain(String(port))
      })
    },
  )

  it('gets a login only with the token of its file, which no page and no output shows', async () => {
    const host = machine()
    const { browsing } = await inspecting(host)
    const { token } = JSON.parse(readFileSync(fileOf(host), 'utf8'))
    const ask = (body: string) =>
      fetch(`${browsing.origin}/api/login-codes`, {
        method: 'POST',
        headers: { origin: browsing.origin, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
    for (const body of ['', 'token=', `token=${'x'.repeat(43)}`]) expect((await ask(body)).status).toBe(403)
    expect(await (await ask(`token=${token}`)).json()).toEqual({ path: expect.stringContaining('/#login=') })
    expect((await browsing.get('/')).text).not.toContain(token)
    const run = await runCommand(['webhook', 'inspect', '--print', '--debug'], { host })
    expect(run.stdout + run.stderr).not.toContain(token)
  })

  it('that ends the connection may run all the same: exit 9, and its file stays', async () => {
    const host = machine()
    await inspecting(host)
    const { token } = JSON.parse(readFileSync(fileOf(host), 'utf8'))
    const silent = createSocketServer(socket => socket.destroy()).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const left = JSON.stringify({ url, token })
    writeFileSync(fileOf(host), left, { mode: 0o600 })
    const run = await runCommand(['webhook', 'inspect', '--print', '--json'], { host })
    const { exitCode, error } = errorOf(run)
    expect({ exitCode, error }).toEqual({
      exitCode: 9,
      error: expect.stringContaining(`the inspector at ${url} doesn't answer`),
    })
    expect(error).toContain(`remove ${fileOf(host)}`)
    expect(readFileSync(fileOf(host), 'utf8')).toBe(left)
  })

  it.skipIf(process.platform !== 'linux')('opens another address than the one that it prints', async () => {
    const { env, opened } = opener()
    const host = testHost({ platform: 'linux', env: { PIXCTL_WEBHOOK_SECRET: SECRET, ...env } })
    await inspecting(host)
    const { code, stdout, stderr } = await runCommand(['webhook', 'inspect', '--json'], { host })
    const { loginUrl } = JSON.parse(stdout)
    expect([code, notesOf({ stderr })]).toEqual([0, [`inspect at ${loginUrl}`]])
    const uid = process.geteuid?.() ?? 0
    trustAs({ uid: uid + 1 })
    onTestFinished(() => trustAs({ uid }))
    // The one that is an argument of a program is for this user only.
    await expect(Browsing.login(opened())).rejects.toThrow('401')
    await Browsing.login(loginUrl)
    trustAs({ uid })
    await Browsing.login(opened())
  })
})

it('webhook inspect opens no page of another inbox', async () => {
  const host = machine()
  const { browsing } = await inspecting(host)
  const look = async (own: Browsing) => expect(own.origin).not.toBe(browsing.origin)
  const { stderr } = await inspect(host, look, '--inbox', 'postgres://shop@127.0.0.1:9/shop')
  expect(stderr).toMatch(/^deliveries of the inbox at \S*127\.0\.0\.1:9\S*$/m)
  // That of the listener is still found.
  const { stdout } = await runCommand(['webhook', 'inspect', '--print', '--json'], { host })
  expect(JSON.parse(stdout).inspectorUrl).toBe(browsing.origin)
})

describe('webhook listen --inspect', () => {
  it('prints the address on stderr with --json too, and leaves it for webhook inspect until it ends', async () => {
    const host = machine()
    const { says, stop } = await startListening(host, ['--inspect', '0', '--json'])
    const [, loginUrl] = await says(/^inspect at (http:\/\/127\.0\.0\.1:\d+\/#login=[\w-]{43})$/m)
    const left = instanceOf(shownBy(host))
    expect(loginUrl).toContain(left?.url)
    await stop()
    expect(existsSync(fileOf(host))).toBe(false)
  })
})
