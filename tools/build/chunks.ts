/**
 * What few commands load, in files beside the program: dist/oclif.cjs, dist/rare.cjs and dist/late.cjs. What they
 * share with the program stays in the program, because a second copy would be other classes and other state: a Failure of
 * one wouldn't be a Failure of the other. Each file gets such modules from the one that has them, which exports them
 * (`shared`).
 *
 * docs/performance.md says how much it saves.
 */
import { join, relative } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { COMMANDS } from '#cli/dispatch/commands.ts'

/** The commands that are in the program, because people run them often. Every other one is rare: it costs these nothing. */
export const ORDINARY: ReadonlySet<string> = new Set([
  'auth:list',
  'auth:login',
  'auth:logout',
  'auth:use',
  'balance',
  'charge:cancel',
  'charge:confirm',
  'charge:create',
  'charge:recover',
  'charge:refund',
  'charge:wait',
  'charges:get',
  'charges:list',
  'report',
  'status',
])

/**
 * The modules of each file that the files before it import, always with import(). A file uses the modules of the program
 * and of the files before it.
 */
export const CHUNKS: Readonly<Record<string, readonly string[]>> = {
  // What oclif has for plug-ins, its own help and its own output: pixctl doesn't use it.
  oclif: ['config/index', 'help/index', 'help/util', 'ux/index'].map(
    name => `node_modules/@oclif/core/lib/${name}.js`,
  ),
  // Commands that people run rarely, or that run for long.
  rare: Object.keys(COMMANDS)
    .filter(id => !ORDINARY.has(id))
    .map(id => `src/commands/${id.replaceAll(':', '/')}/index.ts`),
  late: [
    'src/sandbox/index.ts',
    'src/inspector/inspector.ts',
    'src/inspector/instance.ts',
    'src/counter/serve.ts',
    'src/inbox/postgres/open.ts',
  ],
}

/** What files of dist export to others than the files beside them. `testing` comes last, and shares nothing. */
const EXPORTS: Readonly<Record<string, string>> = {
  pixctl: 'src/pixctl.ts',
  testing: 'src/testing.ts',
}

/** A file of dist and its modules. */
interface Part {
  name: string
  /** All that are in it. */
  modules: ReadonlySet<string>
  /** Those that other files get from it. */
  shared: Set<string>
}

/** Builds the files; gives what esbuild says about them. `options` are for all, `plugins` only for the program. */
export async function buildProgram(
  options: BuildOptions & { plugins: Plugin[] },
  plugins: readonly Plugin[],
): Promise<{ metafile: Metafile }[]> {
  const root = options.absWorkingDir ?? ''
  const parts: Part[] = ['pixctl', ...Object.keys(CHUNKS), 'testing'].map(name => ({
    name,
    modules: new Set(),
    shared: new Set(CHUNKS[name]),
  }))
  const entries = new Set<string>()
  const buildPart = (index: number, more: BuildOptions) => {
    const late = fromLater(root, parts.slice(index + 1), entries)
    const own = [late, fromEarlier(root, parts.slice(0, index)), ...options.plugins]
    return build({
      ...options,
      ...more,
      metafile: true,
      plugins: [entry(root, parts[index]!), ...own, ...(index === 0 ? plugins : [])],
    })
  }
  // A first time, to learn what is in each file and what the later ones get from it.
  for (const [index, part] of parts.entries()) {
    const { metafile } = await buildPart(index, { entryPoints: { [part.name]: 'entry:' }, write: false })
    part.modules = new Set(inputsOf(metafile))
  }
  const unmet = Object.values(CHUNKS).flatMap(paths => paths.filter(path => !entries.has(path)))
  if (unmet.length > 0) throw new Error(`nothing imports ${unmet}`)
  return Promise.all(parts.map(({ name }, index) => buildPart(index, { entryPoints: { [name]: 'entry:' } })))
}

/** An entry point that is no file: a function for each shared module, because a module runs when it is first used. */
function entry(root: string, { name, shared }: Part): Plugin {
  const requiring = (path: string) => `${JSON.stringify(path)}: () => require('./${path}')`
  const sharing = (paths: string[]) =>
    paths.length > 0 ? `export const shared = {${paths.map(requiring).join(',')}}` : ''
  const own = name in EXPORTS ? `export * from './${EXPORTS[name]}'\n` : ''
  return {
    name: 'entry',
    setup(build) {
      build.onResolve({ filter: /^entry:/ }, ({ path }) => ({ path, namespace: 'entry' }))
      build.onLoad({ filter: /./, namespace: 'entry' }, () => ({
        contents: own + sharing([...shared].sort()),
        resolveDir: root,
        loader: 'js',
      }))
    },
  }
}

/** Each import of a module that is in a later file leads to that file. Notes which there are. */
function fromLater(root: string, later: readonly Part[], entries: Set<string>): Plugin {
  return {
    name: 'from-later',
    setup(build) {
      build.onResolve({ filter: /^(\.\.?\/|#)/ }, ({ path, kind, resolveDir }) => {
        // package.json#imports
        const full = path.startsWith('#') ? join(root, 'src', path.slice(1)) : join(resolveDir, path)
        const base = relative(root, full).replaceAll('\\', '/')
        for (const { name } of later) {
          const file = [base, `${base}.js`, `${base}/index.js`].find(each => CHUNKS[name]?.includes(each))
          if (!file) continue
          // A package has require(), which lazy-oclif.ts has put where it is used.
          if (kind !== 'dynamic-import' && kind !== 'require-call') {
            return { errors: [{ text: `${file} must be imported with import()` }] }
          }
          entries.add(file)
          return { path: file, namespace: name }
        }
        return null
      })
      // An import gets what a CommonJS module exports as its default. A command exports nothing else.
      for (const part of later) stubs(build, part, 'found.default ?? found')
    },
  }
}

/** Each import of a module that an earlier file has leads to that file. Notes which are used. */
function fromEarlier(root: string, earlier: readonly Part[]): Plugin {
  return {
    name: 'from-earlier',
    setup(build) {
      build.onResolve({ filter: /^[.#@a-z]/ }, async ({ path, pluginData, namespace, ...where }) => {
        if (namespace !== 'file' || pluginData === FOUND || path.startsWith('node:')) return null
        const found = await build.resolve(path, { ...where, namespace, pluginData: FOUND })
        const file = relative(root, found.path).replaceAll('\\', '/')
        const part = earlier.find(({ modules }) => modules.has(file))
        if (!part) return null
        part.shared.add(file)
        return { path: file, namespace: part.name }
      })
      for (const part of earlier) stubs(build, part, 'found')
    },
  }
}

/** Says that a path is being resolved for {@link fromEarlier}. */
const FOUND = Symbol('found')

/** Modules of another file are only an expression here. What it requires stays a file beside the built one. */
function stubs(build: Parameters<Plugin['setup']>[0], { name }: Part, value: string): void {
  build.onResolve({ filter: /./, namespace: name }, ({ path }) => ({ path, external: true }))
  build.onLoad({ filter: /./, namespace: name }, ({ path }) => ({
    contents: `const found = require('./${name}.cjs').shared[${JSON.stringify(path)}]()
      module.exports = ${value}`,
    loader: 'js',
  }))
}

function inputsOf({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      // Others have a namespace: they are no files, or only lead to one.
      .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && !/^[a-z-]+:/.test(path))
      .map(([path]) => path),
  )
}
