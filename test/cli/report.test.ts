/** How an error is printed: as plain words, and with a stack trace if the user asked for it. */

import { describe, expect, it } from 'vitest'
import { main } from '#cli/dispatch/main.ts'
import { notesOf } from '../support/pixctl.ts'
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
    expect(notesOf({ stderr })[1]).toMatch(/^ {4}at .*report\.test\.ts/)
  })

  it('has no stack for a Failure, not even with --debug', async () => {
    const { stderr } = await runCommand(['charges', 'get', 'a/b', '--debug'])
    expect(stderr).toMatch(/^error: /)
  })
})

describe('an error in a narrow terminal', () => {
  const refund = (...flags: string[]) => ['charge', 'refund', 'pay_26348a4f427992a2b27191', ...flags]
  const narrow = (env: Record<string, string> = {}) =>
    testHost({ env: { NO_COLOR: '1', TERM: 'dumb', ...env }, terminal: { columns: 40, rows: 24 } })

  it('is broken between words, and what belongs to a line is indented below it', async () => {
    const { stderr } = await runCommand(refund(), { host: narrow({ LC_ALL: 'pt_BR.UTF-8' }) })
    const lines = stderr.trimEnd().split('\n')
    // In one piece, to be copied.
    expect(lines.pop()).toBe('pixctl charges get pay_26348a4f427992a2b27191')
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(40)
    expect(lines.slice(0, 5)).toEqual([
      ...['erro: devolução não existe no serviço;', 'por isso, o pixctl não pode devolver', 'nada'],
      ...['  devolva pelo banco da loja: faça a', '    devolução do Pix, se foi o banco que'],
    ])
  })

  it('has its colour only on the word before it', async () => {
    const { stderr } = await runCommand(refund(), { host: narrow({ NO_COLOR: '', FORCE_COLOR: '1' }) })
    expect(stderr).toMatch(/^\u001b\[31merror:\u001b\[39m the service has no refunds, so\npixctl can't pay/)
  })

  it.each([
    [[], undefined],
    [['--log-format', 'json'], { columns: 40, rows: 24 }],
    [['--json'], { columns: 40, rows: 24 }],
  ])('is not broken for programs: %j', async (flags, terminal) => {
    const command = flags[0] === '--log-format' ? ['webhook', 'listen', '--port', 'x'] : refund()
    const host = testHost({ env: { NO_COLOR: '1', TERM: 'dumb' }, ...(terminal && { terminal }) })
    const { stderr } = await runCommand([...command, ...flags], { host })
    const longest = Math.max(...stderr.split('\n').map(line => line.length))
    expect(longest).toBeGreaterThan(60)
    if (terminal) expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})
