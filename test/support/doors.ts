/**
 * Import rules between the folders of src (docs/architecture.md): which folder may import which, which files may use
 * the process, and which packages are loaded only when they are used. A "room" is a top folder of src. The files are
 * checked in test/doors.test.ts, and the check itself in test/doors-check.test.ts.
 */

import { dirname, join, normalize } from 'node:path'
import { transform } from 'esbuild'

/** The engines, in order: each may import the types of those before it. */
const ENGINES = ['api', 'realtime', 'webhooks', 'store', 'credentials', 'terminal']
/** The folders below all of them. */
const GROUND = ['contract', 'shared']

/** For each room, the rooms that its files may import: those below it. */
export const BELOW: Record<string, readonly string[]> = {
  contract: [],
  shared: ['contract'],
  ...Object.fromEntries(ENGINES.map(engine => [engine, GROUND])),
  web: GROUND,
  sandbox: [...GROUND, 'web'],
  cli: [...GROUND, ...ENGINES],
  charges: [...GROUND, ...ENGINES, 'cli'],
  forwarding: [...GROUND, ...ENGINES, 'cli'],
  monitor: [...GROUND, ...ENGINES, 'cli'],
  stream: [...GROUND, ...ENGINES, 'cli', 'forwarding', 'monitor'],
  inspector: [...GROUND, ...ENGINES, 'cli', 'forwarding', 'web'],
  commands: [...GROUND, ...ENGINES, 'cli', 'charges', 'forwarding', 'monitor', 'stream'],
  // The entry points.
  '': ['cli'],
}

/** Exceptions to the import rules. */
const EXCEPTIONS: readonly { file: RegExp; to: RegExp; only: 'dynamic' | 'type'; why: string }[] = [
  {
    file: /^commands\/sandbox\//,
    to: /^sandbox\/index\.ts$/,
    only: 'dynamic',
    why: 'the whole service, loaded when it is started',
  },
  {
    file: /^commands\/sandbox\//,
    to: /^sandbox\/index\.ts$/,
    only: 'type',
    why: 'the types of its options and of the running service',
  },
  {
    file: /^commands\/webhook\//,
    to: /^inspector\//,
    only: 'dynamic',
    why: 'the inspector, loaded when it is started',
  },
  {
    file: /^commands\/webhook\//,
    to: /^inspector\//,
    only: 'type',
    why: 'the types of the inspector',
  },
  {
    file: /^cli\/dispatch\/commands\.ts$/,
    to: /^commands\//,
    only: 'dynamic',
    why: 'the table of the commands',
  },
]

/**
 * Whether a command's file may import another file of the commands: only one of its own folder, or of the `shared`
 * folder of its noun.
 */
function isOwn(file: string, target: string): boolean {
  const [folder, other] = [dirname(file), dirname(target)]
  if (`${other}/`.startsWith(`${folder}/`) || `${folder}/`.startsWith(`${other}/`)) return true
  return other.endsWith('/shared') && `${folder}/`.startsWith(`${dirname(other)}/`)
}

/** Packages that load slowly: they are imported in the function that uses them. */
const HEAVY =
  /^(undici|ws|pg|inquirer|cli-progress|cli-table3|csv-parse|qrcode|qrcode-terminal|keytar|hono|hono\/.*|@hono\/.*|csv-stringify.*|prom-client|node:sqlite)$/
/** The whole room is imported dynamically. Only here are components: what they become imports hono at its top. */
const LOADED_LATE = ['sandbox', 'web', 'inspector']
/**
 * The script of the pages. It runs in a browser, so of the rest it may import only what needs no Node. (Its own
 * tsconfig has no types of Node.)
 */
const BROWSER = 'web/browser/'

/** What saves the inbox. Others use src/inbox/inbox.ts, and don't know which engine it is. */
const INBOX_ENGINE = /^store\/inbox\/(sqlite|postgres)\//

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
  const room = file.includes('/') ? file.slice(0, file.indexOf('/')) : ''
  const found: string[] = []
  if (file.endsWith('.tsx') && !LOADED_LATE.includes(room)) found.push('has components')
  for (const { to, kind } of importsOf(source)) {
    if (!to.startsWith('.')) {
      if (HEAVY.test(to) && kind === 'static' && !LOADED_LATE.includes(room))
        found.push(`imports ${to} at its top`)
      if (to === 'node:process' && !touchesProcess(file)) found.push('imports node:process')
      continue
    }
    const target = normalize(join(dirname(file), to))
    if (target.startsWith('..')) {
      if (target !== '../package.json') found.push(`imports ${target}, outside of src`)
      continue
    }
    if (target.startsWith(BROWSER) && !file.startsWith(BROWSER)) {
      found.push(`imports ${target}, which is for browsers`)
      continue
    }
    if (INBOX_ENGINE.test(target) && !file.startsWith('store/inbox/')) {
      found.push(`imports ${target}, an engine of the inbox`)
      continue
    }
    const targetRoom = target.slice(0, target.indexOf('/'))
    const below =
      targetRoom === room ? room !== 'commands' || isOwn(file, target) : BELOW[room]?.includes(targetRoom)
    const named =
      kind === 'type' && ENGINES.indexOf(targetRoom) < ENGINES.indexOf(room) && ENGINES.includes(targetRoom)
    const excepted = EXCEPTIONS.some(
      each => each.only === kind && each.file.test(file) && each.to.test(target),
    )
    if (!below && !named && !excepted) found.push(`imports ${target} (${kind})`)
  }
  return [...found, ...(await globalsOf(file, source))]
}

/** shared/trust.ts needs the user id of the process. */
const touchesProcess = (file: string) => /^(cli\/.*|start\.ts|pixctl\.ts|shared\/trust\.ts)$/.test(file)
/** The clock that others get as an argument, and the closing of sockets, which needs the real clock. */
const isClock = (file: string) =>
  ['shared/clock.ts', 'sandbox/rest/http.ts'].includes(file) || file.startsWith(BROWSER)

/** The forbidden globals that a file uses. esbuild finds them, so words in comments, strings or members don't count. */
async function globalsOf(file: string, source: string): Promise<string[]> {
  if (!/\.tsx?$/.test(file)) return []
  const marks: Record<string, string> = { console: 'DOOR_console' }
  if (!touchesProcess(file)) marks.process = 'DOOR_process'
  if (!isClock(file)) {
    Object.assign(marks, {
      'Date.now': 'DOOR_now',
      setTimeout: 'DOOR_setTimeout',
      setInterval: 'DOOR_setInterval',
    })
  }
  const { code } = await transform(source, {
    loader: file.endsWith('x') ? 'tsx' : 'ts',
    jsx: 'automatic',
    jsxImportSource: 'hono/jsx',
    define: marks,
  })
  return [...new Set(code.match(/\bDOOR_\w+/g))].map(mark => `uses ${mark.replace('DOOR_', '')}`)
}
