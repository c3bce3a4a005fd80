/**
 * Prints what CHANGELOG.md says about a version, for the page of its release:
 *
 *     node tools/release-notes.ts VERSION
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The part of a changelog that is about a version, without its heading. Throws if there is none, or it is empty. */
export function notesOf(changelog: string, version: string): string {
  const heading = `## [${version}] - `
  const part = changelog.split(/^(?=## )/m).find(each => each.startsWith(heading))
  const [first, ...lines] = part?.trimEnd().split('\n') ?? []
  const notes = lines.join('\n').trim()
  if (!notes) throw new Error(`CHANGELOG.md says nothing about ${version}`)
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(first!))
    throw new Error(`CHANGELOG.md has no day for ${version}: ${first}`)
  return `${notes}\n`
}

if (import.meta.main) {
  const [version] = process.argv.slice(2)
  if (!version) throw new Error('which version?')
  process.stdout.write(notesOf(await readFile(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8'), version))
}
