/** `webhook verify`: what it says of a signature, and why one is not valid. */

import { afterAll, describe, expect, it } from 'vitest'
import { LocalMachine } from '../../support/local.ts'
import { errorOf, type RunOptions } from '../../support/pixctl.ts'
import { AT, BODY, SECRET, SIGNED_AT, sign, writeIn } from '../../support/signature.ts'
import { fields } from '../../support/store.ts'

const machine = new LocalMachine({ PIXCTL_WEBHOOK_SECRET: SECRET })
afterAll(() => machine[Symbol.dispose]())
const verify = (args: string[], options: RunOptions = {}) =>
  machine.pixctl(['webhook', 'verify', ...args], options)

const file = (name: string, content: string | Buffer) => writeIn(machine.folder, name, content)

describe('a valid signature', () => {
  it('is 0, and one object with --json', async () => {
    const run = await verify(['--signature', sign(BODY), ...AT, '--json'], { input: BODY })
    expect(run).toMatchObject({ stderr: '', code: 0 })
    const said = { valid: true, reason: 'valid', timestamp: String(SIGNED_AT), skewSeconds: 0, hints: [] }
    expect(JSON.parse(run.stdout)).toEqual(said)
    expect(Object.keys(JSON.parse(run.stdout))).toEqual(Object.keys(said))
  })

  it.each<[string, () => string[], string | Buffer]>([
    ['with its name in front', () => ['--signature', `X-Service-Signature: ${sign(BODY)}`], BODY],
    ['of a body in a file', () => ['--signature', sign(BODY), '--body', file('body', BODY)], ''],
    ['in a file', () => ['--headers', file('headers', `x-service-signature: ${sign(BODY)}\n`)], BODY],
    [
      'by a secret of a file',
      () => [
        '--signature',
        sign(BODY, { secret: 'whsec_of_a_file' }),
        '--secret-file',
        file('secrets', 'whsec_new\nwhsec_of_a_file\n'),
      ],
      BODY,
    ],
    ['of no text', () => ['--signature', sign(Buffer.from([0, 255, 254]))], Buffer.from([0, 255, 254])],
  ])('is 0 %s', async (_name, args, input) => {
    const { stdout, code } = await verify([...args(), ...AT], { input })
    expect(code).toBe(0)
    expect(fields(stdout)).toMatchObject({ valid: 'true', timestamp: String(SIGNED_AT), skewSeconds: '0' })
  })
})

describe('why it is not valid', () => {
  it.each<[string, string, object]>([
    ['another body', sign('{}'), { reason: 'signature_mismatch', timestamp: `${SIGNED_AT}`, skewSeconds: 0 }],
    ['another secret', sign(BODY, { secret: 'whsec_other' }), { reason: 'signature_mismatch' }],
    ['none', '', { reason: 'missing_signature', timestamp: null, skewSeconds: null }],
    ['65 digits', `${sign(BODY)}0`, { reason: 'malformed_signature', skewSeconds: 0 }],
    [
      'too early',
      sign(BODY, { t: String(SIGNED_AT + 301) }),
      { reason: 'timestamp_outside_tolerance', skewSeconds: -301 },
    ],
  ])('is said of %s: exit 10', async (_name, header, expected) => {
    const run = await verify(['--signature', header, ...AT, '--json'], { input: BODY })
    expect(JSON.parse(run.stdout)).toMatchObject({ valid: false, hints: [], ...expected })
    expect(errorOf(run).exitCode).toBe(10)
  })

  it.each([
    ['371', 'timestamp_outside_tolerance'],
    ['6m12s', 'valid'],
  ])('an age of 372 s, with --tolerance %s', async (tolerance, reason) => {
    const args = ['--signature', sign(BODY, { t: String(SIGNED_AT - 372) }), ...AT, '--tolerance', tolerance]
    expect(fields((await verify(args, { input: BODY })).stdout).reason).toBe(reason)
  })
})

describe('a hint', () => {
  it('is named with its words, as every other that belongs to it', async () => {
    const header = sign(BODY, { secret: SECRET.slice(6) })
    const run = await verify(['--signature', header, ...AT, '--json'], { input: `${BODY}\n` })
    expect(run.code).toBe(10)
    const hints = ['trailing_newline', 'secret_prefix']
    expect(JSON.parse(run.stdout)).toMatchObject({ valid: false, reason: 'signature_mismatch', hints })
    for (const hint of hints) expect(errorOf(run).error).toContain(`${hint}: `)
  })
})

describe('the right signature', () => {
  it('is not needed when the header is malformed', async () => {
    const env = { PIXCTL_WEBHOOK_SECRET: '' }
    expect((await verify(['--signature', 't=1'], { env, input: BODY })).code).toBe(10)
    expect((await verify(['--signature', sign(BODY)], { env, input: BODY })).code).toBe(3)
  })
})

describe('wrong usage', () => {
  it.each<[string, string[], string]>([
    ['no signature', [], '--signature'],
    ['a body that is not there', ['--signature', 't=1', '--body', '/nowhere/body'], 'ENOENT'],
  ])('is exit 2: %s', async (_name, args, says) => {
    const run = await verify([...args, '--json'], { input: BODY })
    expect({ stdout: run.stdout, code: run.code }).toEqual({ stdout: '', code: 2 })
    expect(errorOf(run).error).toContain(says)
  })
})
