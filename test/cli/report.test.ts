/** How an error is printed: as plain words, and with a stack trace if the user asked for it. */

import { describe, expect, it } from 'vitest'
import { main } from '../../src/cli/dispatch/main.ts'
import { Captured, runCommand, testHost } from '../support/run.ts'

const KEY = 'service_live_0123456789abcdef'
const NEXT = 'add --debug to see where this happened'

/** A command that meets a fault of ours: what it reads from stdin isn't there. */
async function faulty(...flags: string[]) {
  const [stdout, stderr] = [new Captured(), new Captured()]
  const readAll = async () => {
    throw new TypeError(`no \u001b[2J ${KEY}`)
  }
  const host = testHost()
  const argv = ['auth', 'login', '--base-url', 'http://127.0.0.1:9/api/v1', ...flags]
  const code = await main({ ...host, argv, stdout, stderr, stdin: { ...host.stdin, readAll } })
  return { stdout: stdout.text, stderr: stderr.text, code }
}

describe('a fault of pixctl', () => {
  const message = 'no \\u001b[2J service_live_***'

  it('shows no stack', async () => {
    expect(await faulty()).toEqual({ stdout: '', stderr: `error: ${message}\n  ${NEXT}\n`, code: 1 })
  })

  it('shows its stack under --debug, escaped and without secrets', async () => {
    const { stdout, stderr, code } = await faulty('--debug')
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 })
    const lines = stderr.trimEnd().split('\n')
    expect(lines[0]).toBe(`TypeError: ${message}`)
    expect(lines[1]).toMatch(/^ {4}at .*report\.test\.ts:\d+:\d+/)
    expect(lines.slice(-2)).toEqual([`error: ${message}`, `  ${NEXT}`])
    expect(stderr).not.toContain(KEY)
  })

  it('keeps the error as one line of JSON at the end', async () => {
    const { stderr } = await faulty('--debug', '--json')
    const last = JSON.parse(stderr.trimEnd().split('\n').at(-1)!)
    expect(last).toEqual({ error: `no \u001b[2J service_live_***; ${NEXT}`, exitCode: 1 })
  })

  it('has no stack for a Failure, not even with --debug', async () => {
    const { stderr } = await runCommand(['charges', 'get', 'a/b', '--debug'])
    expect(stderr).toMatch(/^error: /)
  })
})

describe('a missing flag', () => {
  it.each([
    [['charge', 'confirm', 'pay_x'], '--amount'],
    [['webhook', 'trigger', 'payment.approved'], '--to'],
  ])('of %j is named', async (args, flag) => {
    const { stderr, code } = await runCommand(args)
    expect({ first: stderr.split('\n')[0], code }).toEqual({ first: `error: ${flag} is missing`, code: 2 })
  })
})

describe('on a dumb terminal', () => {
  it.each([
    ['dumb', false],
    ['xterm', true],
  ])('an error and its colour: TERM=%s', async (TERM, commands) => {
    const host = testHost({ env: { TERM }, terminal: { columns: 80, rows: 24 } })
    const { stderr } = await runCommand(['charges', 'get', 'a/b'], { host })
    expect(stderr).toContain('error:')
    expect(stderr.includes('\u001b')).toBe(commands)
  })
})
