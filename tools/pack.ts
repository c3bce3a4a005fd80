/**
 * While npm packs, package.json holds nothing that is only for work on pixctl: those who install it would be
 * warned of `prepare` and `workspaces`. What it depends on comes inside: npm 12 would warn of keytar's install
 * script, which isn't needed, for the binaries are in keytar's package.
 *
 * npm runs this in the package's folder, before it packs (`prepack`) and after (`postpack`, with --restore).
 * Where it was killed in between: `node tools/pack.ts --restore`.
 */
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises'

const FOR_DEVELOPMENT = ['scripts', 'workspaces', 'allowScripts', 'devDependencies']
const PACKAGE = 'package.json'
// Ignored by git, and never packed.
const KEPT = 'node_modules/.package.json'

if (process.argv.includes('--restore')) {
  await rename(KEPT, PACKAGE)
} else {
  const whole = JSON.parse(await readFile(PACKAGE, 'utf8'))
  await copyFile(PACKAGE, KEPT)
  const kept = Object.entries(whole).filter(([name]) => !FOR_DEVELOPMENT.includes(name))
  const packed = { ...Object.fromEntries(kept), bundleDependencies: Object.keys(whole.dependencies) }
  const file = `${KEPT}.packed`
  await writeFile(file, `${JSON.stringify(packed, null, 2)}\n`)
  await rename(file, PACKAGE)
}
