/**
 * Builds dist/: the program as one CommonJS file, started through the code cache, and beside it the
 * large packages that only some commands load, a file each: what isn't read costs nothing.
 */
import crypto from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { writeNotices } from './notices.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Packages in files of their own. */
const APART = [
  '@hono/node-server',
  'cli-table3',
  'hono',
  'inquirer',
  'qrcode',
  'qrcode-terminal',
  'undici',
  'ws',
]
const fileName = (name: string) => name.replace('@', '').replace('/', '-')

const apart: Plugin = {
  name: 'apart',
  setup(build) {
    build.onResolve({ filter: /^[@a-z]/ }, ({ path, kind }) =>
      kind !== 'entry-point' && APART.includes(path)
        ? { path: `./${fileName(path)}.cjs`, external: true }
        : null,
    )
  },
}

/** What is changed in undici's files, so that a plain HTTP/1 exchange doesn't load HTTP/2. */
const UNDICI_EDITS: Record<string, [from: string, to: string][]> = {
  'dispatcher/client.js': [
    [
      "const connectH2 = require('./client-h2.js')",
      "const connectH2 = (...args) => require('./client-h2.js')(...args)",
    ],
  ],
}

/** undici without what pixctl doesn't use. */
const leanUndici: Plugin = {
  name: 'lean-undici',
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, () => ({ path: join(root, 'tools/lean-undici.cjs') }))
    for (const [file, edits] of Object.entries(UNDICI_EDITS)) {
      build.onLoad({ filter: new RegExp(`undici/lib/${file}$`) }, async ({ path }) => {
        let contents = await readFile(path, 'utf8')
        for (const [from, to] of edits) {
          if (!contents.includes(from)) throw new Error(`undici has changed: no "${from}" in ${path}`)
          contents = contents.replace(from, to)
        }
        return { contents, loader: 'js' }
      })
    }
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

/** node:crypto on first use: loading it takes 4 ms, and most commands need none of it. */
const lazyCrypto: Plugin = {
  name: 'lazy-crypto',
  setup(build) {
    build.onResolve({ filter: /^node:crypto$/ }, ({ namespace }) =>
      namespace === 'file'
        ? { path: 'node:crypto', namespace: 'lazy-crypto' }
        : { path: 'node:crypto', external: true },
    )
    build.onLoad({ filter: /.*/, namespace: 'lazy-crypto' }, () => ({
      // Each is looked up once: a getter that stays would take longer than a short hash.
      contents: `const use = name => { const value = require('node:crypto')[name]; Object.defineProperty(module.exports, name, { value }); return value }
        module.exports = {${Object.keys(crypto).map(name => `get ${name}() { return use('${name}') }`)}}`,
      loader: 'js',
    }))
  },
}

await rm(join(root, 'dist'), { recursive: true, force: true })
const options = {
  absWorkingDir: root,
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node22.19',
  format: 'cjs',
  // undici's own switch for a build without its second, experimental HTTP parser.
  define: { esbuildDetection: 'true' },
  // import() would start Node's ESM loader, which takes as long as all of undici.
  supported: { 'dynamic-import': false },
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  // Only oclif's search for plug-ins asks for typescript, and pixctl never searches.
  external: ['keytar', 'typescript'],
  metafile: true,
  logLevel: 'warning',
} satisfies BuildOptions

const program = await Promise.all([
  build({
    ...options,
    plugins: [apart, lazyOclif, lazyCrypto],
    entryPoints: { pixctl: 'src/pixctl.ts', 'inbox-thread': 'src/store/inbox-thread.ts' },
  }),
  build({
    ...options,
    plugins: [leanUndici],
    // ws's own switches for doing without the native packages that it would take where they are.
    define: {
      ...options.define,
      'process.env.WS_NO_BUFFER_UTIL': 'true',
      'process.env.WS_NO_UTF_8_VALIDATE': 'true',
    },
    entryPoints: Object.fromEntries(APART.map(name => [fileName(name), name])),
  }),
])
const files = program.flatMap(({ metafile }) => Object.keys(metafile.outputs)).sort()
const hash = crypto.createHash('sha256')
for (const file of files) hash.update(await readFile(join(root, file)))
// oclif's tools get the commands of the built program, which has them already.
const commands = await build({
  ...options,
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  entryPoints: { commands: 'src/oclif.ts' },
  plugins: [
    {
      name: 'built-program',
      setup(build) {
        build.onResolve({ filter: /\/app\/commands\.ts$/ }, () => ({ path: './pixctl.cjs', external: true }))
      },
    },
  ],
})
const define = { BUILD: JSON.stringify(hash.digest('hex').slice(0, 16)) }
const start = await build({ ...options, define, entryPoints: { start: 'src/start.ts' } })

await writeNotices(
  root,
  [...program, commands, start].map(({ metafile }) => metafile),
)
for (const { metafile } of [...program, commands, start]) {
  for (const [file, { bytes }] of Object.entries(metafile.outputs)) console.log(`${file} ${bytes} bytes`)
}
