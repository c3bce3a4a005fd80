/** The licences of the packages whose code is in dist/: most ask that their notice goes along. */

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

/** Writes THIRD-PARTY-NOTICES.txt. Throws when a bundled package has no licence that can be found. */
export async function writeNotices(root: string, metafiles: readonly Metafile[]): Promise<void> {
  const folders = new Set<string>()
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
        // The innermost node_modules: a package may bring another with it.
        const folder = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
        if (folder && bytesInOutput > 0) folders.add(folder)
      }
    }
  }
  const notices = await Promise.all([...folders].map(folder => notice(join(root, folder))))
  const unique = [...new Set(notices)].sort()
  await writeFile(join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'), unique.join(`\n${'-'.repeat(80)}\n\n`))
}

async function notice(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const file = (await readdir(folder)).find(each => /^licen[cs]e/i.test(each))
  if (!file && !license) throw new Error(`${name} has no licence`)
  const text = file ? await readFile(join(folder, file), 'utf8') : 'No licence file comes with the package.'
  return `${name} ${version} (${license ?? 'as follows'})\n\n${text.trim()}\n`
}
