/** Builds dist/: the program as one CommonJS file, started through the compile cache. */
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** undici without what pixctl doesn't use. */
const leanUndici: Plugin = {
  name: 'lean-undici',
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, () => ({ path: join(root, 'tools/lean-undici.cjs') }))
    build.onLoad({ filter: /undici\/lib\/dispatcher\/client\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const eager = "const connectH2 = require('./client-h2.js')"
      if (!source.includes(eager)) throw new Error(`undici has changed: no "${eager}" in ${path}`)
      return {
        contents: source.replace(eager, "const connectH2 = (...args) => require('./client-h2.js')(...args)"),
        loader: 'js',
      }
    })
  },
}

/**
 * Makes the requires at the top of oclif's compiled modules lazy, as Babel's `lazy` option does: a
 * command then loads the parser, but neither help, nor plug-in search, nor templates.
 */
const lazyOclif: Plugin = {
  name: 'lazy-oclif',
  setup(build) {
    build.onLoad({ filter: /@oclif\/core\/lib\/.*\.js$/ }, async ({ path }) => {
      let source = await readFile(path, 'utf8')
      const names: string[] = []
      source = source.replace(
        /^const (\w+) = ((?:__importDefault|__importStar)\()?require\("([^"]+)"\)\)?;$/gm,
        (_line, name: string, wrapper: string | undefined, id: string) => {
          names.push(name)
          const load = wrapper ? `${wrapper}require("${id}"))` : `require("${id}")`
          return `let ${name}$; const ${name}$get = () => (${name}$ ??= ${load});`
        },
      )
      for (const name of names) {
        // `new x.Y()` would take the call that loads x for the constructor's.
        source = source.replace(new RegExp(`new ${name}((?:\\.\\w+)+)\\(`, 'g'), `new (${name}$1)(`)
        source = source.replace(new RegExp(`(?<![\\w$.])${name}(?![\\w$])`, 'g'), `${name}$get()`)
      }
      return { contents: source, loader: 'js' }
    })
  },
}

await rm(join(root, 'dist'), { recursive: true, force: true })
const result = await build({
  absWorkingDir: root,
  entryPoints: { start: 'src/start.ts', pixctl: 'src/pixctl.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node22.19',
  format: 'cjs',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  external: ['keytar', './pixctl.cjs'],
  plugins: [leanUndici, lazyOclif],
  metafile: true,
  logLevel: 'warning',
})
for (const [file, { bytes }] of Object.entries(result.metafile.outputs)) console.log(`${file} ${bytes} bytes`)
