/** docs/stability.md and the lists that it names have all that the tool has, and nothing else. */

import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MIGRATIONS } from '#inbox/postgres/generated/migrations.ts'
import { read, root } from './pages.ts'

/** The first cells of a section's tables, without the rest of the page. */
function firstCells(page: string, heading: string): string[] {
  const [, text = ''] = read(page).split(`\n${heading}\n`)
  const [section = ''] = text.split(/^#+ /m)
  const cells = [...section.matchAll(/^\| (.+?) \|/gm)].map(([, cell]) => cell!)
  return cells.flatMap(cell => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
}

describe('docs/stability.md', () => {
  it('has every variable of pixctl, and each is read', () => {
    const found = (files: readonly string[]) =>
      new Set(files.flatMap(file => read(file).match(/\bPIXCTL_[A-Z_]*[A-Z]\b/g) ?? []))
    const code = globSync('{src,bin}/**/*.{ts,tsx,js}', { cwd: root })
    const listed = firstCells('docs/stability.md', '## Environment variables')
    expect(listed).toEqual(expect.arrayContaining(['NO_COLOR', 'HTTPS_PROXY', 'TZ']))
    const own = listed.filter(name => name.startsWith('PIXCTL_')).sort()
    expect([...found(code)].sort()).toEqual(own)
    expect([...found(code.filter(file => !file.endsWith('texts.ts')))].sort()).toEqual(own)
  })
})

it('docs/guide/production.md has every metric', () => {
  const made = read('src/monitor/metrics.ts').matchAll(/\b(?:named|counter|gauge|histogram)\(\s*'(\w+)'/g)
  const names = [...made].map(([, name]) => `pixctl_${name}`).sort()
  expect(names.length).toBeGreaterThan(10)
  expect(firstCells('docs/guide/production.md', '### Metrics').sort()).toEqual(names)
})

it('docs/guide/shared-inbox.md has every column of the view', () => {
  const columns = [...MIGRATIONS.join('\n').matchAll(/COMMENT ON COLUMN pixctl\.events\.(\w+) IS/g)]
  const listed = firstCells('docs/guide/shared-inbox.md', '## With psql and Grafana')
  expect(listed.sort()).toEqual(columns.map(([, name]) => name!).sort())
})
