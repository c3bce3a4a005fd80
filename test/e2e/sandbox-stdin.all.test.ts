/** `sandbox start --exit-with-stdin` beside real processes, and a start beside a sandbox that is stopped with SIGSTOP. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isListening } from '../support/http.ts'
import { Machine } from '../support/pixctl.ts'

const RUN = join(import.meta.dirname, '../../bin/run.js')
const START = ['sandbox', 'start', '--port', '0', '--data', ':memory:', '--exit-with-stdin']
/** As a test in another language: it starts the sandbox with a pipe, gives its line and process on, and hangs. */
const PARENT = `
  const child = require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdout.once('data', line => console.log(JSON.stringify({ ...JSON.parse(line), pid: child.pid })))
  setInterval(() => {}, 1000)`

function newMachine(): Machine {
  const machine = new Machine()
  onTestFinished(() => machine[Symbol.dispose]())
  return machine
}

const profilesOf = async (machine: Machine) =>
  JSON.parse((await machine.pixctl(['auth', 'list', '--json'])).stdout)

function isAlive(pid: number): boolean {
  try {
    // One that has ended and that nobody has waited for is no process.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe.skipIf(process.platform !== 'linux')('the program that started it', () => {
  it('was killed: no process, no profile and no secret stay', async () => {
    const machine = newMachine()
    const parent = spawn(process.execPath, ['-e', PARENT, RUN, ...START, '--json'], {
      env: machine.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [line] = await once(createInterface(parent.stdout), 'line')
    const { pid, baseUrl } = JSON.parse(line)
    const port = Number(new URL(baseUrl).port)
    expect(await isListening(port)).toBe(true)
    expect(await profilesOf(machine)).toHaveLength(1)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
    expect(await isListening(port)).toBe(false)
    expect(await profilesOf(machine)).toEqual([])
    expect(readdirSync(machine.configDir)).toEqual(['config.json'])
  })

  it.each([
    ['/dev/null', '</dev/null'],
    ['a closed stdin', '<&-'],
    ['a stdin that cannot be read', '</'],
  ])('gave it %s: it ends at once, with 0, and says why', async (_, input) => {
    const machine = newMachine()
    const { code, stderr } = await machine.shell(`pixctl ${START.join(' ')} ${input}`)
    expect(code).toBe(0)
    expect(stderr).toContain('standard input ended, so the sandbox ends')
    expect(await profilesOf(machine)).toEqual([])
  })
})

it.skipIf(process.platform === 'win32')(
  'a sandbox that is stopped, and cannot answer, keeps its profile',
  async () => {
    const machine = newMachine()
    const sandbox = machine.start([...START, '--json'])
    onTestFinished(() => void sandbox.kill('SIGKILL'))
    await once(createInterface(sandbox.stdout), 'line')
    const before = await profilesOf(machine)
    sandbox.kill('SIGSTOP')
    const { code, stderr } = await machine.pixctl(['sandbox', 'start', '--port', '0', '--data', ':memory:'])
    expect(code).toBe(6)
    expect(stderr).toContain('--profile NAME')
    sandbox.kill('SIGCONT')
    expect(await profilesOf(machine)).toEqual(before)
  },
)
