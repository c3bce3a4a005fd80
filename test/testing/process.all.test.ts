/** What `pixctl/testing`, as it is built, does to the process of a test. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'
import { some } from '../support/volume.ts'

const root = join(import.meta.dirname, '../..')

/** Runs a module in the package, which may import it by its name; gives what it printed and its exit code. */
async function run(script: string, env: NodeJS.ProcessEnv = {}, ...flags: string[]) {
  const child = spawn(process.execPath, [...flags, '--input-type=module', '-e', script], {
    cwd: root,
    env: { ...process.env, ...env },
    timeout: 30_000,
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, code: child.exitCode }
}
const start = "import { startSandbox } from 'pixctl/testing'\nconst sandbox = await startSandbox()\n"
const ask = "const answer = await fetch(new URL('/healthz', sandbox.baseUrl))\n"

describe('a process', () => {
  it.each(
    some(
      [
        ['nothing else', ''],
        ['a call that was answered', ask],
        [
          'a delivery to be sent again',
          "await sandbox.addWebhook('http://127.0.0.1:1/')\nawait sandbox.deposit(5)\n",
        ],
        [
          'a delivery that is held back',
          `await sandbox.addFault({ on: 'webhook', kind: 'delay', delaySeconds: 3600 })
      await sandbox.addWebhook('http://127.0.0.1:1/')
      await sandbox.deposit(5)\n`,
        ],
        [
          'a realtime client that has gone',
          `const client = new WebSocket(sandbox.realtimeUrl)
      await new Promise(resolve => client.addEventListener('open', resolve))
      client.close()\n`,
        ],
      ],
      2,
    ),
  )('ends without stop(): %s', async (_, then) => {
    expect(await run(`${start}${then}console.log('end')`)).toEqual({ stdout: 'end\n', stderr: '', code: 0 })
  })

  it('waits for an answer that comes late', async () => {
    const late = "await sandbox.addFault({ on: 'status', kind: 'delay', delaySeconds: 0.3 })\n"
    const call = `const { status } = await fetch(sandbox.baseUrl + '/status', {
      headers: { Authorization: 'Bearer ' + sandbox.apiKey } })\nconsole.log(status)`
    expect(await run(start + late + call)).toEqual({ stdout: '200\n', stderr: '', code: 0 })
  })

  it('has nothing left of it after stop(), and waits for that', async () => {
    const attempt = `
      import { createServer } from 'node:net'
      const silent = createServer(() => {}).listen(0, '127.0.0.1', async () => {
        await sandbox.addWebhook('http://127.0.0.1:' + silent.address().port)
        const arrived = new Promise(resolve => silent.once('connection', resolve))
        await sandbox.deposit(5)
        const socket = await arrived
        socket.unref()
        silent.unref()
        await Promise.all([sandbox.stop(), sandbox.stop()])
        socket.destroy()
        silent.close()
        await new Promise(resolve => setTimeout(resolve, 50))
        console.log(JSON.stringify(process.getActiveResourcesInfo().filter(name => !/Timeout|Pipe|TTY|FSReq/.test(name))))
      })`
    expect(await run(start + attempt)).toEqual({ stdout: '[]\n', stderr: '', code: 0 })
  })

  it('finds no file of it, and its listeners are those from before', async () => {
    const folder = temporaryFolder()
    const count = 'process.eventNames().map(name => [name, process.listenerCount(name)]).join()'
    const script = `const before = ${count}
      const { startSandbox } = await import('pixctl/testing')
      const sandbox = await startSandbox()
      ${ask}await answer.text()
      await sandbox.stop()
      console.log(${count} === before)`
    const env = { HOME: folder, TMPDIR: folder, XDG_CACHE_HOME: folder, NODE_EXTRA_CA_CERTS: '' }
    expect(await run(script, env)).toEqual({ stdout: 'true\n', stderr: '', code: 0 })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('an error that nobody catches', () => {
  it.each([
    ['startSandbox', 'await startSandbox({ timescale: 5 })'],
    ['a function of the sandbox', "await sandbox.pay('pay_none')"],
    ['signDelivery', 'signDelivery()'],
  ])('shows the line of the test, and not that of the bundle: %s', async (_, line) => {
    const { stderr, code } = await run(`import { signDelivery } from 'pixctl/testing'\n${start}${line}`)
    const [place, shown] = stderr.split('\n')
    expect([code, shown]).toEqual([1, line])
    expect(place).not.toContain('testing.cjs')
    expect(stderr).not.toContain('testing.cjs')
  })

  it.each([
    ['startSandbox', `await startSandbox({ data: '/dev/null/folder' })`],
    ['a function of the sandbox', `await sandbox.addFault({ on: 'status', kind: 'drop' })`],
  ])('begins at the test also where the sandbox waited first: %s', async (_, line) => {
    const script = `${start}async function myTest() {\n ${line}\n}\nawait myTest().catch(({ stack }) => console.log(stack))`
    const places = (await run(script)).stdout.match(/^ {4}at .*/gm) ?? []
    expect(places.find(place => !place.includes('node:internal'))).toMatch(/^ {4}at (async )?myTest /)
  })
})

it.each(some(['22.18.0', '20.20.2', '23.11.1']))('Node %s starts no sandbox', async node => {
  const script = `import { startSandbox } from 'pixctl/testing'
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })
    await startSandbox().catch(({ code, message }) => console.log(code, message))`
  expect(await run(script)).toEqual({
    stdout: `node_version the sandbox needs Node 22.19 or newer, but not 23, with node:sqlite; this is Node ${node}\n`,
    stderr: '',
    code: 0,
  })
})

describe('the package', () => {
  it('can be required too', async () => {
    const script = `import { createRequire } from 'node:module'
      const testing = createRequire(process.cwd() + '/x.js')('pixctl/testing')
      console.log(Object.keys(testing).sort().join(), testing === (await import('pixctl/testing'))['module.exports'])`
    expect((await run(script)).stdout).toMatch(/^signDelivery,startSandbox,verifySignature /)
  })

  it.each(some(['pixctl', 'pixctl/dist/pixctl.cjs', 'pixctl/package.json']))(
    'exports nothing else: %s',
    async name => {
      const script = `await import('${name}').catch(({ code }) => console.log(code))`
      expect((await run(script)).stdout).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n')
    },
  )
})
