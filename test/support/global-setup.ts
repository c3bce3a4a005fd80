/** Before the first test: the right Node, and a build that is as new as the sources. */

import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  globSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runsAll } from './volume.ts'

const root = join(import.meta.dirname, '../..')

/** @returns what removes all that the tests left */
export default function setup(): () => void {
  // With the 002 of some systems, files that tests make could be written by a group, and pixctl would refuse them.
  process.umask(0o022)
  checkNode('vitest runs on', process.versions.node)
  // Tests start scripts whose first line asks for `node` by name.
  const { stdout, error } = spawnSync('node', ['-p', 'process.versions.node'], { encoding: 'utf8' })
  checkNode('processes started by name run on', error ? 'none' : stdout.trim())
  if (isStale()) build()
  if (!runsAll) process.stderr.write('the rest of the tests: npm run test:all (CONTRIBUTING.md)\n')
  const folder = (runsAll ? undefined : folderInMemory()) ?? newFolder(tmpdir())
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

function newFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'pixctl-tests-'))
  // The user of a PostgreSQL server must get through to its data.
  chmodSync(folder, 0o711)
  return folder
}

/**
 * A folder in memory, for a third of the tests' time is the disk's, which writes each commit; undefined without one that
 * has a gigabyte and lets programs run. `npm run test:all` waits for the disk.
 */
function folderInMemory(): string | undefined {
  let folder: string | undefined
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < 2 ** 30) return undefined
    folder = newFolder('/dev/shm')
    const program = join(folder, 'program')
    writeFileSync(program, '', { mode: 0o755 })
    accessSync(program, constants.X_OK)
    return folder
  } catch {
    if (folder !== undefined) rmSync(folder, { recursive: true })
    return undefined
  }
}

function checkNode(what: string, version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 23 || (major === 22 && minor >= 19)) return
  throw new Error(`${what} Node ${version}, and pixctl needs 22.19: use npx vitest or npm test`)
}

/** Whether something has changed since the last build, whose last file is this one. */
function isStale(): boolean {
  const built = statSync(join(root, 'dist/sbom.cdx.json'), { throwIfNoEntry: false })
  // Folders too: one changes when a file of it goes.
  const sources = globSync(['src/**', 'tools/build/**', 'package.json', 'package-lock.json'], { cwd: root })
  return built === undefined || sources.some(file => statSync(join(root, file)).mtimeMs > built.mtimeMs)
}

function build(): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/build/index.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`)
}
