/**
 * While npm packs, package.json contains nothing that is only for development: `prepare` and `workspaces` cause
 * warnings when pixctl is installed. The dependency keytar is included, because npm 12 would warn about its install
 * script. It isn't needed: the binaries are in keytar's package.
 *
 * npm runs this in the package's folder, before it packs (`prepack`) and after (`postpack`, with --restore).
 * If npm was killed in between: `node tools/pack.ts --restore`.
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
