/** Before the first test: the right Node, and a build that is as new as the sources. */

import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export default function setup(): void {
  // With the 002 of some systems, files that tests make could be written by a group, and pixctl would refuse them.
  process.umask(0o022)
  checkNode('vitest runs on', process.versions.node)
  // Tests start scripts whose first line asks for `node` by name.
  const { stdout, error } = spawnSync('node', ['-p', 'process.versions.node'], { encoding: 'utf8' })
  checkNode('processes started by name run on', error ? 'none' : stdout.trim())
  if (isStale()) build()
}

function checkNode(what: string, version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 23 || (major === 22 && minor >= 19)) return
  throw new Error(`${what} Node ${version}, and pixctl needs 22.19: use npx vitest or npm test`)
}

/** Whether a source is newer than what was built from it. */
function isStale(): boolean {
  const built = ['start.cjs', 'pixctl.cjs'].map(file => modified(join('dist', file)))
  const sources = [
    ...globSync('src/**/*.{ts,tsx,js,css,svg}', { cwd: root }),
    ...globSync('tools/build/*.ts', { cwd: root }),
    'package.json',
  ]
  return Math.min(...built) < Math.max(...sources.map(modified))
}

/** When a file was last changed, in milliseconds; 0 when it isn't there. */
function modified(file: string): number {
  return statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function build(): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/build/index.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`)
}
