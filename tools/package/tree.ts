/**
 * What an archive unpacks to: `bin/pixctl` starts (on Windows it is Node itself), `lib/pixctl` is the package of npm
 * with Node in it, `share` is for the system, and what people look for is at the top (top.ts). The folders have the
 * names of a Unix prefix, so they can also lie in /usr or /usr/local.
 */

import { execFile } from 'node:child_process'
import { chmod, copyFile, lutimes, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { NodeFiles, Target } from './nodes.ts'
import { listNode } from './sbom.ts'
import { writeTop } from './top.ts'
import { writeWindowsExe } from './windows-exe.ts'

const run = promisify(execFile)
const TEMPLATES = join(import.meta.dirname, 'templates')

/** The list of what is in it, from lib/pixctl. */
export const SBOM = join('dist', 'sbom.cdx.json')

const COMPLETIONS = [
  ['bash', 'bash-completion/completions/pixctl'],
  ['zsh', 'zsh/site-functions/_pixctl'],
  ['fish', 'fish/vendor_completions.d/pixctl.fish'],
] as const

/** Lays out the tree of a target in a new folder, from the file that `npm pack` made. */
export async function layOut(
  tarball: string,
  target: Target,
  node: NodeFiles,
  folder: string,
): Promise<void> {
  const lib = join(folder, 'lib', 'pixctl')
  await mkdir(lib, { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', lib, '--strip-components=1', '--no-same-owner'])
  await leaveOnlyOwnKeychain(lib, target)

  await copyFile(node.licence, join(lib, 'NODE-LICENSE'))
  await listNode(join(lib, SBOM), node)
  await writeTop(folder, target)
  await plainModes(folder)
  await mkdir(join(folder, 'bin'))
  await chmod(join(folder, 'bin'), 0o755)
  if (target.platform === 'win32') {
    await writeWindowsExe(node, dirname(node.binary), join(folder, 'bin', 'pixctl.exe'))
    return
  }
  await writeShare(lib, join(folder, 'share'))
  await plainModes(join(folder, 'share'))
  for (const [from, to] of [
    [node.binary, join(lib, 'node')],
    [join(TEMPLATES, 'pixctl.sh'), join(folder, 'bin', 'pixctl')],
  ] as const) {
    await copyFile(from, to)
    await chmod(to, 0o755)
  }
}

/** Where `man` and the shells look: the manual pages, compressed as Debian wants them, and the completions. */
async function writeShare(lib: string, share: string): Promise<void> {
  for (const folder of ['man1', 'pt_BR/man1']) {
    const pages = join(lib, 'dist', 'man', folder)
    await mkdir(join(share, 'man', folder), { recursive: true })
    for (const page of await readdir(pages)) {
      const compressed = gzipSync(await readFile(join(pages, page)), { level: 9 })
      await writeFile(join(share, 'man', folder, `${page}.gz`), compressed)
    }
  }
  await rm(join(lib, 'dist', 'man'), { recursive: true })
  for (const [shell, file] of COMPLETIONS) {
    const { stdout } = await run(process.execPath, [
      join(lib, 'bin', 'run.js'),
      'completion',
      shell,
      '--lang',
      'en',
    ])
    await mkdir(dirname(join(share, file)), { recursive: true })
    await writeFile(join(share, file), stdout)
  }
}

/** Of keytar only what this machine loads: the binaries for others are most of its size. */
async function leaveOnlyOwnKeychain(lib: string, { platform, arch }: Target): Promise<void> {
  const keytar = join(lib, 'node_modules', 'keytar')
  const wanted = join(keytar, 'prebuilds', `${platform}-${arch}`, 'keytar.node')
  await stat(wanted)
  const kept = ['LICENSE.md', 'lib', 'package.json', 'prebuilds']
  const others = (await readdir(keytar)).filter(each => !kept.includes(each)).map(each => join(keytar, each))
  const prebuilds = await readdir(join(keytar, 'prebuilds'))
  for (const each of prebuilds.map(name => join(keytar, 'prebuilds', name))) {
    if (!wanted.startsWith(join(each, '/'))) others.push(each)
  }
  await Promise.all(others.map(each => rm(each, { recursive: true })))
}

/** Nothing in a package is executable but what is started, whatever the umask here is. */
async function plainModes(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await plainModes(path)
    else await chmod(path, 0o644)
  }
}

/** Gives everything in a folder the same time, in seconds since 1970: the same sources make the same archive. */
export async function setTimes(folder: string, seconds: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await setTimes(path, seconds)
    else await lutimes(path, seconds, seconds)
  }
  await lutimes(folder, seconds, seconds)
}
