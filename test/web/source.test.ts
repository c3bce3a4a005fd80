/** Rules for the sources of pages, which the compiler doesn't check. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../src')

/** Ways to put text into a page that isn't escaped, and what the Content-Security-Policy forbids. */
const FORBIDDEN =
  /dangerouslySetInnerHTML|\b(innerHTML|outerHTML)\b(?!')|insertAdjacentHTML|document\.write|\braw\(|\braw\b.*hono|hono\/html|\sstyle=|\son[A-Z]\w+=|\bjavascript:/

it('no page has text that could be markup, nor an inline script or style', () => {
  const files = globSync(['**/*.tsx', 'web/**/*.ts'], { cwd: root })
  expect(files.length).toBeGreaterThan(25)
  expect(files.filter(file => FORBIDDEN.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
