/**
 * What an archive unpacks to: `bin/pixctl` starts, `lib/pixctl` is the package of npm with Node in it, `share` is for
 * the system. The folders have the names of a Unix prefix, so the same tree can be /usr or /usr/local.
 */

import { execFile } from 'node:child_process'
import { chmod, copyFile, lutimes, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { NodeFiles, Target } from './nodes.ts'

const run = promisify(execFile)
const TEMPLATES = join(import.meta.dirname, 'templates')

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

  const windows = target.platform === 'win32'
  const binary = join(lib, windows ? 'node.exe' : 'node')
  await copyFile(node.binary, binary)
  await copyFile(node.licence, join(lib, 'NODE-LICENSE'))
  await listNode(join(lib, 'dist', 'sbom.cdx.json'), node.version)

  const start = join(folder, 'bin', windows ? 'pixctl.cmd' : 'pixctl')
  await mkdir(join(folder, 'bin'))
  await copyFile(join(TEMPLATES, windows ? 'pixctl.cmd' : 'pixctl.sh'), start)
  await plainModes(folder)
  await chmod(binary, 0o755)
  await chmod(start, 0o755)
}

/** Of keytar only what this machine loads: the binaries for others are most of its size. */
async function leaveOnlyOwnKeychain(lib: string, { platform, arch }: Target): Promise<void> {
  const modules = join(lib, 'node_modules')
  const keytar = join(modules, 'keytar')
  const wanted = join(keytar, 'prebuilds', `${platform}-${arch}`, 'keytar.node')
  await stat(wanted)
  const kept = ['LICENSE.md', 'lib', 'package.json', 'prebuilds']
  const others = (await readdir(keytar)).filter(each => !kept.includes(each)).map(each => join(keytar, each))
  const prebuilds = await readdir(join(keytar, 'prebuilds'))
  for (const each of prebuilds.map(name => join(keytar, 'prebuilds', name))) {
    if (!wanted.startsWith(join(each, '/'))) others.push(each)
  }
  // Only a compiler needs it.
  others.push(join(modules, 'node-addon-api'))
  await Promise.all(others.map(each => rm(each, { recursive: true })))
}

/** Adds Node to the list of what is in the archive. */
async function listNode(file: string, version: string): Promise<void> {
  const list = JSON.parse(await readFile(file, 'utf8'))
  const purl = `pkg:generic/node@${version}`
  const licenses = [{ license: { name: 'Node.js license, see NODE-LICENSE' } }]
  list.components.push({ type: 'platform', name: 'node', version, 'bom-ref': purl, licenses, purl })
  list.dependencies
    .find((each: { ref: string }) => each.ref === list.metadata.component['bom-ref'])
    .dependsOn.push(purl)
  list.dependencies.push({ ref: purl })
  await writeFile(file, `${JSON.stringify(list, null, 2)}\n`)
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
