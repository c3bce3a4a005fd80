/** The sandbox's page has every state and error that docs/service.md names. */

import { describe, expect, it } from 'vitest'
import { read } from './pages.ts'

const service = read('docs/service.md')
const page = read('docs/guide/sandbox.md')

/** The cells in the first column of a section's tables. */
function firstCells(section: string): string[] {
  const [, text = ''] = service.split(section)
  const [body = ''] = text.split(/^#+ /m)
  return [...body.matchAll(/^\| *([^|]+?) *\|/gm)].map(([, cell]) => cell!)
}

describe('docs/guide/sandbox.md has', () => {
  it('every state', () => {
    const states = firstCells('## 3. The states of a charge').filter(cell => /^`[A-Z]+`$/.test(cell))
    expect(new Set(states).size).toBe(5)
    for (const state of states) expect(page).toContain(`| ${state} |`)
  })

  it('every error', () => {
    const statuses = firstCells('## 7. The errors')
      .flatMap(cell => cell.match(/\d{3}/g) ?? [])
      .filter(status => status >= '400')
    expect(statuses.length).toBeGreaterThanOrEqual(11)
    const rows = page.match(/^\| \d{3}.*?\|/gm)?.join(' ')
    for (const status of statuses) expect(rows).toContain(status)
  })

  it('every event', () => {
    const types = firstCells('### 6.1 The kinds').flatMap(cell => cell.match(/`\w+\.\w+`/g) ?? [])
    expect(types.length).toBe(7)
    for (const type of types) expect(page).toContain(type)
  })
})
