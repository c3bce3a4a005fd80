/** The packages for Debian and Ubuntu: the tree as /usr, with what dpkg wants to know. */

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, cp, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { PackageJson } from '../build/bundled.ts'
import type { Target } from './nodes.ts'
import { setTimes } from './tree.ts'

const run = promisify(execFile)

const ADDRESS = 'pixctl@users.noreply.github.com'

export interface PixctlJson extends PackageJson {
  readonly description: string
  readonly homepage: string
  readonly author: string
}

/** Builds the `.deb` of a Linux target from its tree. */
export async function packDeb(
  tree: string,
  { arch }: Target,
  pixctl: PixctlJson,
  folder: string,
  to: string,
  seconds: number,
  fast: boolean,
): Promise<void> {
  const usr = join(folder, 'usr')
  for (const each of ['bin', 'lib', 'share']) await cp(join(tree, each), join(usr, each), { recursive: true })
  // Debian's zsh looks for site-functions only in /usr/local.
  const zsh = join(usr, 'share', 'zsh')
  await rename(join(zsh, 'site-functions'), join(zsh, 'vendor-completions'))
  const lib = join(usr, 'lib', 'pixctl')
  const doc = join(usr, 'share', 'doc', 'pixctl')
  await mkdir(doc, { recursive: true })
  await writeFile(join(doc, 'copyright'), await copyright(lib, pixctl))
  await writeFile(join(doc, 'changelog.gz'), gzipSync(changelog(pixctl, seconds), { level: 9 }))
  const overrides = join(usr, 'share', 'lintian', 'overrides')
  await mkdir(overrides, { recursive: true })
  await copyFile(join(import.meta.dirname, 'templates', 'lintian-overrides'), join(overrides, 'pixctl'))

  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  const sums: string[] = []
  let bytes = 0
  for (const file of files) {
    sums.push(
      `${createHash('md5')
        .update(await readFile(file))
        .digest('hex')}  ${file.slice(folder.length + 1)}\n`,
    )
    bytes += (await stat(file)).size
  }
  await mkdir(join(folder, 'DEBIAN'))
  await writeFile(join(folder, 'DEBIAN', 'md5sums'), sums.join(''))
  await writeFile(join(folder, 'DEBIAN', 'control'), control(pixctl, arch, Math.ceil(bytes / 1024)))
  await setTimes(folder, seconds)
  await run(
    'dpkg-deb',
    ['--build', '--root-owner-group', ...(fast ? ['-Zgzip', '-z1'] : ['-Zxz']), folder, to],
    {
      env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds) },
    },
  )
}

function control({ version, homepage, author, description }: PixctlJson, arch: string, kib: number): string {
  return `Package: pixctl
Version: ${debianVersion(version)}
Section: utils
Priority: optional
Architecture: ${debianArchitecture(arch)}
Maintainer: ${author} <${ADDRESS}>
Installed-Size: ${kib}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 8)
Recommends: libsecret-1-0
Homepage: ${homepage}
Description: ${description}
 pixctl creates Pix charges and shows their QR codes, waits until they are
 paid, and checks a payment before goods are handed over. It receives signed
 webhooks, and contains the service as a sandbox. Node.js is included.
`
}

/** dpkg's tools read only their own form of a changelog. */
function changelog({ version, author }: PixctlJson, seconds: number): string {
  return `pixctl (${debianVersion(version)}) unstable; urgency=medium

  * The changes are in /usr/lib/pixctl/CHANGELOG.md.

 -- ${author} <${ADDRESS}>  ${new Date(seconds * 1000).toUTCString().replace('GMT', '+0000')}
`
}

/** In Debian a version with a hyphen would have a revision, and `~` sorts before the release itself. */
export function debianVersion(version: string): string {
  return version.replace('-', '~')
}

export function debianArchitecture(arch: string): string {
  return arch === 'x64' ? 'amd64' : arch
}

/** The licences, in the form that Debian's tools read. */
async function copyright(lib: string, { homepage }: PixctlJson): Promise<string> {
  const own = await readFile(join(lib, 'LICENSE'), 'utf8')
  const text = own
    .trim()
    .split('\n')
    .map(line => (line ? ` ${line}` : ' .'))
    .join('\n')
  const holder = /Copyright \(c\) (.+)/.exec(own)?.[1]
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: pixctl
Source: ${homepage}
Comment: The licence of Node.js is in /usr/lib/pixctl/NODE-LICENSE, those of the
 other packages are in /usr/lib/pixctl/dist/THIRD-PARTY-NOTICES.txt and
 /usr/lib/pixctl/node_modules/keytar/LICENSE.md.

Files: *
Copyright: ${holder}
License: Expat
${text}
`
}
