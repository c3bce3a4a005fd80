/**
 * What only a few commands load, and is large, in one file beside the program: dist/late.cjs. What it shares with the
 * program stays in the program, because a second copy would be other classes and other state: a Failure of one wouldn't be
 * a Failure of the other. It gets those modules from the program, which exports them (`shared`).
 *
 * docs/performance.md says how much it saves.
 */
import { join, relative } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'

/** The modules that the program imports from it, always with import(). */
export const LATE = [
  'src/sandbox/index.ts',
  'src/inspector/inspector.ts',
  'src/inspector/instance.ts',
  'src/store/inbox/postgres/open.ts',
] as const

const LATE_FILE = './late.cjs'
const PROGRAM = 'src/pixctl.ts'
const PROGRAM_FILE = './pixctl.cjs'

/**
 * Builds both files; gives what esbuild says about them. `options` are for both, `plugins` only for the program. `threads`
 * are other entry points, built as the program is.
 */
export async function buildProgram(
  options: BuildOptions & { plugins: Plugin[] },
  plugins: readonly Plugin[],
  threads: Record<string, string>,
): Promise<{ metafile: Metafile }[]> {
  const root = options.absWorkingDir ?? ''
  const program = (shared: readonly string[], more: BuildOptions) =>
    build({
      ...options,
      ...more,
      metafile: true,
      plugins: [
        entry('program', root, programSource(shared)),
        lateDoors(root),
        ...options.plugins,
        ...plugins,
      ],
    })
  const alone = await program([], { entryPoints: { pixctl: 'entry:program' }, write: false })
  const modules = new Set(inputsOf(alone.metafile))
  const shared = new Set<string>()
  const late = await build({
    ...options,
    metafile: true,
    entryPoints: { late: 'entry:late' },
    plugins: [entry('late', root, lateSource()), fromProgram(root, modules, shared), ...options.plugins],
  })
  const twice = inputsOf(late.metafile).filter(path => modules.has(path))
  if (twice.length > 0) throw new Error(`the program and late.cjs would both have ${twice.join(', ')}`)
  const entryPoints = { pixctl: 'entry:program', ...threads }
  return [await program([...shared].sort(), { entryPoints }), late]
}

/** The program's own exports, and a function for each shared module: a module runs when it is first used. */
function programSource(shared: readonly string[]): string {
  return `export * from './${PROGRAM}'\nexport const shared = {${shared.map(requiring).join(',')}}`
}

function lateSource(): string {
  return `export const late = {${LATE.map(requiring).join(',')}}`
}

const requiring = (path: string) => `${JSON.stringify(path)}: () => require('./${path}')`

/** An entry point that is no file. */
function entry(name: string, root: string, contents: string): Plugin {
  return {
    name: `entry-${name}`,
    setup(build) {
      build.onResolve({ filter: /^entry:/ }, ({ path }) => ({ path, namespace: 'entry' }))
      build.onLoad({ filter: /./, namespace: 'entry' }, () => ({
        contents,
        resolveDir: root,
        loader: 'js',
      }))
    },
  }
}

/** In the program: each import of a late module leads to dist/late.cjs. */
function lateDoors(root: string): Plugin {
  return {
    name: 'late-doors',
    setup(build) {
      const met = new Set<string>()
      build.onResolve({ filter: /^\.\.?\// }, ({ path, kind, resolveDir }) => {
        const file = relative(root, join(resolveDir, path)).replaceAll('\\', '/')
        if (!(LATE as readonly string[]).includes(file)) return null
        if (kind !== 'dynamic-import') return { errors: [{ text: `${file} must be imported with import()` }] }
        met.add(file)
        return { path: file, namespace: 'late' }
      })
      stubs(build, 'late', path => `require('${LATE_FILE}').late[${JSON.stringify(path)}]()`)
      build.onEnd(() => {
        const unmet = LATE.filter(each => !met.has(each))
        return unmet.length === 0 ? undefined : { errors: [{ text: `nothing imports ${unmet}` }] }
      })
    },
  }
}

/** In late.cjs: each module that the program has is the program's. Notes which are used. */
function fromProgram(root: string, modules: ReadonlySet<string>, used: Set<string>): Plugin {
  return {
    name: 'from-program',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, namespace }) => {
        const file = relative(root, join(resolveDir, path)).replaceAll('\\', '/')
        if (namespace === 'entry' || !modules.has(file)) return null
        used.add(file)
        return { path: file, namespace: 'program' }
      })
      stubs(build, 'program', path => `require('${PROGRAM_FILE}').shared[${JSON.stringify(path)}]()`)
    },
  }
}

/** Modules of a namespace that are only an expression. What it requires stays a file beside the built one. */
function stubs(
  build: Parameters<Plugin['setup']>[0],
  namespace: string,
  expression: (path: string) => string,
): void {
  build.onResolve({ filter: /./, namespace }, ({ path }) => ({ path, external: true }))
  build.onLoad({ filter: /./, namespace }, ({ path }) => ({
    contents: `module.exports = ${expression(path)}`,
    loader: 'js',
  }))
}

function inputsOf({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && !/^(entry|late|program):/.test(path))
      .map(([path]) => path),
  )
}
