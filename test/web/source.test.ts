/** Rules for the sources of pages, which the compiler doesn't check. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../src')

/** Ways to put text into a page that isn't escaped, and what the Content-Security-Policy forbids. */
const FORBIDDEN =
  /dangerouslySetInnerHTML|\b(innerHTML|outerHTML)\b(?!')|insertAdjacentHTML|document\.write|\braw\(|\braw\b.*hono|hono\/html|\sstyle=|\son[A-Z]\w+=|\bjavascript:/

describe('no page has text that could be markup, nor an inline script or style', () => {
  const files = globSync(['**/*.tsx', 'web/**/*.ts'], { cwd: root })

  it('is in any of their sources', () => {
    expect(files.length).toBeGreaterThan(25)
    const found = files.filter(file => FORBIDDEN.test(readFileSync(join(root, file), 'utf8')))
    expect(found).toEqual([])
  })

  it.each([
    '<p dangerouslySetInnerHTML={{ __html: x }} />',
    "import { raw } from 'hono/html'",
    "import { html } from 'hono/html'",
    'return raw(text)',
    'element.innerHTML = text',
    '<p style="color:red">',
    '<p onClick={x}>',
    '<a href="javascript:x">',
  ])('and notices %s', source => {
    expect(source).toMatch(FORBIDDEN)
  })
})
