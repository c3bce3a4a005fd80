/** The code that only a few commands load has a file of its own, and shares the program's modules. */

import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LATE } from '../../tools/build/late.ts'
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
const { shared } = load('./pixctl.cjs') as { shared: Modules }
const { late } = load('./late.cjs') as { late: Modules }

describe('the program', () => {
  it('has nothing of the sandbox, the inspector and their pages', () => {
    const modules = modulesOf('pixctl.cjs')
    expect(modules).toContain('src/shared/failure.ts')
    expect(modules.filter(path => /^src\/(sandbox|inspector|web)\//.test(path))).toEqual([])
    expect(modules).toEqual(expect.arrayContaining(LATE.map(path => `late:${path}`)))
  })

  it('shares each of its modules with them: there is no second copy', () => {
    const [program, others] = [modulesOf('pixctl.cjs'), modulesOf('late.cjs')]
    expect(others).toContain('src/sandbox/index.ts')
    expect(others.filter(path => program.includes(path))).toEqual([])
    for (const path of others.filter(each => each.startsWith('program:'))) {
      expect(shared, path).toHaveProperty([path.replace('program:', '')])
    }
  })

  it('gets failures of its own class from them', async () => {
    const { Failure } = shared['src/shared/failure.ts']!() as typeof import('../../src/shared/failure.ts')
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'sandbox.db'), '')
    // Every user of the machine could have written it.
    chmodSync(join(folder, 'sandbox.db'), 0o666)
    const sandbox = late['src/sandbox/index.ts']!() as typeof import('../../src/sandbox/index.ts')
    await expect(sandbox.startSandbox({ dataDir: folder })).rejects.toBeInstanceOf(Failure)
  })

  it('runs ordinary commands without them', async () => {
    using machine = new Machine()
    await machine.pixctl(['auth', 'list'], { env: { PIXCTL_CACHE_DIR: join(machine.folder, 'cache') } })
    const caches = () => globSync('**/*.bin', { cwd: machine.folder }).map(path => basename(path))
    expect(caches()).toEqual(['auth-pixctl.cjs.bin'])
  })
})
