/**
 * While npm packs, package.json contains nothing that is only for development: `prepare` and `workspaces` cause
 * warnings when pixctl is installed. The dependency keytar is included, because npm 12 would warn about its install
 * script. It isn't needed: the binaries are in keytar's package. The manual pages are listed, so that npm installs them.
 *
 * npm runs this in the package's folder, before it packs (`prepack`) and after (`postpack`, with --restore).
 * If npm was killed in between: `node tools/pack.ts --restore`.
 */
import { copyFile, readdir, readFile, rename, writeFile } from 'node:fs/promises'

const FOR_DEVELOPMENT = ['scripts', 'workspaces', 'allowScripts', 'devDependencies']
const PACKAGE = 'package.json'
// npm installs pages in English only.
const MAN_PAGES = 'dist/man/man1'
// Ignored by git, and never packed.
const KEPT = 'node_modules/.package.json'

if (process.argv.includes('--restore')) {
  await rename(KEPT, PACKAGE)
} else {
  const whole = JSON.parse(await readFile(PACKAGE, 'utf8'))
  await copyFile(PACKAGE, KEPT)
  const kept = Object.entries(whole).filter(([name]) => !FOR_DEVELOPMENT.includes(name))
  const pages = await readdir(MAN_PAGES)
  const packed = {
    ...Object.fromEntries(kept),
    bundleDependencies: Object.keys(whole.dependencies),
    man: pages.sort().map(page => `./${MAN_PAGES}/${page}`),
  }
  const file = `${KEPT}.packed`
  await writeFile(file, `${JSON.stringify(packed, null, 2)}\n`)
  await rename(file, PACKAGE)
}
