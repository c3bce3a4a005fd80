/**
 * Generates src/contract/generated from src/contract/openapi.yaml: the types, and validators that need no
 * library at run time. And both descriptions and the numbered SQL files of the PostgreSQL inbox as modules, for a program
 * in one file.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import { compile } from 'json-schema-to-typescript'
import { parse } from 'yaml'

const VALIDATED = [
  'StatusResponse',
  'BalanceResponse',
  'PaymentResponse',
  'PaymentListResponse',
  'CreatePayment',
  'PaymentEvent',
  'Error',
]

// RFC 3339, with the offset's colon and the fraction of a second optional: docs/service.md doesn't show the exact form.
const DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)$/

const directory = new URL('../src/contract/', import.meta.url)
const generated = new URL('generated/', directory)
const header = '// Generated from openapi.yaml by tools/generate.ts. Do not edit: run `npm run generate`.\n'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The components as plain JSON Schema. The `x-` members are left out: they belong to OpenAPI and are for readers. */
function toJsonSchema(node: Json): Json {
  if (Array.isArray(node)) return node.map(toJsonSchema)
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !key.startsWith('x-'))
      .map(([key, value]) =>
        key === '$ref' && typeof value === 'string'
          ? [key, value.replace('#/components/schemas/', '#/$defs/')]
          : [key, toJsonSchema(value)],
      ),
  )
}

const openapi = await readFile(new URL('openapi.yaml', directory), 'utf8')
const asyncapi = await readFile(new URL('asyncapi.yaml', directory), 'utf8')
// Bundled, so that it refers to no other file. An $id would change what its references mean.
const bundled = await readFile(new URL('sandbox.yaml', generated), 'utf8')
const sandbox = bundled.replace(/^ *\$(id|schema): .*\n/gm, '')
await writeFile(new URL('sandbox.yaml', generated), sandbox)
const document = parse(openapi)
const definitions = toJsonSchema(document.components.schemas) as Record<string, Json>
await mkdir(generated, { recursive: true })

const types = await compile({ title: 'Contract', $defs: definitions, type: 'object' } as never, 'Contract', {
  additionalProperties: true,
  bannerComment: header,
  format: false,
  unreachableDefinitions: true,
})
await writeFile(new URL('types.ts', generated), types.replace(/export interface Contract \{\n.*\n\}\n/, ''))

const ajv = new Ajv2020({
  code: { source: true, esm: true, lines: true },
  formats: {
    'date-time': DATE_TIME,
    uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  },
  strict: true,
  strictTypes: false,
})
ajv.addSchema({ $id: 'contract', $defs: definitions })
const references = Object.fromEntries(VALIDATED.map(name => [`is${name}`, `contract#/$defs/${name}`]))
const source = standalone.default(ajv, references)
const validators = await build({
  stdin: { contents: source, resolveDir: process.cwd(), loader: 'js' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
  banner: { js: header },
})
await writeFile(new URL('validators.js', generated), validators.outputFiles[0]?.text ?? '')
await writeFile(
  new URL('validators.d.ts', generated),
  [
    header,
    "import type * as contract from './types.ts'\n",
    '/** Says whether a value has the shape. If not, `errors` says where it differs. */',
    'interface Validator<T> {',
    '  (value: unknown): value is T',
    '  errors?: { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> }[] | null',
    '}',
    ...VALIDATED.map(name => `export declare const is${name}: Validator<contract.${name}>`),
    '',
  ].join('\n'),
)

await writeFile(
  new URL('documents.ts', generated),
  [
    '// Generated from openapi.yaml, asyncapi.yaml and sandbox.yaml by tools/generate.ts. Do not edit: run `npm run generate`.\n',
    `export const OPENAPI = ${JSON.stringify(openapi)}`,
    `export const ASYNCAPI = ${JSON.stringify(asyncapi)}`,
    `export const SANDBOX_OPENAPI = ${JSON.stringify(sandbox)}\n`,
  ].join('\n'),
)

const postgres = new URL('../src/inbox/postgres/', import.meta.url)
const migrations = new URL('migrations/', postgres)
const files = (await readdir(migrations)).sort()
const wrong = files.find((name, index) => !name.startsWith(`${String(index + 1).padStart(4, '0')}-`))
if (wrong) throw new Error(`the number of ${wrong} doesn't follow the one before it`)
const statements = await Promise.all(files.map(name => readFile(new URL(name, migrations), 'utf8')))
await mkdir(new URL('generated/', postgres), { recursive: true })
await writeFile(
  new URL('generated/migrations.ts', postgres),
  [
    '// Generated from migrations/*.sql by tools/generate.ts. Do not edit: run `npm run generate`.\n',
    '/** Each makes one version of the schema from the version before it. */',
    'export const MIGRATIONS: readonly string[] = [',
    ...statements.map(text => `  ${JSON.stringify(text)},`),
    ']',
    '',
  ].join('\n'),
)
