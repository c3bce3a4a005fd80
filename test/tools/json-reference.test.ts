/** The schemas of what `--json` prints, and docs/json.md, which is made of them. */

import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Schema } from '../../tools/json-reference.ts'
import { read, root } from '../docs/pages.ts'

describe('each schema', () => {
  const { commands } = JSON.parse(read('oclif.manifest.json')) as {
    commands: Record<string, { id: string; description?: string; outputs?: string[] }>
  }
  const files = globSync('src/contract/output/*.json', { cwd: root }).sort()
  const schemas = files.map(file => [basename(file, '.json'), JSON.parse(read(file)) as Schema] as const)

  it('is printed by a command, or a part of another', () => {
    const ofAll = ['help', 'error', 'note', 'log-line']
    const used = new Set([...ofAll, ...Object.values(commands).flatMap(({ outputs = [] }) => outputs)])
    for (const [, { $id, title, ...schema }] of schemas as [string, Schema & { $id: string }][]) {
      for (const [, name] of JSON.stringify(schema).matchAll(/"\$ref":"([a-z-]+)\.json"/g)) used.add(name!)
    }
    expect([...used].sort()).toEqual(schemas.map(([name]) => name).sort())
  })

  it('is there for each command that prints JSON', () => {
    const without = Object.values(commands).filter(({ outputs = [] }) => outputs.length === 0)
    expect(
      without.filter(({ description }) => !description?.includes('only an error')).map(({ id }) => id),
    ).toEqual([])
  })

  it('says what it and each of its members is', () => {
    expect(schemas.filter(([, { title }]) => !title).map(([name]) => name)).toEqual([])
    for (const [name] of schemas)
      expect(read('docs/json.md').split(`\n## ${name}\n`)[1]?.split('\n## ')[0], name).not.toMatch(
        /\| {2}\|$/m,
      )
  })
})
