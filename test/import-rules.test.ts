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

  it('are broken by an import of a later layer, a slow package at the top, and the time', async () => {
    const source =
      "import { x } from '#cli/host/host.ts'\nimport { Agent } from 'undici'\nexport const now = Date.now()"
    expect(await violations('api/client.ts', source)).toEqual([
      'imports cli/host/host.ts (static)',
      'imports undici at its top',
      'uses now',
    ])
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
