/** `webhook verify` as a process: with openssl in a shell, under DEBUG, on a terminal. */

import { afterAll, describe, expect, it } from 'vitest'
import { Machine, type RunOptions } from '../support/pixctl.ts'
import { AT, BODY, SECRET, SIGNED_AT, sign, writeIn } from '../support/signature.ts'
import { fields } from '../support/store.ts'
import { noTerminal, onTerminal, plain } from './pty.ts'

const machine = new Machine({ PIXCTL_WEBHOOK_SECRET: SECRET })
afterAll(() => machine[Symbol.dispose]())
const verify = (args: string[], options: RunOptions = {}) =>
  machine.pixctl(['webhook', 'verify', ...args], options)

const file = (name: string, content: string | Buffer) => writeIn(machine.folder, name, content)

it('webhook verify accepts a signature that openssl makes now', async () => {
  const line = `t=$(date +%s); v1=$( { printf '%s.' "$t"; cat; } < body.json | openssl dgst -sha256 -hmac "$PIXCTL_WEBHOOK_SECRET" -r | cut -d' ' -f1)
      pixctl webhook verify --signature "t=$t,v1=$v1" < body.json`
  file('body.json', BODY)
  const { stdout, code } = await machine.shell(`cd ${machine.folder}; ${line}`)
  expect(code).toBe(0)
  expect(fields(stdout)).toMatchObject({ valid: 'true', reason: 'valid', hints: '' })
})

describe('the right signature', () => {
  it.each(['', '--debug'])('and the secret are never shown (%s)', async flag => {
    const right = sign(BODY).slice(-64)
    const other = `t=${SIGNED_AT},v1=${'0'.repeat(64)}`
    const { stdout, stderr } = await verify(['--signature', other, ...AT, ...(flag ? [flag] : [])], {
      input: BODY,
      env: { NODE_DEBUG: '*', DEBUG: '*' },
    })
    expect(stdout).toContain('signature_mismatch')
    for (const secret of [right, SECRET, SECRET.slice(6), 'secret of the test']) {
      expect(stdout + stderr).not.toContain(secret)
    }
  })
})

describe.skipIf(noTerminal)('on a terminal', () => {
  it('does not wait for a body to be typed', async () => {
    const terminal = onTerminal(machine, `pixctl webhook verify --signature '${sign(BODY)}'`)
    expect(await terminal.ended).toBe(2)
    expect(plain(terminal.screen)).toContain('the body is missing')
  })

  it('reads a typed body with --body -', async () => {
    const line = `pixctl webhook verify --signature '${sign('typed\n')}' --body - --at ${SIGNED_AT}`
    const terminal = onTerminal(machine, line)
    await terminal.sees('Ctrl-D')
    terminal.type('typed\n\u0004')
    expect(await terminal.ended).toBe(0)
    expect(plain(terminal.screen)).toMatch(/Verdict +valid/)
  })

  it('stops reading at Ctrl-C', async () => {
    const terminal = onTerminal(machine, `pixctl webhook verify --signature '${sign(BODY)}' --body -`)
    await terminal.sees('Ctrl-D')
    terminal.type('\u0003')
    expect(await terminal.ended).toBe(130)
  })

  it('escapes what the header says', async () => {
    const body = file('body.json', BODY)
    const line = `pixctl webhook verify --signature $'t=\\e[31m1,v1=0' --body ${body}`
    const terminal = onTerminal(machine, line)
    expect(await terminal.ended).toBe(10)
    expect(terminal.screen).toContain('\\u001b[31m1')
    expect(terminal.screen).not.toContain('\u001b[31m1')
  })
})
