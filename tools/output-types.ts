/**
 * Generates src/contract/generated/output.ts, the types of what `--json` prints, and output-shapes.ts, how the help shows
 * it, from the schemas in src/contract/output, and service.json, the schemas of the service's own objects, from src/contract/openapi.yaml.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { compile } from 'json-schema-to-typescript'
import { parse } from 'yaml'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Schema = { [key: string]: Json }

const contract = new URL('../src/contract/', import.meta.url)
const output = new URL('output/', contract)
const generated = new URL('generated/', contract)

/** A copy in which each object that is a schema was changed. */
function mapped(node: Json, change: (schema: Schema) => Schema): Json {
  if (Array.isArray(node)) return node.map(item => mapped(item, change))
  if (node === null || typeof node !== 'object') return node
  return change(Object.fromEntries(Object.entries(node).map(([key, value]) => [key, mapped(value, change)])))
}

/** `webhook-listen` is the type `WebhookListen`. */
const typeName = (name: string) =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const SERVICE = 'service.json#/$defs/'

/** For TypeScript: nothing but the members that are listed, and the service's own types as they were generated. */
function forTypes(schema: Schema): Schema {
  const { $ref } = schema
  if (typeof $ref === 'string') {
    return $ref.startsWith(SERVICE)
      ? { tsType: `contract.${$ref.slice(SERVICE.length)}` }
      : { $ref: `#/$defs/${typeName($ref.replace(/\.json$/, ''))}` }
  }
  const isOpen = 'additionalProperties' in schema || !('properties' in schema)
  return isOpen ? schema : { ...schema, additionalProperties: false }
}

const openapi = parse(await readFile(new URL('openapi.yaml', contract), 'utf8'))
const service = mapped(openapi.components.schemas, schema =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !key.startsWith('x-'))
      .map(([key, value]) => [
        key,
        key === '$ref' ? String(value).replace('#/components/schemas/', '#/$defs/') : value,
      ]),
  ),
)
const title = "The service's own objects"
const document = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'service.json',
  title,
  $defs: service,
}
await writeFile(new URL('service.json', generated), `${JSON.stringify(document, null, 2)}\n`)

/** What `$ref` refers to. */
async function resolved(schema: Schema): Promise<Schema> {
  const { $ref } = schema
  if (typeof $ref !== 'string') return schema
  const [, name] = /#\/\$defs\/(.*)$/.exec($ref) ?? []
  if (name !== undefined) return (service as Record<string, Schema>)[name]!
  return JSON.parse(await readFile(new URL($ref, output), 'utf8'))
}

/** `{"profile","removed":[…]}`: the members that are always there, and those of the objects in their lists. */
async function shapeOf(given: Schema): Promise<string> {
  const { type, items, properties, required } = await resolved(given)
  if (type === 'array') return `[${await shapeOf(items as Schema)}]`
  if (properties === undefined) return '…'
  const members = Object.entries(properties as Record<string, Schema>)
    .filter(([name]) => (required as string[]).includes(name))
    .map(async ([name, schema]) => `"${name}"${await memberOf(schema)}`)
  return `{${(await Promise.all(members)).join(',')}}`
}

async function memberOf(given: Schema): Promise<string> {
  const schema = await resolved(given)
  const types = [schema.type].flat().filter(type => type !== 'null')
  if (types.join() === 'object') return ':{…}'
  if (types.join() !== 'array') return ''
  return `:${given.$ref === undefined ? await shapeOf({ ...schema, type: 'array' }) : '[…]'}`
}

const names = (await readdir(output)).map(file => file.replace(/\.json$/, '')).sort()
const shapes = new Map<string, string>()
const schemas = await Promise.all(
  names.map(async name => {
    const {
      $schema,
      $id,
      title: description,
      ...schema
    } = JSON.parse(await readFile(new URL(`${name}.json`, output), 'utf8'))
    if ($id !== `${name}.json`) throw new Error(`$id of ${name}.json is another name`)
    shapes.set(name, await shapeOf(schema))
    return [typeName(name), { description, ...(mapped(schema, forTypes) as Schema) }] as const
  }),
)
const types = await compile(
  { title: 'All', type: 'object', $defs: Object.fromEntries(schemas) } as never,
  'All',
  {
    additionalProperties: true,
    bannerComment: '',
    format: false,
    unreachableDefinitions: true,
  },
)
await writeFile(
  new URL('output.ts', generated),
  [
    '// Generated from src/contract/output by tools/output-types.ts. Do not edit: run `npm run generate`.\n',
    "import type * as contract from './types.ts'\n",
    types
      .replace(/export interface All \{\n.*\n\}\n/, '')
      .replaceAll(
        / \* ?\n \* This interface was referenced by `All`'s JSON-Schema\n \* via the `definition` ".*"\.\n/g,
        '',
      ),
    '/** What `--json` prints, by the name of its schema. */',
    'export interface Outputs {',
    ...names.map(name => `  '${name}': ${typeName(name)}`),
    '}',
    '',
  ].join('\n'),
)
const quoted = (name: string) => (name.includes('-') ? `'${name}'` : name)
await writeFile(
  new URL('output-shapes.ts', generated),
  [
    '// Generated from src/contract/output by tools/output-types.ts. Do not edit: run `npm run generate`.',
    '',
    '/** How the help shows what `--json` prints. */',
    'export const OUTPUT_SHAPES = {',
    ...names.map(name => `  ${quoted(name)}: '${shapes.get(name)}',`),
    '}',
    '',
  ].join('\n'),
)
