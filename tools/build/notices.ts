/** The licences of the packages whose code is in dist/: most ask that their notice goes along. */

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bundled } from './bundled.ts'

/** Writes THIRD-PARTY-NOTICES.txt. Throws when a bundled package has no licence that can be found. */
export async function writeNotices(root: string, packages: readonly Bundled[]): Promise<void> {
  const notices = await Promise.all(packages.map(each => notice(root, each)))
  await writeFile(join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'), notices.join(`\n${'-'.repeat(80)}\n\n`))
}

async function notice(root: string, { folder, json: { name, version, license } }: Bundled): Promise<string> {
  const file = (await readdir(join(root, folder))).find(each => /^licen[cs]e/i.test(each))
  if (!file && !license) throw new Error(`${name} has no licence`)
  const text = file
    ? await readFile(join(root, folder, file), 'utf8')
    : 'No licence file comes with the package.'
  return `${name} ${version} (${license ?? 'as follows'})\n\n${text.trim()}\n`
}
