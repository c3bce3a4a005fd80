/** Pages that name code: the files exist, and contain the names. */

import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { read, root } from './pages.ts'

const pages = [...globSync('docs/decisions/*.md', { cwd: root }), 'docs/architecture.md', 'CONTRIBUTING.md']

/** `src/contract/money.ts`, or a folder: whatever in backticks begins with one of the project's folders. */
const PATHS = /`((?:src|test|tools|bin|docs|\.ci)(?:\/[\w.-]+)+\/?)`/g
/** `NAME` of `src/file.ts`, and `ONE` and `two` of it. */
const NAMES = /((?:`\w+`(?:, | and ))*`\w+`) of `(src\/[\w./-]+)`/g

const paths = (page: string) => [...read(page).matchAll(PATHS)].map(([, path]) => path!)
const names = (page: string) =>
  [...read(page).replace(/\n/g, ' ').matchAll(NAMES)].flatMap(([, list, file]) =>
    [...list!.matchAll(/\w+/g)]
      .map(([name]) => name)
      .filter(name => name !== 'and')
      .map(name => ({ name, file: file! })),
  )

describe('the code that pages name', () => {
  it('by its path is there', () => {
    const named = pages.flatMap(page => paths(page).map(path => ({ page, path })))
    expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
  })

  it('by its name is there', () => {
    const named = pages.flatMap(page => names(page).map(each => ({ page, ...each })))
    const missing = named.filter(({ name, file }) => {
      return !existsSync(join(root, file)) || !new RegExp(`\\b${name}\\b`).test(read(file))
    })
    expect(missing).toEqual([])
  })
})
