/** `--lang` takes English or Portuguese; the variables are in test/lib/language.test.ts. */

import { describe, expect, it } from 'vitest'
import { runCommand } from '../support/run.ts'

const WRONG = 'error: --lang takes en or pt-BR, not fr\n  for example: --lang pt-BR\n'

describe('--lang', () => {
  it.each([
    ['status', '--lang', 'fr'],
    ['--lang=fr', 'report'],
    ['help', 'charges', '--lang', 'fr'],
    ['charges', '--lang', 'fr'],
    ['--lang', 'fr', 'version'],
  ])('of another language is exit 2: %s %s %s', async (...args) => {
    expect(await runCommand(args)).toEqual({ stdout: '', stderr: WRONG, code: 2 })
  })

  it('that is wrong is one line of JSON with --json', async () => {
    const { stderr, code } = await runCommand(['status', '--json', '--lang', ''])
    expect(code).toBe(2)
    expect(JSON.parse(stderr)).toMatchObject({ error: expect.stringContaining('--lang takes en or pt-BR') })
  })

  it.each([
    ['en-GB', 'USAGE'],
    ['pt', 'USO'],
  ])('%s gives the heading %s', async (lang, heading) => {
    const { stdout, code } = await runCommand(['balance', '--help', '--lang', lang])
    expect(code).toBe(0)
    expect(stdout).toContain(`${heading}\n`)
  })

  it('is what follows -- only if it is a flag', async () => {
    expect((await runCommand(['charges', 'get', '--', '--lang', 'fr'])).stderr).not.toContain('--lang takes')
  })
})
