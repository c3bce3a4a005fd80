/**
 * Writes the version of package.json into the pages that name files of a release.
 *
 *     npm version --no-git-tag-version MAJOR.MINOR.PATCH
 *
 * npm runs this after it has changed package.json.
 */

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

for (const page of globSync(['*.md', 'docs/**/*.md'], { cwd: root, exclude: ['CHANGELOG.md'] })) {
  const text = readFileSync(join(root, page), 'utf8')
  const changed = text.replace(/(?<=pixctl[-_])\d+\.\d+\.\d+/g, version)
  if (changed !== text) writeFileSync(join(root, page), changed)
}
