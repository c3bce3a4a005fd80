/** Every file of src follows the import rules (test/support/doors.ts), and bin loads only the build. */

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transform } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { BELOW, violations } from './support/doors.ts'

const root = join(import.meta.dirname, '..')

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
