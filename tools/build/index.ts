/**
 * Builds dist/: the program as one CommonJS file, started through the code cache, and beside it the large
 * packages that only some commands load. Each change to a package has its own file in this folder; the build fails
 * if the package doesn't match it any longer.
 */
import crypto from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { builtProgram } from './built-program.ts'
import { bundledPackages, packageIn } from './bundled.ts'
import { buildProgram } from './chunks.ts'
import { writeHelpTexts } from './help-texts.ts'
import { lazyCrypto } from './lazy-crypto.ts'
import { lazyHttp2 } from './lazy-http2.ts'
import { lazyOclif } from './lazy-oclif.ts'
import { leanUndici } from './lean-undici.ts'
import { writeManPages } from './man/index.ts'
import { writeNotices } from './notices.ts'
import { writeSbom } from './sbom.ts'
import { checkVendorChunks, vendorChunks, vendorEntries } from './vendor-chunks.ts'
import { buildWeb } from './web.ts'

const root = join(import.meta.dirname, '..', '..')

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
  buildProgram({ ...options, plugins: [vendorChunks] }, [lazyOclif, lazyCrypto]),
  build({
    ...options,
    plugins: [leanUndici, lazyHttp2],
    alias: { '@inquirer/external-editor': './tools/build/no-editor.ts' },
    // ws and pg use native packages if they are installed, or a variable says so; this switches that off.
    external: [...options.external, 'pg-native'],
    define: {
      ...options.define,
      'process.env.NODE_PG_FORCE_NATIVE': 'undefined',
      'process.env.WS_NO_BUFFER_UTIL': 'true',
      'process.env.WS_NO_UTF_8_VALIDATE': 'true',
    },
    entryPoints: vendorEntries,
  }),
])
const web = await buildWeb(root)
await cp(join(root, 'src', 'testing', 'types.ts'), join(root, 'dist', 'testing.d.cts'))
await writeHelpTexts(root)
await writeManPages(root)
checkVendorChunks()
const files = program
  .flat()
  .flatMap(({ metafile }) => Object.keys(metafile.outputs))
  .sort()
// A module that could not load is tried again when it is next used, because an upgrade may have been replacing its file.
// esbuild would throw the first error for ever.
const REMEMBERS =
  '__esm=(fn,res,err)=>function(){if(err)throw err[0];try{return fn&&(res=(0,fn[__getOwnPropNames(fn)[0]])(fn=0)),res}catch(e){throw err=[e],e}}'
const TRIES_AGAIN =
  '__esm=(fn,res)=>function(){let init=fn;try{return fn&&(res=(0,fn[__getOwnPropNames(fn)[0]])(fn=0)),res}catch(e){throw fn=init,e}}'
for (const file of files) {
  const code = await readFile(join(root, file), 'utf8')
  if (!/\b__esm=/.test(code)) continue
  if (!code.includes(REMEMBERS)) throw new Error(`esbuild has changed: ${file} has another __esm`)
  await writeFile(join(root, file), code.replace(REMEMBERS, TRIES_AGAIN))
}
const hash = crypto.createHash('sha256')
for (const file of files) {
  const code = await readFile(join(root, file))
  // V8 would hold all of it in two bytes a character, which takes 3 ms more to start. esbuild escapes texts itself.
  const wide = /.{0,40}[^\0-\xff].{0,20}/.exec(code.toString())
  if (wide) throw new Error(`${file} has a character beyond Latin-1, to be escaped where it is from: ${wide}`)
  hash.update(code)
}
const commands = await build({
  ...options,
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  entryPoints: { commands: 'src/oclif.ts' },
  plugins: [builtProgram],
})
const define = { BUILD: JSON.stringify(hash.digest('hex').slice(0, 16)) }
const start = await build({ ...options, define, entryPoints: { start: 'src/start.ts' } })

const metafiles = [...program.flat(), commands, start, web].map(({ metafile }) => metafile)
const packages = await bundledPackages(root, metafiles)
await writeNotices(root, packages)
const { json } = await packageIn(root, '.')
await writeSbom(root, json, [...packages, await packageIn(root, 'node_modules/keytar')])
for (const { outputs } of metafiles) {
  for (const [file, { bytes }] of Object.entries(outputs)) console.log(`${file} ${bytes} bytes`)
}
