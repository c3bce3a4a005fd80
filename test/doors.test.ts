/**
 * Import rules between the folders of src (docs/architecture.md): which folder may import which, which files may use
 * the process, and which packages are loaded only when they are used. A "room" is a top folder of src.
 */

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The engines, in order: each may import the types of those before it. */
const ENGINES = ['api', 'realtime', 'webhooks', 'store', 'credentials', 'terminal']
/** The folders below all of them. */
const GROUND = ['contract', 'shared']

/** For each room, the rooms that its files may import: those below it. */
const BELOW: Record<string, readonly string[]> = {
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

/** What saves the inbox. Others use src/store/inbox/inbox.ts, and don't know which engine it is. */
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
async function violations(file: string, source: string): Promise<string[]> {
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

describe('every file of src', () => {
  const files = globSync('**/*.{ts,tsx,js}', { cwd: join(root, 'src') }).filter(
    file => !file.endsWith('.d.ts'),
  )

  it('is checked', () => {
    expect(files.length).toBeGreaterThan(80)
    const rooms = new Set(files.map(file => dirname(file).split('/')[0]))
    expect(Object.keys(BELOW).map(room => room || '.')).toEqual(expect.arrayContaining([...rooms]))
  })

  it.each(files)('%s follows the import rules', async file => {
    expect(await violations(file, readFileSync(join(root, 'src', file), 'utf8'))).toEqual([])
  })
})

describe('bin', () => {
  const source = readFileSync(join(root, 'bin/run.js'), 'utf8')

  it('is in syntax that any Node reads', async () => {
    const [{ code: old }, { code: today }] = await Promise.all([
      transform(source, { target: 'es5' }),
      transform(source, { target: 'esnext' }),
    ])
    expect(old).toBe(today)
  })

  it('loads only the build and package.json', () => {
    const required = [...source.matchAll(/require\('([^']+)'\)/g)].map(([, to]) => to)
    expect(required.sort()).toEqual(['../dist/start.cjs', '../package.json'])
  })
})

describe('the check itself', () => {
  it.each([
    ['contract/money.ts', "import { x } from '../shared/clock.ts'", 'imports shared/clock.ts (static)'],
    ['contract/money.ts', "import type { X } from '../api/client.ts'", 'imports api/client.ts (type)'],
    ['api/client.ts', "import { x } from '../store/journal.ts'", 'imports store/journal.ts (static)'],
    [
      'api/client.ts',
      "const x = await import('../credentials/mask.ts')",
      'imports credentials/mask.ts (dynamic)',
    ],
    ['store/journal.ts', "export { x } from '../terminal/tsv.ts'", 'imports terminal/tsv.ts (static)'],
    [
      'store/journal.ts',
      "import {\n  a,\n  type B,\n} from '../cli/host/host.ts'",
      'imports cli/host/host.ts (static)',
    ],
    ['terminal/qr.ts', "import '../cli/host/host.ts'", 'imports cli/host/host.ts (static)'],
    ['sandbox/rest/app.ts', "import { x } from '../../api/client.ts'", 'imports api/client.ts (static)'],
    [
      'cli/output/output.ts',
      "import { x } from '../../sandbox/index.ts'",
      'imports sandbox/index.ts (static)',
    ],
    [
      'cli/output/output.ts',
      "const x = import('../../sandbox/index.ts')",
      'imports sandbox/index.ts (dynamic)',
    ],
    [
      'cli/output/output.ts',
      "import x from '../../commands/status/index.ts'",
      'imports commands/status/index.ts (static)',
    ],
    [
      'cli/output/output.ts',
      "import x from '../../forwarding/targets.ts'",
      'imports forwarding/targets.ts (static)',
    ],
    [
      'forwarding/targets.ts',
      "import x from '../commands/status/index.ts'",
      'imports commands/status/index.ts (static)',
    ],
    ['api/client.ts', "import type { X } from '../store/journal.ts'", 'imports store/journal.ts (type)'],
    [
      'commands/events/tail/index.ts',
      "import { x } from '../../webhook/listen/listen.ts'",
      'imports commands/webhook/listen/listen.ts (static)',
    ],
    [
      'commands/charge/wait/index.ts',
      "import { x } from '../create/request.ts'",
      'imports commands/charge/create/request.ts (static)',
    ],
    [
      'commands/charge/wait/index.ts',
      "import { x } from '../../sandbox/shared/charge.ts'",
      'imports commands/sandbox/shared/charge.ts (static)',
    ],
    [
      'commands/sandbox/start/index.ts',
      "import { x } from '../../../sandbox/index.ts'",
      'imports sandbox/index.ts (static)',
    ],
    [
      'commands/charge/wait/index.ts',
      "const x = import('../../../sandbox/index.ts')",
      'imports sandbox/index.ts (dynamic)',
    ],
    [
      'commands/status/index.ts',
      "import { x } from '../../../test/x.ts'",
      'imports ../test/x.ts, outside of src',
    ],
    ['api/transport.ts', "import { Agent } from 'undici'", 'imports undici at its top'],
    ['store/database.ts', "import { DatabaseSync } from 'node:sqlite'", 'imports node:sqlite at its top'],
    ['terminal/qr.ts', "import qrcode from 'qrcode'", 'imports qrcode at its top'],
    ['cli/host/host.ts', "import { getCookie } from 'hono/cookie'", 'imports hono/cookie at its top'],
    ['web/site.tsx', "import { x } from '../sandbox/index.ts'", 'imports sandbox/index.ts (static)'],
    ['web/site.tsx', "import { x } from '../terminal/tsv.ts'", 'imports terminal/tsv.ts (static)'],
    ['cli/host/host.ts', "import { x } from '../../web/site.tsx'", 'imports web/site.tsx (static)'],
    [
      'web/page.ts',
      "import { x } from './browser/live.ts'",
      'imports web/browser/live.ts, which is for browsers',
    ],
    ['web/browser/live.ts', "import { x } from '../../terminal/tsv.ts'", 'imports terminal/tsv.ts (static)'],
    ['web/components/form.tsx', 'export const x = <p>{process.env.X}</p>', 'uses process'],
    ['terminal/table.tsx', 'export const x = <p></p>', 'has components'],
    ['api/client.ts', 'export const x = process.env.X', 'uses process'],
    ['api/client.ts', "import { env } from 'node:process'", 'imports node:process'],
    ['cli/host/host.ts', 'console.log(1)', 'uses console'],
    ['api/client.ts', 'export const x = Date.now()', 'uses now'],
    ['commands/status/index.ts', 'setTimeout(() => {}, 1)', 'uses setTimeout'],
  ])('in %s, finds the violation in %j', async (file, source, violation) => {
    expect(await violations(file, source)).toEqual([violation])
  })

  it.each([
    ['api/client.ts', "// process.env, console.log and import { x } from '../store/journal.ts'"],
    ['api/client.ts', "import type { Dispatcher } from 'undici'\nexport type X = Dispatcher"],
    ['api/client.ts', "import { type Dispatcher } from 'undici'\nexport type X = Dispatcher"],
    [
      'api/client.ts',
      "export const x = 'process.exit() and console'; export const y = { process: 1 }.process",
    ],
    [
      'cli/context/context.ts',
      "import type { Journal } from '../../store/journal.ts'\nexport type X = Journal",
    ],
    ['cli/context/context.ts', "export const x = () => import('../../store/journal.ts')"],
    ['cli/host/host.ts', 'export const x = process.argv'],
    ['realtime/tail.ts', "import type { X } from '../api/client.ts'"],
    ['commands/auth/list/index.ts', "import { x } from '../../../credentials/profiles.ts'\nx()"],
    ['commands/charge/wait/index.ts', "import { x } from '../shared/waiting.ts'\nx()"],
    ['commands/sandbox/key/list/index.ts', "import { x } from '../../shared/command.ts'\nx()"],
    ['commands/events/tail/tail.ts', "import { x } from '../../../forwarding/forwarding.ts'\nx()"],
    ['commands/sandbox/start/index.ts', "export const x = () => import('../../../sandbox/index.ts')"],
    ['commands/sandbox/start/run.ts', "import type { X } from '../../../sandbox/index.ts'"],
    ['sandbox/rest/http.ts', "import { Hono } from 'hono'\nHono()"],
    ['sandbox/dashboard/app.ts', "import { Site } from '../../web/site.tsx'\nSite()"],
    ['web/cookie.ts', "import { getCookie } from 'hono/cookie'\ngetCookie()"],
    ['web/browser/live.ts', 'setTimeout(() => {}, 1)'],
  ])('in %s, allows %j', async (file, source) => {
    expect(await violations(file, source)).toEqual([])
  })
})
