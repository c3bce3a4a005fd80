/** `webhook verify` as a process: with openssl in a shell, under DEBUG, on a terminal. */

import { afterAll, describe, expect, it } from 'vitest'
import { Machine } from '../support/pixctl.ts'
import { AT, BODY, SECRET, SIGNED_AT, sign, writeIn } from '../support/signature.ts'
import { fields } from '../support/store.ts'
import { noTerminal, onTerminal, plain } from './pty.ts'

const machine = new Machine({ PIXCTL_WEBHOOK_SECRET: SECRET })
afterAll(() => machine[Symbol.dispose]())

it('webhook verify accepts a signature that openssl makes now', async () => {
  const line = `t=$(date +%s); v1=$( { printf '%s.' "$t"; cat; } < body.json | openssl dgst -sha256 -hmac "$PIXCTL_WEBHOOK_SECRET" -r | cut -d' ' -f1)
      pixctl webhook verify --signature "t=$t,v1=$v1" < body.json`
  writeIn(machine.folder, 'body.json', BODY)
  const { stdout, code } = await machine.shell(`cd ${machine.folder}; ${line}`)
  expect(code).toBe(0)
  expect(fields(stdout)).toMatchObject({ valid: 'true', reason: 'valid', hints: '' })
})

it('the right signature and the secret are never shown, traced or not', async () => {
  const right = sign(BODY).slice(-64)
  const other = `t=${SIGNED_AT},v1=${'0'.repeat(64)}`
  const args = ['webhook', 'verify', '--signature', other, ...AT, '--debug']
  const env = { NODE_DEBUG: '*', DEBUG: '*' }
  const { stdout, stderr } = await machine.pixctl(args, { input: BODY, env })
  expect(stdout).toContain('signature_mismatch')
  for (const secret of [right, SECRET, SECRET.slice(6), 'secret of the test']) {
    expect(stdout + stderr).not.toContain(secret)
  }
})

describe.skipIf(noTerminal)('on a terminal', () => {
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
})
