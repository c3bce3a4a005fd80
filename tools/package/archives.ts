/** The archives. The same tree makes the same bytes: names are sorted, owners and times are set. */

import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Packs a folder as `.tar.gz` or `.tar.xz`. */
export async function packTar(folder: string, to: string, seconds: number, fast: boolean): Promise<void> {
  const level = fast ? '-1' : '-9'
  // Blocks of a set size, so that the number of processors changes nothing.
  const filter = to.endsWith('.xz') ? 'xz -6 -T2 --block-size=32MiB' : `gzip --no-name ${level}`
  await run('tar', [
    '--create',
    `--file=${to}`,
    `--use-compress-program=${filter}`,
    '--format=gnu',
    '--sort=name',
    `--mtime=@${seconds}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--directory=${dirname(folder)}`,
    basename(folder),
  ])
}

/** Packs a folder as `.zip`. Its files have their times already. */
export async function packZip(folder: string, to: string, fast: boolean): Promise<void> {
  const parent = dirname(folder)
  const inside = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = inside
    .filter(entry => entry.isFile())
    .map(entry => `${entry.parentPath.slice(parent.length + 1)}/${entry.name}`)
    .sort()
  // zip writes local times.
  const options = { cwd: parent, env: { ...process.env, TZ: 'UTC' } }
  await run('zip', ['-q', '-X', fast ? '-1' : '-9', to, ...names], options)
}
