/** What the tool has to do with the Node around it: its version, its warnings, its inspector, its signals. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { STRANGER, testAsRoot } from '../lib/foreign.ts'
import { Listener, signed } from '../support/listener.ts'
import { ended, Machine } from '../support/pixctl.ts'
import { SECRET } from '../webhooks/target.ts'

const run = fileURLToPath(new URL('../../bin/run.js', import.meta.url))
const machine = new Machine({ PIXCTL_WEBHOOK_SECRET: SECRET })
afterAll(() => machine[Symbol.dispose]())

/** Runs the tool on Node with other flags, or with a script that runs before the tool. */
function pixctlOn(flags: readonly string[], script: string, ...args: string[]) {
  const before = join(machine.folder, 'before.cjs')
  writeFileSync(before, script)
  const child = spawn(process.execPath, [...flags, '--require', before, run, ...args], {
    env: machine.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end()
  return ended(child)
}

const version = (node: string) =>
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`

describe('the version of Node', () => {
  it.each(['18.20.8', '22.18.0', '23.11.1'])('%s is refused in one line', async node => {
    const { stdout, stderr, code } = await pixctlOn([], version(node), 'auth', 'list')
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 })
    expect(stderr).toMatch(/^pixctl needs Node 22\.19 or newer, but not 23, .+\n$/)
    expect(stderr).toContain(`this is Node ${node}`)
  })

  it.each([
    ['bun', '1.4.0', 'Bun'],
    ['deno', '2.6.0', 'Deno'],
  ])('%s %s is refused by its name', async (member, its, name) => {
    const script = `Object.defineProperty(process, 'versions', { value: { ...process.versions, ${member}: '${its}' } })`
    const { stdout, stderr, code } = await pixctlOn([], script, 'auth', 'list')
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 })
    expect(stderr).toMatch(/^pixctl needs Node 22\.19 or newer, .+\n$/)
    expect(stderr).toContain(`this is ${name} ${its}`)
  })

  it.each(['22.19.0', '24.0.0', '100.0.0'])('%s is taken', async node => {
    expect(await pixctlOn([], version(node), 'auth', 'list')).toMatchObject({
      stderr: expect.not.stringMatching(/node|warning/i),
      code: 0,
    })
  })

  it('a Node without SQLite is refused in one line', async () => {
    const { stdout, stderr, code } = await pixctlOn(['--no-experimental-sqlite'], '', 'auth', 'list')
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 })
    expect(stderr).toMatch(/^pixctl needs .+ has no node:sqlite\. .+\n$/)
  })
})

it("Node's warning about SQLite is not shown, other warnings are", async () => {
  // As Node 24.0 to 24.14 say it, and another one.
  const script = `process.nextTick(() => {
    process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning')
    process.emitWarning('Tea is an experimental feature and might change at any time', 'ExperimentalWarning')
  })`
  const { stderr } = await pixctlOn([], script, 'auth', 'list')
  expect(stderr).not.toContain('SQLite')
  expect(stderr).toContain('Tea is an experimental feature')
})

describe('a home that cannot be read', () => {
  const tool = (args: string[], env: Record<string, string>, user = {}) => {
    const PATH = machine.env.PATH!
    const options = { env: { PATH, PIXCTL_WEBHOOK_SECRET: SECRET, ...env }, ...user }
    const child = spawn(process.execPath, [run, ...args], { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stdin.end('{}')
    return ended(child)
  }
  const header = `t=1,v1=${'0'.repeat(64)}`

  it.each(['/dev/null', '/dev/null/deeper'])('%s: what needs none of its folders works', async home => {
    const env = { HOME: home }
    expect(await tool(['--help'], env)).toMatchObject({ stderr: '', code: 0 })
    expect(await tool(['webhook', 'verify', '--signature', header], env)).toMatchObject({ code: 10 })
  })

  testAsRoot('that of another user', async () => {
    mkdirSync(join(machine.folder, 'home'), { mode: 0o700 })
    const [env, user] = [{ HOME: join(machine.folder, 'home') }, { uid: STRANGER, gid: STRANGER }]
    expect(await tool(['--help'], env, user)).toMatchObject({ stderr: '', code: 0 })
    const balance = await tool(['balance'], env, user)
    expect(balance).toMatchObject({ code: 1, stderr: expect.stringContaining('PIXCTL_CONFIG_DIR') })
    const { stdout } = await tool(['doctor', '--json'], env, user)
    const folders = JSON.parse(stdout).checks.filter(({ name }: { name: string }) => name.endsWith('_folder'))
    expect(folders.map(({ status, detail }: Record<string, string>) => [status, detail])).toEqual(
      ['fail', 'fail', 'warn'].map(status => [status, expect.stringContaining("can't be written (EACCES)")]),
    )
  })
})

describe('a signal to a listener', () => {
  it('SIGUSR1 opens no inspector, and the command continues', async () => {
    // Any port for an inspector: by default it is the same one for every process of this machine.
    const listener = await Listener.startAs(machine, [], { NODE_OPTIONS: '--inspect-port=0' })
    listener.child.kill('SIGUSR1')
    expect((await listener.send(signed())).status).toBe(204)
    // Node says on stderr where its inspector listens.
    expect(await listener.end()).toMatchObject({
      stderr: expect.not.stringContaining('Debugger'),
      code: 143,
    })
  })
})

it('Ctrl-Break on Windows, which comes as SIGBREAK, ends a listener with 143', async () => {
  // No other system can send it; what Node makes of it is an event, as of every signal.
  const before = join(machine.folder, 'breaks.cjs')
  writeFileSync(before, `process.on('SIGUSR2', () => process.emit('SIGBREAK'))`)
  const listener = await Listener.startAs(machine, [], { NODE_OPTIONS: `--require ${before}` })
  expect(await listener.end('SIGUSR2')).toMatchObject({ code: 143 })
})

describe('an error that no command can catch', () => {
  /** A listener in which one is thrown by a listener of an event; what it wrote until its end. */
  async function thrown(...flags: string[]) {
    const before = join(machine.folder, 'throws.cjs')
    writeFileSync(before, `process.on('SIGUSR2', () => { throw new TypeError('not caught') })`)
    const child = machine.start(['webhook', 'listen', '--port', '0', ...flags], {
      NODE_OPTIONS: `--require ${before}`,
    })
    let stderr = ''
    child.stderr.on('data', chunk => {
      if (stderr === '') child.kill('SIGUSR2')
      stderr += chunk
    })
    const [code] = await once(child, 'close')
    return { stderr, code }
  }

  it('ends it with 1, and shows no stack', async () => {
    const { stderr, code } = await thrown()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^error: not caught$/m)
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  it('shows its stack under --debug', async () => {
    expect((await thrown('--debug')).stderr).toMatch(/^TypeError: not caught\n {4}at .*throws\.cjs:1:/m)
  })
})
