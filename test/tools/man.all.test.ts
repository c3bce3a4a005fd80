/** The manual pages of the build: one for each command in both languages, without a mistake that mandoc or man finds. */

import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#cli/dispatch/commands.ts'
import { roff } from '../../tools/build/man/roff.ts'
import { describeNeeding } from '../support/needs.ts'

const man = join(import.meta.dirname, '../../dist/man')
const FOLDERS = ['man1', 'pt_BR/man1']

function need(program: string, option: string) {
  const { error } = spawnSync(program, [option], { stdio: 'ignore' })
  return { missing: error ? `${program} is not here` : null, requiredBy: 'PIXCTL_REQUIRE_SHELLS' }
}

describe.each(FOLDERS)('%s', folder => {
  it('has a page for pixctl and one for each command', () => {
    const names = ['pixctl', ...Object.keys(COMMANDS).map(id => `pixctl-${id.replaceAll(':', '-')}`)]
    expect(globSync('*', { cwd: join(man, folder) }).toSorted()).toEqual(
      names.map(name => `${name}.1`).toSorted(),
    )
  })

  describeNeeding(need('mandoc', '-V'), 'mandoc', () => {
    it('finds no mistake in any page', () => {
      const pages = globSync(join(man, folder, '*.1'))
      const { stdout, stderr, status } = spawnSync('mandoc', ['-Tlint', '-Wwarning', ...pages], {
        encoding: 'utf8',
      })
      expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: '', status: 0 })
    })
  })
})

it('no text is read as a request, an escape or a sign of its own', () => {
  expect(roff('.so /etc/passwd')).toBe('\\&.so /etc/passwd')
  expect(roff("'tis")).toBe('\\(aqtis')
  expect(roff('\\fB --a-b')).toBe('\\efB \\-\\-a\\-b')
  expect(roff('ação …')).toBe('a\\[u00E7]\\[u00E3]o \\[u2026]')
})
