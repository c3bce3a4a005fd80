/** docs/json.md as it is made from schemas. That it is up to date is tested in test/docs/readme.test.ts. */

import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { JsonReference, type Schema } from '../../tools/json-reference.ts'
import { read, root } from '../docs/pages.ts'

const text = (description: string) => ({ type: 'string', description })
const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  required,
  properties,
})

const attempt: Schema = {
  title: 'An attempt',
  ...object({
    to: text('the target'),
    status: { type: ['integer', 'null'], description: 'the status of the answer' },
  }),
}
const delivery: Schema = {
  title: 'A delivery',
  $defs: { Header: object({ name: text('its name') }) },
  ...object(
    {
      forward: { enum: ['none', 'done', null], description: 'its state, `none` at first' },
      attempts: { type: 'array', items: { $ref: 'attempt.json' }, description: 'the attempts' },
      headers: { type: 'array', items: { $ref: '#/$defs/Header' }, description: 'the headers' },
      charge: {
        anyOf: [{ $ref: 'service.json#/$defs/Payment' }, { type: 'null' }],
        description: 'its charge',
      },
      balance: { $ref: 'service.json#/$defs/Balance' },
      byStatus: { type: 'object', additionalProperties: object({ count: text('a|count') }) },
      kind: { const: 'all', description: 'its kind' },
      note: text('what there is to say'),
    },
    ['forward', 'attempts', 'headers', 'charge', 'balance', 'byStatus', 'kind'],
  ),
}
const reference = new JsonReference({
  schemas: {
    charge: { title: 'A charge', $ref: 'service.json#/$defs/Payment' },
    attempt,
    delivery,
    deliveries: { title: 'Some', type: 'array', items: { $ref: 'delivery.json' } },
    profiles: { title: 'Profiles. Some more.', type: 'array', items: object({ name: text('its name') }) },
    line: { title: 'A line', oneOf: [{ $ref: 'attempt.json' }, object({ end: text('the end') })] },
  },
  service: {
    Payment: object({ id: { $ref: '#/$defs/Id' }, qrCode: text('An image.') }, ['id']),
    Id: text('The id.'),
    Balance: {
      description: 'In reais.',
      ...object({ amount: { type: 'number', description: 'How much.' } }),
    },
  },
  printedBy: { deliveries: ['`webhook deliveries`'], line: ['`webhook listen`', '`webhook replay`'] },
})

/** The section about a shape. */
function section(name: string): string {
  const sections = reference.sections().split(/^## /m)
  return sections.find(each => each.startsWith(`${name}\n`))!
}

describe('the reference of JSON', () => {
  it('lists the shapes with the commands that print them', () => {
    expect(reference.list()).toContain('| [attempt](#attempt) | An attempt |  |\n')
    expect(reference.list()).toContain('| [line](#line) | A line | `webhook listen`, `webhook replay` |\n')
  })

  it('has a row for each member, also of what is inside, but names what has its own section', () => {
    expect(section('delivery')).toBe(`delivery

A delivery.

Part of [deliveries](#deliveries).

\`{"forward", "attempts", "headers", "charge", "balance", "byStatus", "kind", "note"}\`

| member | is |
|---|---|
| \`forward\` | its state, \`none\` at first; or \`done\`; \`null\` if there is none |
| \`attempts\` | the attempts; [attempt](#attempt) |
| \`headers\` | the headers |
| \`headers[].name\` | its name |
| \`charge\` | its charge; [charge](#charge); \`null\` if there is none |
| \`balance\` | In reais |
| \`balance.amount\` | How much |
| \`byStatus.*.count\` | a\\|count |
| \`kind\` | its kind; always \`all\` |
| \`note\` | what there is to say; may be left out |

`)
  })

  it('has the members of a list, of one of several, and of an object of the service', () => {
    expect(section('deliveries')).toContain('\nA list of [delivery](#delivery)\n')
    expect(section('deliveries')).not.toContain('| member |')
    expect(section('profiles')).toContain(
      '`[{"name"}]`\n\n| member | is |\n|---|---|\n| `name` | its name |\n',
    )
    expect(section('line')).toContain('\n[attempt](#attempt) or `{"end"}`\n')
    expect(section('line')).toContain('| `end` | the end |')
    expect(section('charge')).toContain('| `id` | The id |\n| `qrCode` | An image; may be left out |')
  })

  it('refuses a reference that leads nowhere', () => {
    const wrong = new JsonReference({
      schemas: { charge: { title: 'A charge', $ref: 'service.json#/$defs/Nothing' } },
      service: {},
      printedBy: {},
    })
    expect(() => wrong.sections()).toThrow('no schema is called service.json#/$defs/Nothing')
  })
})

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
