/**
 * Import rules between the folders of src (docs/architecture.md): which folder may import which, which files may use
 * the process, and which packages are loaded only when they are used. test/import-rules.test.ts checks every file.
 */

import { dirname, join, normalize } from 'node:path'
import { transform } from 'esbuild'

/** Each folder may import those of the layers before its own, and types of its neighbours in the same layer. */
const LAYERS = [
  ['contract'],
  ['lib'],
  ['state'],
  ['api', 'realtime', 'webhooks', 'credentials', 'terminal', 'web'],
  ['inbox'],
  ['forwarding', 'monitor'],
  ['charges', 'sandbox'],
  ['events', 'inspector', 'counter', 'testing'],
  ['cli'],
  ['doctor'],
  ['commands'],
]

/** Folders that only these may import. */
const ONLY_FOR: Record<string, readonly string[]> = {
  // What decides about money and events knows no terminal, and no profile.
  terminal: ['cli', 'commands'],
  credentials: ['cli', 'doctor', 'commands'],
  web: ['sandbox', 'inspector', 'counter'],
  sandbox: ['commands', 'testing'],
  inspector: ['commands'],
  counter: ['commands'],
  // For other programs.
  testing: [],
}

/** Folders that import only these. */
const ONLY_FROM: Record<string, readonly string[]> = {
  // A service of its own. With pixctl it shares only what both sides of a service have.
  sandbox: ['contract', 'lib', 'web'],
  // For other programs: nothing that knows pixctl's settings.
  testing: ['contract', 'lib', 'sandbox'],
}

/** Exceptions to the layers. */
const EXCEPTIONS: readonly { file: RegExp; to: RegExp; only: 'dynamic' | 'type'; why: string }[] = [
  {
    file: /^cli\/dispatch\/generated\/commands\.ts$/,
    to: /^commands\//,
    only: 'dynamic',
    why: 'the table of the commands',
  },
]

/**
 * Folders that are loaded when they are used: others get them by import(), or their types. So they may import slow packages
 * at the top of their files.
 */
const LOADED_LATE = ['sandbox', 'web', 'inspector', 'counter']
/** Packages that load slowly: elsewhere they are imported in the function that uses them. */
const SLOW =
  /^(undici|ws|pg|inquirer|cli-table3|csv-parse|qrcode|qrcode-terminal|keytar|hono|hono\/.*|@hono\/.*|csv-stringify.*|prom-client|@peculiar\/x509|reflect-metadata|node:sqlite)$/
/** The script of the pages. It runs in a browser, so of the rest it may import only what needs no Node. */
const BROWSER = 'web/browser/'
/** What saves the inbox. Others use src/inbox/inbox.ts, and don't know which engine it is. */
const INBOX_ENGINE = /^inbox\/(sqlite|postgres)\//

/** The top folders of src; '' for the entry points. */
export const FOLDERS: readonly string[] = ['', ...LAYERS.flat()]

const layerOf = (folder: string) => LAYERS.findIndex(layer => layer.includes(folder))

function mayImport(folder: string, target: string, kind: Import['kind']): boolean {
  if (folder === '') return target === 'cli'
  if (ONLY_FROM[folder] && !ONLY_FROM[folder].includes(target)) return false
  if (ONLY_FOR[target] && !ONLY_FOR[target].includes(folder)) return false
  if (LOADED_LATE.includes(target) && !LOADED_LATE.includes(folder) && kind === 'static') return false
  const [own, other] = [layerOf(folder), layerOf(target)]
  return other < own || (other === own && kind === 'type')
}

/** Whether a command's file may import another file of the commands: of its own folder, or of a `shared` folder above. */
function isOwn(file: string, target: string): boolean {
  const [folder, other] = [`${dirname(file)}/`, `${dirname(target)}/`]
  if (other.startsWith(folder) || folder.startsWith(other)) return true
  return other.endsWith('/shared/') && folder.startsWith(other.slice(0, -'shared/'.length))
}

interface Import {
  to: string
  kind: 'static' | 'dynamic' | 'type'
}

