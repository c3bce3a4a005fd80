/** Pages that name code: the files exist, and contain the names. */

import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anchors, read, root } from './pages.ts'

const decisions = globSync('docs/decisions/*.md', { cwd: root })
const pages = [...decisions, 'docs/architecture.md', 'CONTRIBUTING.md']

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

  it('is named in every page of decisions, in full', () => {
    expect(decisions.length).toBeGreaterThanOrEqual(7)
    for (const page of decisions.filter(each => !each.endsWith('README.md'))) {
      expect(paths(page).length, page).toBeGreaterThan(1)
    }
    expect(decisions.flatMap(names).length).toBeGreaterThan(20)
    const short = pages.flatMap(page =>
      [...read(page).matchAll(/`[a-z-]+\/[\w-]+\.ts`/g)].map(([path]) => path),
    )
    expect(short.filter(path => !/^`(?:src|test|tools)\//.test(path))).toEqual([])
  })
})

describe('an entry of the decisions', () => {
  const entries = decisions
    .filter(page => !page.endsWith('README.md'))
    .flatMap(page =>
      read(page)
        .split(/^## /m)
        .slice(1)
        .map(text => ({ page, title: text.slice(0, text.indexOf('\n')), text })),
    )

  it('says what was unknown, why, and where it is', () => {
    const parts = [/^\*\*(Unknown|Open)\.\*\* /m, /^\*\*Why\.\*\* /m, /^\*\*Code:\*\* `/m]
    const without = entries.filter(({ text }) => !parts.every(part => part.test(text)))
    expect(without.map(({ page, title }) => `${page}: ${title}`)).toEqual([])
  })

  it('is in the index', () => {
    const index = read('docs/decisions/README.md')
    for (const page of decisions.filter(each => !each.endsWith('README.md'))) {
      const name = page.slice('docs/decisions/'.length)
      for (const anchor of anchors(page).slice(1)) {
        expect(index, `${page}#${anchor}`).toContain(`(${name}#${anchor})`)
      }
    }
  })
})
