/** What lies at the top of an archive, for the people who unpack it: how to start, and the licences. */

import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fill } from './manifests.ts'
import type { Target } from './nodes.ts'

/** The names; what else is there, is for the system. A package for Debian has its own places for these. */
export const TOP = ['README.txt', 'LICENSE', 'THIRD-PARTY-NOTICES.txt'] as const

const RULE = `\n${'='.repeat(80)}\n\n`

/** Writes them into a tree, from what its lib/pixctl has. */
export async function writeTop(folder: string, { platform }: Target): Promise<void> {
  const [readme, license, notices] = TOP.map(name => join(folder, name)) as [string, string, string]
  const lib = join(folder, 'lib', 'pixctl')
  const windows = platform === 'win32'
  const template = join(import.meta.dirname, 'templates', `README.${windows ? 'windows' : 'unix'}.txt`)
  const pixctl = JSON.parse(await readFile(join(lib, 'package.json'), 'utf8'))
  const repository = pixctl.homepage.replace(/#.*/, '')
  const text = fill(await readFile(template, 'utf8'), { ...pixctl, repository, sha256: new Map() })
  await writeFile(readme, windows ? text.replaceAll('\n', '\r\n') : text)
  await copyFile(join(lib, 'LICENSE'), license)
  const others = [
    ['Node.js', 'NODE-LICENSE'],
    ['keytar', join('node_modules', 'keytar', 'LICENSE.md')],
    ['The packages whose code is in pixctl', join('dist', 'THIRD-PARTY-NOTICES.txt')],
  ] as const
  const texts = others.map(async ([title, file]) => {
    return `${title}\n\n${(await readFile(join(lib, file), 'utf8')).trim()}\n`
  })
  await writeFile(notices, (await Promise.all(texts)).join(RULE))
}
