/** Text files that people make, as Windows writes them: PowerShell 5 in UTF-16, Notepad with a byte order mark. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LocalMachine } from '../support/local.ts'
import { errorOf } from '../support/pixctl.ts'
import { startSandboxOn } from '../support/sandbox.ts'
import { answer, ScriptedService } from '../support/service.ts'
import { AT, BODY, SECRET, sign } from '../support/signature.ts'

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const bigEndian = (text: string) => utf16(text).swap16()
const marked = (text: string) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])
const ENCODINGS = [
  ['UTF-8 with a byte order mark', marked],
  ['UTF-16 of PowerShell', utf16],
  ['UTF-16, the other way round', bigEndian],
] as const

function newMachine(): LocalMachine {
  const machine = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET })
  onTestFinished(() => machine[Symbol.dispose]())
  return machine
}

function fileOf(machine: LocalMachine, content: Buffer): string {
  const path = join(machine.folder, 'file.txt')
  writeFileSync(path, content, { mode: 0o600 })
  return path
}

describe.each(ENCODINGS)('%s', (_name, encoded) => {
  it('is read by auth login', async () => {
    const status = { data: { authenticated: true, permissions: [], withdrawalsEnabled: false } }
    await using service = await new ScriptedService(answer(200, status)).start()
    const machine = newMachine()
    const login = ['auth', 'login', '--insecure-storage', '--base-url', service.baseUrl]
    expect(await machine.pixctl(login, { input: encoded('service_live_1\r\n') })).toMatchObject({ code: 0 })
    expect(service.seen[0]!.headers.authorization).toBe('Bearer service_live_1')
    expect(readFileSync(join(machine.configDir, 'secrets.json'), 'utf8')).toContain('service_live_1\\"')
  })

  it('is read by --secret-file and --headers', async () => {
    const machine = newMachine()
    const secret = fileOf(machine, encoded('whsec_old\r\nwhsec_of_a_file\r\n'))
    const args = ['webhook', 'verify', '--signature', sign(BODY, { secret: 'whsec_of_a_file' }), ...AT]
    expect(await machine.pixctl([...args, '--secret-file', secret], { input: BODY })).toMatchObject({
      code: 0,
    })
    for (const text of [
      `Host: a\r\nX-Service-Signature: ${sign(BODY)}\r\n`,
      JSON.stringify({ 'x-service-signature': sign(BODY) }),
    ]) {
      const headers = fileOf(machine, encoded(text))
      const run = await machine.pixctl(['webhook', 'verify', '--headers', headers, ...AT], { input: BODY })
      expect(run).toMatchObject({ code: 0 })
    }
  })

  it('is read by what the sandbox is given in files', async () => {
    const machine = newMachine()
    const path = fileOf(machine, encoded('service_live_of_a_file\r\n'))
    const host = machine.host({ env: { PIXCTL_SANDBOX_API_KEY_FILE: path } })
    expect(await startSandboxOn(host, '--data', ':memory:')).toMatchObject({
      apiKey: 'service_live_of_a_file',
    })
  })
})

describe('a body', () => {
  it.each(ENCODINGS.slice(1))(
    'in %s is never valid, and the error names that as the cause',
    async (_name, encoded) => {
      const run = await newMachine().pixctl(
        ['webhook', 'verify', '--signature', sign(BODY), ...AT, '--json'],
        {
          input: encoded(`${BODY}\r\n`),
        },
      )
      expect(errorOf(run)).toMatchObject({
        exitCode: 10,
        error: expect.stringMatching(/Cause:.*the body is UTF-16/),
      })
      expect(JSON.parse(run.stdout)).toMatchObject({ valid: false, reason: 'signature_mismatch', hints: [] })
    },
  )
})
