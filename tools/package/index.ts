/**
 * Builds what can be installed without Node, in release/: an archive for each system with Node inside, packages for
 * Debian, the file for npm, beside each the list of what is in it, and SHA256SUMS. If all are built, also the manifests
 * of package managers.
 *
 *     npm run package [-- [--fast] [--tarball FILE] [--to FOLDER] [TARGET…]]
 *
 * TARGET is linux-x64, linux-arm64, darwin-x64, darwin-arm64 or win-x64; without one, all are built. --fast compresses
 * less and leaves .tar.xz out. --tarball takes a file of `npm pack` instead of making one. The first run downloads a
 * Node for each target, later ones find it in npm's cache. It needs Linux with GNU tar, gzip, xz, zip and dpkg-deb. The
 * times in the archives are SOURCE_DATE_EPOCH, or that of the last commit.
 */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { packTar, packZip } from './archives.ts'
import { readArguments, USAGE } from './arguments.ts'
import { debianArchitecture, debianVersion, type PixctlJson, packDeb } from './deb.ts'
import { writeManifests } from './manifests.ts'
import { fetchNode, TARGETS, type Target } from './nodes.ts'
import { sha256Of } from './sha256.ts'
import { layOut, SBOM, setTimes } from './tree.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const given = readArguments(process.argv.slice(2))
if ('help' in given) {
  console.log(USAGE)
  process.exit(0)
}
if ('problem' in given) {
  console.error(`error: ${given.problem}\n${USAGE}`)
  process.exit(2)
}
const { targets, fast } = given
const to = resolve(given.to ?? join(root, 'release'))
const pixctl: PixctlJson = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const seconds = await timeOfSources()

const folder = await mkdtemp(join(tmpdir(), 'pixctl-package-'))
try {
  await rm(to, { recursive: true, force: true })
  await mkdir(to, { recursive: true })
  const tarball = join(to, `pixctl-${pixctl.version}.tgz`)
  if (given.tarball) await copyFile(given.tarball, tarball)
  else await run('npm', ['pack', '--silent', '--pack-destination', to], { cwd: root })
  for (const target of targets) await packTarget(tarball, target)
  await run('tar', ['-xzf', tarball, '-C', folder, join('package', SBOM)])
  await copyFile(join(folder, 'package', SBOM), join(to, `pixctl-${pixctl.version}.cdx.json`))
  const sha256 = await hashes()
  if (targets.length === TARGETS.length) {
    const repository = pixctl.homepage.replace(/#.*/, '')
    await writeManifests({ ...pixctl, repository, sha256 }, join(to, 'manifests'))
  }
  const lines = [...sha256].map(([name, hash]) => `${hash}  ${name}\n`)
  await writeFile(join(to, 'SHA256SUMS'), lines.join(''))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function packTarget(tarball: string, target: Target): Promise<void> {
  const node = await fetchNode(root, target, join(folder, 'node', target.name))
  const name = `pixctl-${pixctl.version}-${target.name}`
  const tree = join(folder, name)
  await layOut(tarball, target, node, tree)
  await copyFile(join(tree, 'lib', 'pixctl', SBOM), join(to, `${name}.cdx.json`))
  await setTimes(tree, seconds)
  if (target.platform === 'win32') {
    await packZip(tree, join(to, `${name}.zip`), fast)
  } else {
    await packTar(tree, join(to, `${name}.tar.gz`), seconds, fast)
    if (!fast) await packTar(tree, join(to, `${name}.tar.xz`), seconds, fast)
  }
  if (target.platform === 'linux') {
    const file = `pixctl_${debianVersion(pixctl.version)}_${debianArchitecture(target.arch)}.deb`
    await packDeb(tree, target, pixctl, join(folder, 'deb', target.name), join(to, file), seconds, fast)
  }
  await rm(tree, { recursive: true })
  console.log(`${name}, with Node ${node.version}`)
}

async function hashes(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const name of (await readdir(to)).sort()) {
    found.set(name, await sha256Of(join(to, name)))
  }
  return found
}

async function timeOfSources(): Promise<number> {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH)
  const { stdout } = await run('git', ['log', '-1', '--format=%ct'], { cwd: root })
  return Number(stdout)
}
