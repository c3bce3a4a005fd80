import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

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
