import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseForwardHeader } from '#cli/flags/forwarding.ts'
import type { Failure } from '#lib/failure.ts'
import { steps } from '../support/steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'pixctl-header-'))
writeFileSync(join(folder, 'token.txt'), 'Bearer s3cret\n')
writeFileSync(join(folder, 'empty.txt'), ' \n')
writeFileSync(join(folder, 'lines.txt'), 'one\ntwo\n')
afterAll(() => rmSync(folder, { recursive: true }))

const parse = (text: string) => parseForwardHeader(text.replace('@', `@${folder}/`))

describe('--forward-header', () => {
  it.each([
    ['Authorization: Bearer abc', ['Authorization', 'Bearer abc']],
    ['X-Env:dev', ['X-Env', 'dev']],
    ['  X-Env  :   dev  ', ['X-Env', 'dev']],
    ['X-Url: http://localhost:3000/a', ['X-Url', 'http://localhost:3000/a']],
    ['X-Latin: café', ['X-Latin', 'café']],
    ['Authorization: @token.txt', ['Authorization', 'Bearer s3cret']],
  ])('takes %j', (text, header) => {
    expect(parse(text)).toEqual(header)
  })

  it.each([
    '',
    'Authorization',
    'Authorization Bearer s3cret',
    ': s3cret',
    'Bad Name: s3cret',
    'X-Ünicode: s3cret',
    'X-Line: s3cret\r\nX-Other: 1',
    'X-Nul: s3cret\0',
    'X-Wide: s3cret €',
    'X-Empty:',
    'X-Empty: @empty.txt',
    'X-Lines: @lines.txt',
    'X-File: @missing.txt',
    'X-File: @',
    ...['Host', 'Content-Length', 'transfer-encoding', 'TE', 'Upgrade'].map(name => `${name}: s3cret`),
    'X-Service-Signature: s3cret',
    'x-service-delivery: s3cret',
    'X-Service-Anything: s3cret',
  ])('refuses %j, and never repeats the value', text => {
    let failure: unknown
    try {
      parse(text)
    } catch (error) {
      failure = error
    }
    expect(failure).toMatchObject({ category: 'usage' })
    expect((failure as Failure).message + steps(failure as Failure)).not.toContain('s3cret')
  })
})
