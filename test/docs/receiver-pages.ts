/** The receivers of docs/guide/receivers, and the code of their pages. */

import { expect } from 'vitest'
import type { Language } from '../support/runtimes.ts'
import { blocks, read } from './pages.ts'

export interface Page {
  language: Language
  /** The info string of its code. */
  info: string
  /** What the page says to save it as. */
  file: string
  /** What runs it, if it isn't a program. */
  runner?: string
}

export const PAGES: Record<string, Page> = {
  express: { language: 'node', info: 'js', file: 'receiver.mjs' },
  fastify: { language: 'node', info: 'js', file: 'receiver.mjs' },
  nextjs: { language: 'node', info: 'js', file: 'route.js', runner: 'next-adapter.mjs' },
  flask: { language: 'python', info: 'python', file: 'receiver.py' },
  django: { language: 'python', info: 'python', file: 'receiver.py' },
  php: { language: 'php', info: 'php', file: 'receiver.php' },
  go: { language: 'go', info: 'go', file: 'receiver.go' },
  java: { language: 'java', info: 'java', file: 'Receiver.java' },
  ruby: { language: 'ruby', info: 'ruby', file: 'receiver.rb' },
}

/** The blocks of a page that have this info string. */
export function blocksOf(page: string, info: string): string[] {
  return blocks(page).flatMap(each => (each.info === info ? [each.text] : []))
}

/** The code of a page, which has one block of it. */
export function codeOf(name: string, { info, file }: Page): string {
  const page = `docs/guide/receivers/${name}.md`
  expect(read(page)).toContain(file)
  const found = blocksOf(page, info)
  expect(found).toHaveLength(1)
  return found[0]!
}
