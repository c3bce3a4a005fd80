/** The code that only a few commands load has a file of its own, and shares the program's modules. */

import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#cli/dispatch/commands.ts'
import { CodeCache } from '#cli/host/code-cache.ts'
import { CHUNKS, ORDINARY } from '../../tools/build/chunks.ts'
import { temporaryFolder } from '../support/folder.ts'
import { Machine } from '../support/pixctl.ts'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')
/** The modules of a built file: each is a function under its path. */
const modulesOf = (file: string) =>
  [...readFileSync(join(dist, file), 'utf8').matchAll(/\b__(?:esm|commonJS)\(\{"([^"]+)"/g)].map(
    ([, path]) => path!,
  )

type Modules = Record<string, () => object>
const load = createRequire(join(dist, 'x.cjs'))
const shared = (file: string) => (load(`./${file}.cjs`) as { shared: Modules }).shared
const FILES = ['pixctl', ...Object.keys(CHUNKS)]

describe('the program', () => {
  it('has nothing of the sandbox, the inspector, their pages and rare commands', () => {
    const modules = modulesOf('pixctl.cjs')
    expect(modules).toContain('src/lib/failure.ts')
    const late = /^src\/(sandbox|inspector|web|commands\/(sandbox|doctor|webhook\/listen))\//
    expect(modules.filter(path => late.test(path))).toEqual([])
    const entries = [...modules, ...modulesOf('rare.cjs')]
    for (const [file, paths] of Object.entries(CHUNKS)) {
      expect(entries).toEqual(expect.arrayContaining(paths.map(path => `${file}:${path}`)))
    }
  })

  it('has the ordinary commands, and no other', () => {
    const entries = modulesOf('pixctl.cjs').filter(path => /^src\/commands\/.*\/index\.ts$/.test(path))
    const ids = entries.map(path =>
      path.slice('src/commands/'.length, -'/index.ts'.length).replaceAll('/', ':'),
    )
    expect(ids.filter(id => id in COMMANDS).sort()).toEqual([...ORDINARY].sort())
  })

  it('shares each of its modules with them: there is no second copy', () => {
    const all = [...FILES, 'testing'].flatMap(file => modulesOf(`${file}.cjs`))
    expect(all).toContain('src/sandbox/index.ts')
    expect(all).toContain('src/doctor/checks/machine.ts')
    const own = all.filter(path => !path.includes(':'))
    expect(own.filter((path, index) => own.indexOf(path) !== index)).toEqual([])
    for (const path of all.filter(each => FILES.some(file => each.startsWith(`${file}:`)))) {
      const [file = '', module = ''] = path.split(':')
      expect(shared(file), path).toHaveProperty([module])
    }
  })

  it('gets failures of its own class from them', async () => {
    const { Failure } = shared('pixctl')['src/lib/failure.ts']!() as typeof import('#lib/failure.ts')
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'sandbox.db'), '')
    // Every user of the machine could have written it.
    chmodSync(join(folder, 'sandbox.db'), 0o666)
    const sandbox = shared('late')['src/sandbox/index.ts']!() as typeof import('#sandbox/index.ts')
    await expect(sandbox.startSandbox({ dataDir: folder })).rejects.toBeInstanceOf(Failure)
  })

  it('runs ordinary commands without them', async () => {
    using machine = new Machine()
    await machine.pixctl(['auth', 'list'], { env: { PIXCTL_CACHE_DIR: join(machine.folder, 'cache') } })
    const caches = () => globSync('**/*.bin', { cwd: machine.folder }).map(path => basename(path))
    expect(caches()).toEqual(['auth-pixctl.cjs.bin'])
  })
})

describe('while an upgrade replaces a file', () => {
  /** A copy of the built program, which this process loads as `pixctl` does. */
  function copied() {
    const folder = temporaryFolder()
    cpSync(dist, folder, { recursive: true })
    const require = createRequire(join(folder, 'x.cjs'))
    const cache = new CodeCache({ home: temporaryFolder(), build: 'x', key: 'x', require })
    const part = (name: string) =>
      cache.load(join(folder, `${name}.cjs`)) as { shared: Modules; COMMANDS: typeof COMMANDS }
    const transport = () =>
      part('pixctl').shared['src/api/transport.ts']!() as typeof import('#api/transport.ts')
    const uses: Record<string, () => unknown> = {
      pixctl: () => part('pixctl'),
      rare: () => part('pixctl').COMMANDS['webhook:listen']!(),
      late: () => part('late').shared['src/sandbox/index.ts']!(),
      undici: () => transport().createTransport({ httpsProxy: undefined, noProxy: undefined }),
      hono: () => part('late').shared['src/inspector/inspector.ts']!(),
    }
    return { folder, cache, use: async (name: string) => uses[name]!() }
  }

  const ways: Record<string, (file: string) => void> = {
    missing: file => rmSync(file),
    empty: file => truncateSync(file),
    // Inside a block: what ends between two statements could be a program of its own.
    half: file => {
      const source = readFileSync(file)
      truncateSync(file, source.indexOf('{', source.length / 2) + 1)
    },
  }

  it.each([
    ['missing', 'undici'],
    ['empty', 'undici'],
    ['half', 'undici'],
    ['half', 'pixctl'],
    ['empty', 'rare'],
    ['half', 'late'],
    // A module of `late` loads it.
    ['missing', 'hono'],
  ])('what needs a file that is %s (%s.cjs) fails, and works at its next use', async (how, name) => {
    const { folder, use } = copied()
    const file = join(folder, `${name}.cjs`)
    ways[how]!(file)
    for (let n = 0; n < 2; n++) await expect(use(name)).rejects.toThrow()
    copyFileSync(join(dist, `${name}.cjs`), file)
    expect(await use(name)).toBeDefined()
  })

  it('a command that runs long has read all of it', async () => {
    const { folder, cache, use } = copied()
    cache.readAhead(folder)
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    for (const name of ['rare', 'late', 'undici', 'hono']) expect(await use(name)).toBeDefined()
  })
})
