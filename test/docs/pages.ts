import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export const guide = globSync('docs/guide/*.md', { cwd: root }).sort()
/** The operator's pages in Portuguese: each has the name of the one in English. */
export const portuguese = globSync('docs/guide/pt-BR/*.md', { cwd: root }).sort()

/** The text of a file, by its path from the root of the project. */
export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchors(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** The fenced blocks of a page, with the info string that says what they are. */
export function blocks(page: string): { info: string; text: string }[] {
  const found = read(page).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)
  return [...found].map(([, info, text]) => ({ info: info!, text: text! }))
}
