/**
 * The doors between the rooms of src (docs/architecture.md): who imports whom, who touches the process,
 * and what is loaded only where it is used.
 */

import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The rooms that files of a room may import. */
const DOORS: Record<string, readonly string[]> = {
  contract: [],
  shared: ['contract'],
  api: ['contract', 'shared'],
  realtime: ['contract', 'shared'],
  webhooks: ['contract', 'shared'],
  store: ['contract', 'shared'],
  credentials: ['contract', 'shared'],
  sandbox: ['contract', 'shared'],
  terminal: ['contract', 'shared'],
  app: ['api', 'contract', 'credentials', 'realtime', 'shared', 'store', 'terminal', 'webhooks'],
  commands: ['app', 'contract', 'shared', 'terminal'],
  // The entry points.
  '': ['app'],
}

/** What goes through a door of its own, and how. */
const EXCEPTIONS: readonly { file: RegExp; to: RegExp; only?: 'dynamic'; why: string }[] = [
  { file: /^commands\/auth\//, to: /^credentials\//, why: 'profiles and secrets are what they are about' },
  {
    file: /^commands\/sandbox\//,
    to: /^sandbox\/index\.ts$/,
    only: 'dynamic',
    why: 'it is loaded by itself',
  },
  { file: /^app\/commands\.ts$/, to: /^commands\//, only: 'dynamic', why: 'the table of the commands' },
]

/** Slow to load: imported where they are used, in a function. */
const HEAVY =
  /^(undici|ws|inquirer|cli-table3|qrcode|qrcode-terminal|keytar|hono|@hono\/.*|csv-stringify.*|node:sqlite)$/
/** The whole room is imported dynamically. */
const LOADED_LATE = 'sandbox'

interface Import {
  to: string
  kind: 'static' | 'dynamic' | 'type'
}

/** Every import of a source as Biome formats it. */
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

/** What a file (its path in src) does that it may not. */
async function violations(file: string, source: string): Promise<string[]> {
  const room = file.includes('/') ? file.slice(0, file.indexOf('/')) : ''
  const found: string[] = []
  for (const { to, kind } of importsOf(source)) {
    if (!to.startsWith('.')) {
      if (HEAVY.test(to) && kind === 'static' && room !== LOADED_LATE) found.push(`imports ${to} at its top`)
      if (to === 'node:process' && !touchesProcess(file)) found.push('imports node:process')
      continue
    }
    const target = normalize(join(dirname(file), to))
    if (target.startsWith('..')) {
      if (target !== '../package.json') found.push(`imports ${target}, outside of src`)
      continue
    }
    const targetRoom = target.slice(0, target.indexOf('/'))
    if (targetRoom === room || DOORS[room]?.includes(targetRoom)) {
      if (targetRoom === 'store' && room !== 'store' && kind === 'static')
        found.push(`imports ${target} at its top`)
      continue
    }
    const exception = EXCEPTIONS.find(each => each.file.test(file) && each.to.test(target))
    if (!exception || (exception.only && exception.only !== kind)) found.push(`imports ${target} (${kind})`)
  }
  return [...found, ...(await globalsOf(file, source))]
}

/** Whose process this is, trust has to know wherever a file is opened. */
const touchesProcess = (file: string) => /^(app\/.*|start\.ts|pixctl\.ts|shared\/trust\.ts)$/.test(file)
/** The clock that is handed in; and closing sockets, which real time alone can do. */
const isClock = (file: string) => ['shared/clock.ts', 'sandbox/http.ts'].includes(file)

/** The globals a file may not use. esbuild finds them: a word in a comment, a text or a member is none. */
async function globalsOf(file: string, source: string): Promise<string[]> {
  if (!file.endsWith('.ts')) return []
  const marks: Record<string, string> = { console: 'DOOR_console' }
  if (!touchesProcess(file)) marks.process = 'DOOR_process'
  if (!isClock(file)) {
    Object.assign(marks, {
      'Date.now': 'DOOR_now',
      setTimeout: 'DOOR_setTimeout',
      setInterval: 'DOOR_setInterval',
    })
  }
  const { code } = await transform(source, { loader: 'ts', define: marks })
  return [...new Set(code.match(/\bDOOR_\w+/g))].map(mark => `uses ${mark.replace('DOOR_', '')}`)
}

describe('every file of src', () => {
  const files = globSync('**/*.{ts,js}', { cwd: join(root, 'src') }).filter(file => !file.endsWith('.d.ts'))

  it('is looked at', () => {
    expect(files.length).toBeGreaterThan(80)
    const rooms = new Set(files.map(file => dirname(file).split('/')[0]))
    expect(Object.keys(DOORS).map(room => room || '.')).toEqual(expect.arrayContaining([...rooms]))
  })

  it.each(files)('%s goes through the doors it has', async file => {
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

  it('is the only other start, and loads nothing but the build', () => {
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
      "import {\n  a,\n  type B,\n} from '../app/host.ts'",
      'imports app/host.ts (static)',
    ],
    ['terminal/qr.ts', "import '../app/host.ts'", 'imports app/host.ts (static)'],
    ['sandbox/rest.ts', "import { x } from '../api/client.ts'", 'imports api/client.ts (static)'],
    ['app/listing.ts', "import { x } from '../sandbox/index.ts'", 'imports sandbox/index.ts (static)'],
    ['app/listing.ts', "const x = import('../sandbox/index.ts')", 'imports sandbox/index.ts (dynamic)'],
    [
      'app/context.ts',
      "import { Journal } from '../store/journal.ts'",
      'imports store/journal.ts at its top',
    ],
    ['app/listing.ts', "import x from '../commands/status.ts'", 'imports commands/status.ts (static)'],
    ['commands/status.ts', "import { x } from '../api/client.ts'", 'imports api/client.ts (static)'],
    [
      'commands/status.ts',
      "import { x } from '../credentials/mask.ts'",
      'imports credentials/mask.ts (static)',
    ],
    [
      'commands/sandbox/start.ts',
      "import { x } from '../../sandbox/index.ts'",
      'imports sandbox/index.ts (static)',
    ],
    [
      'commands/charge/wait.ts',
      "const x = import('../../sandbox/index.ts')",
      'imports sandbox/index.ts (dynamic)',
    ],
    ['commands/status.ts', "import { x } from '../../test/x.ts'", 'imports ../test/x.ts, outside of src'],
    ['api/transport.ts', "import { Agent } from 'undici'", 'imports undici at its top'],
    ['store/database.ts', "import { DatabaseSync } from 'node:sqlite'", 'imports node:sqlite at its top'],
    ['terminal/qr.ts', "import qrcode from 'qrcode'", 'imports qrcode at its top'],
    ['api/client.ts', 'export const x = process.env.X', 'uses process'],
    ['api/client.ts', "import { env } from 'node:process'", 'imports node:process'],
    ['app/host.ts', 'console.log(1)', 'uses console'],
    ['api/client.ts', 'export const x = Date.now()', 'uses now'],
    ['commands/status.ts', 'setTimeout(() => {}, 1)', 'uses setTimeout'],
  ])('in %s, sees %j', async (file, source, violation) => {
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
    ['app/context.ts', "import type { Journal } from '../store/journal.ts'\nexport type X = Journal"],
    ['app/context.ts', "export const x = () => import('../store/journal.ts')"],
    ['app/host.ts', 'export const x = process.argv'],
    ['commands/auth/list.ts', "import { x } from '../../credentials/profiles.ts'\nx()"],
    ['commands/sandbox/start.ts', "export const x = () => import('../../sandbox/index.ts')"],
    ['sandbox/http.ts', "import { Hono } from 'hono'\nHono()"],
  ])('in %s, has nothing against %j', async (file, source) => {
    expect(await violations(file, source)).toEqual([])
  })
})
