/** Every file of src follows the import rules (test/support/import-rules.ts), and bin loads only the build. */

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { FOLDERS, violations } from './support/import-rules.ts'

const root = join(import.meta.dirname, '..')

describe('the import rules', () => {
  it('hold in every file of src', async () => {
    const files = globSync('**/*.{ts,tsx,js}', { cwd: join(root, 'src') }).filter(
      file => !file.endsWith('.d.ts'),
    )
    const folders = new Set(files.map(file => dirname(file).split('/')[0]?.replace('.', '')))
    expect([...folders].sort()).toEqual([...FOLDERS].sort())
    const found = await Promise.all(
      files.map(async file => {
        const each = await violations(file, readFileSync(join(root, 'src', file), 'utf8'))
        return each.map(violation => `${file} ${violation}`)
      }),
    )
    expect(found.flat()).toEqual([])
  })

  it('find what breaks them', async () => {
    const broken: [file: string, source: string, violation: string][] = [
      ['api/client.ts', "import { x } from '#cli/host/host.ts'", 'imports cli/host/host.ts (static)'],
      ['api/client.ts', "import { Agent } from 'undici'", 'imports undici at its top'],
      ['api/client.ts', 'export const now = Date.now()', 'uses now'],
      ['api/client.ts', "import { x } from '#api/texts.ts'", 'imports api/texts.ts of its own folder with #'],
      [
        'api/client.ts',
        "import type { X } from '../charges/totals.ts'",
        'imports charges/totals.ts without #',
      ],
      ['charges/totals.ts', "const x = import('#terminal/qr.ts')", 'imports terminal/qr.ts (dynamic)'],
      ['charges/totals.ts', "import { x } from '#web/form.ts'", 'imports web/form.ts (static)'],
      ['sandbox/core/fees.ts', "import { x } from '#api/client.ts'", 'imports api/client.ts (static)'],
      [
        'commands/sandbox/start/run.ts',
        "import { x } from '#sandbox/index.ts'",
        'imports sandbox/index.ts (static)',
      ],
      [
        'commands/charge/wait/index.ts',
        "import { x } from '../create/request.ts'",
        'imports commands/charge/create/request.ts (static)',
      ],
      [
        'events/stream.ts',
        "import { x } from '#inbox/sqlite/queue.ts'",
        'imports inbox/sqlite/queue.ts, an engine of the inbox',
      ],
      [
        'web/page.ts',
        "import { x } from './browser/live.ts'",
        'imports web/browser/live.ts, which is for browsers',
      ],
    ]
    for (const [file, source, violation] of broken) {
      expect(await violations(file, source), `${file}: ${source}`).toEqual([violation])
    }
    expect(
      await violations('commands/sandbox/start/run.ts', "const x = import('#sandbox/index.ts')"),
    ).toEqual([])
    expect(await violations('realtime/batches.ts', "import type { X } from '#api/client.ts'")).toEqual([])
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