/** Every import of a source that Biome has formatted. */
function importsOf(source: string): Import[] {
  const clauses = source.matchAll(/^(?:import|export)\s+(type\s)?([\w\s{},*$]*?)\s*from\s+'([^']+)'/gm)
  const bare = source.matchAll(/^import\s+'([^']+)'/gm)
  const dynamic = source.matchAll(/(?<!typeof )\bimport\(\s*'([^']+)'/g)
  const typesOnly = (names = '') =>
    /^\{.*\}$/s.test(names.trim()) &&
    names
      .replace(/[{}\s]/g, ' ')
      .split(',')
      .every(each => /^\s*(type\s|$)/.test(each))
  return [
    ...[...clauses].map(
      ([, type, names, to = '']): Import => ({ to, kind: type || typesOnly(names) ? 'type' : 'static' }),
    ),
    ...[...bare].map(([, to = '']): Import => ({ to, kind: 'static' })),
    ...[...dynamic].map(([, to = '']): Import => ({ to, kind: 'dynamic' })),
  ]
}

/** What breaks the rules in a file. `file` is its path in src. */
export async function violations(file: string, source: string): Promise<string[]> {
  // src/testing.ts is of the folder beside it.
  const folder = file === 'testing.ts' ? 'testing' : file.slice(0, Math.max(0, file.indexOf('/')))
  const imports = importsOf(source).flatMap(each => violation(file, folder, each))
  const components = file.endsWith('.tsx') && !LOADED_LATE.includes(folder) ? ['has components'] : []
  return [...components, ...imports, ...(await globalsOf(file, source))]
}

function violation(file: string, folder: string, { to, kind }: Import): string[] {
  if (!/^[.#]/.test(to)) {
    if (SLOW.test(to) && kind === 'static' && !LOADED_LATE.includes(folder))
      return [`imports ${to} at its top`]
    return to === 'node:process' && !usesProcess(file) ? ['imports node:process'] : []
  }
  // package.json#imports: `#` is src.
  const target = to.startsWith('#') ? to.slice(1) : normalize(join(dirname(file), to))
  if (target.startsWith('..')) {
    return target === '../package.json' ? [] : [`imports ${target}, outside of src`]
  }
  if (target.startsWith(BROWSER) && !file.startsWith(BROWSER)) {
    return [`imports ${target}, which is for browsers`]
  }
  if (INBOX_ENGINE.test(target) && !file.startsWith('inbox/')) {
    return [`imports ${target}, an engine of the inbox`]
  }
  const other = target.slice(0, target.indexOf('/'))
  if (other === folder) {
    if (to.startsWith('#')) return [`imports ${target} of its own folder with #`]
    return folder !== 'commands' || isOwn(file, target) ? [] : [`imports ${target} (${kind})`]
  }
  if (to.startsWith('.') && folder !== '') return [`imports ${target} without #`]
  const isException = EXCEPTIONS.some(
    each => each.only === kind && each.file.test(file) && each.to.test(target),
  )
  return isException || mayImport(folder, other, kind) ? [] : [`imports ${target} (${kind})`]
}

/** lib/trust.ts needs the user id of the process, and the library of tests the version of Node it was loaded in. */
const usesProcess = (file: string) =>
  /^(cli\/.*|start\.ts|pixctl\.ts|testing\.ts|testing\/errors\.ts|lib\/trust\.ts)$/.test(file)
/** The clock that others get as an argument, and the closing of sockets, which needs the real clock. */
const usesTime = (file: string) =>
  ['lib/clock.ts', 'sandbox/rest/http.ts'].includes(file) || file.startsWith(BROWSER)

/** The forbidden globals that a file uses. esbuild finds them, so words in comments, strings or members don't count. */
async function globalsOf(file: string, source: string): Promise<string[]> {
  if (!/\.tsx?$/.test(file)) return []
  const marks: Record<string, string> = { console: 'FOUND_console' }
  if (!usesProcess(file)) marks.process = 'FOUND_process'
  if (!usesTime(file)) {
    Object.assign(marks, {
      'Date.now': 'FOUND_now',
      setTimeout: 'FOUND_setTimeout',
      setInterval: 'FOUND_setInterval',
    })
  }
  const { code } = await transform(source, {
    loader: file.endsWith('x') ? 'tsx' : 'ts',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    define: marks,
  })
  return [...new Set(code.match(/\bFOUND_\w+/g))].map(mark => `uses ${mark.replace('FOUND_', '')}`)
}
