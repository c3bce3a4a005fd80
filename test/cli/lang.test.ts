/** `--lang` takes English or Portuguese; a variable of another language is English. */

import { describe, expect, it } from 'vitest'
import { runCommand, testHost } from '../support/run.ts'

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
    ['en', 'USAGE'],
    ['en-GB', 'USAGE'],
    ['EN', 'USAGE'],
    ['pt-BR', 'USO'],
    ['pt', 'USO'],
    ['pt_PT', 'USO'],
  ])('%s gives the heading %s', async (lang, heading) => {
    const { stdout, code } = await runCommand(['balance', '--help', '--lang', lang])
    expect(code).toBe(0)
    expect(stdout).toContain(`${heading}\n`)
  })

  it.each(['PIXCTL_LANG', 'LC_ALL', 'LANG'])('a language of %s that there is not is English', async name => {
    const { stdout, code } = await runCommand(['balance', '--help'], {
      host: testHost({ env: { [name]: 'fr_FR.UTF-8' } }),
    })
    expect(code).toBe(0)
    expect(stdout).toContain('USAGE\n')
  })

  it('is what follows -- only if it is a flag', async () => {
    expect((await runCommand(['charges', 'get', '--', '--lang', 'fr'])).stderr).not.toContain('--lang takes')
  })
})
