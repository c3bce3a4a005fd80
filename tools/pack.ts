/**
 * While npm packs, package.json contains nothing that is only for development: `prepare` and `workspaces` cause
 * warnings when pixctl is installed. The manual pages are listed, so that npm installs them. The dependency keytar is
 * included without its scripts and what these compile, so that nothing runs when pixctl is installed: keytar loads its
 * binaries from `prebuilds`. The descriptions and schemas that programs read are in contract/, which exists only then.
 *
 * npm runs this in the package's folder, before it packs (`prepack`) and after (`postpack`, with --restore).
 * If npm was killed in between: `node tools/pack.ts --restore`.
 */
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Json = Record<string, unknown>

const PACKAGE = 'package.json'
const FOR_DEVELOPMENT = [
  'imports',
  'scripts',
  'workspaces',
  'allowScripts',
  'scarfSettings',
  'devDependencies',
]
const KEYTAR = 'node_modules/keytar/package.json'
// The dependency is C++ headers. npm would compile a package that has a binding.gyp, also without a script: it isn't
// among these files.
const FOR_COMPILING = ['scripts', 'dependencies', 'devDependencies', 'binary', 'config', 'files']
// Without the 32-bit ones: docs/platforms.md.
const KEYTAR_FILES = ['lib', 'prebuilds', '!prebuilds/*-arm', '!prebuilds/*-armv7l', '!prebuilds/*-ia32']
// npm installs pages in English only.
const MAN_PAGES = 'dist/man/man1'
const CONTRACT = 'contract'
/** Where each file is kept while npm packs: ignored by git, and never packed. */
const KEPT = { [PACKAGE]: 'node_modules/.package.json', [KEYTAR]: 'node_modules/.keytar.package.json' }

// Also before packing: npm may have been killed the last time.
for (const [file, kept] of Object.entries(KEPT)) if (existsSync(kept)) await restore(file, kept)
await rm(CONTRACT, { recursive: true, force: true })
if (!process.argv.includes('--restore')) {
  await copyContract()
  const pages = await readdir(MAN_PAGES)
  await change(PACKAGE, whole => ({
    ...without(FOR_DEVELOPMENT, whole),
    bundleDependencies: Object.keys(whole.dependencies as Json),
    man: pages.sort().map(page => `./${MAN_PAGES}/${page}`),
  }))
  await change(KEYTAR, whole => ({ ...without(FOR_COMPILING, whole), files: KEYTAR_FILES }))
}

/** The schemas are in one folder with those of the service's objects, to which they refer. */
async function copyContract(): Promise<void> {
  const from = join('src', CONTRACT)
  await mkdir(CONTRACT)
  for (const name of await readdir(from)) {
    if (/\.(json|yaml)$/.test(name)) await copyFile(join(from, name), join(CONTRACT, name))
  }
  await copyFile(join(from, 'generated', 'sandbox.yaml'), join(CONTRACT, 'sandbox.yaml'))
  await cp(join(from, 'output'), join(CONTRACT, 'output'), { recursive: true })
  await copyFile(join(from, 'generated', 'service.json'), join(CONTRACT, 'output', 'service.json'))
}

/** A file that has its scripts was written since, by git or an installation: it is whole. */
async function restore(file: string, kept: string): Promise<void> {
  if ('scripts' in JSON.parse(await readFile(file, 'utf8'))) await rm(kept)
  else await rename(kept, file)
}

async function change(file: keyof typeof KEPT, to: (whole: Json) => Json): Promise<void> {
  const packed = to(JSON.parse(await readFile(file, 'utf8')))
  // With its time, or the build would count as older than package.json and be made again.
  await cp(file, `${KEPT[file]}.whole`, { preserveTimestamps: true })
  await rename(`${KEPT[file]}.whole`, KEPT[file]!)
  await writeFile(`${KEPT[file]}.packed`, `${JSON.stringify(packed, null, 2)}\n`)
  await rename(`${KEPT[file]}.packed`, file)
}

function without(names: readonly string[], whole: Json): Json {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)))
}
