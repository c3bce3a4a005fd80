/** Checks what `--json` prints against the schemas of its command in src/contract/output. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

const contract = join(import.meta.dirname, '../../src/contract')
const manifest = JSON.parse(readFileSync(join(contract, '../../oclif.manifest.json'), 'utf8')) as {
  commands: Record<string, { id: string; aliases: string[]; outputs: string[] }>
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Members that aren't listed are an error here: a user's validator takes those that a later version adds. */
export function strict(node: Json): Json {
  if (Array.isArray(node)) return node.map(strict)
  if (node === null || typeof node !== 'object') return node
  const schema = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, strict(value)]))
  return 'properties' in schema && !('additionalProperties' in schema)
    ? { ...schema, additionalProperties: false }
    : schema
}

let ajv: Ajv2020 | undefined

function validatorOf(name: string): ValidateFunction {
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: false })
    ajv.addSchema(JSON.parse(readFileSync(join(contract, 'generated/service.json'), 'utf8')))
    for (const file of readdirSync(join(contract, 'output'))) {
      ajv.addSchema(strict(JSON.parse(readFileSync(join(contract, 'output', file), 'utf8'))) as object)
    }
  }
  return ajv.getSchema(`${name}.json`)!
}

/** The shapes of the command that the words begin with; undefined if there is none. */
function outputsOf(args: readonly string[]): string[] | undefined {
  if (args[0] === 'help') return ['help']
  const end = args.findIndex(word => word.startsWith('-'))
  const words = args.slice(0, end > 0 ? end : args.length)
  for (let count = Math.min(3, words.length); count > 0; count--) {
    const id = words.slice(0, count).join(':')
    const command = Object.values(manifest.commands).find(each => [each.id, ...each.aliases].includes(id))
    if (command) return command.outputs
  }
  return undefined
}

/** One document, or lines; the last one may be cut off. */
function documentsIn(stdout: string): unknown[] {
  try {
    return [JSON.parse(stdout)]
  } catch {
    const lines = stdout.split('\n').slice(0, -1)
    return lines.map(line => JSON.parse(line))
  }
}

/** Throws if a command with `--json` printed something that is none of its shapes. */
export function checkOutput(args: readonly string[], stdout: string): void {
  if (!args.includes('--json') || args.includes('--help') || stdout === '') return
  const outputs = outputsOf(args)
  if (outputs !== undefined) checkDocuments(args, stdout, outputs)
}

/** The same for its lines on stderr, which must be JSON too, but for what these flags ask for: docs/decisions/command-line.md, JSON and stderr. */
export function checkErrors(args: readonly string[], stderr: string): void {
  const flags = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  if (['--qr', '--copy'].some(flag => flags.includes(flag))) return
  if (flags[flags.indexOf('--log-format') + 1] === 'json') checkDocuments(args, stderr, ['log-line'])
  else if (flags.includes('--json')) checkDocuments(args, stderr, ['error', 'note'])
}

function checkDocuments(args: readonly string[], text: string, outputs: readonly string[]): void {
  const validators = outputs.map(validatorOf)
  for (const value of documentsIn(text)) {
    if (validators.some(isValid => isValid(value))) continue
    const why = validators.flatMap(({ errors }, index) =>
      (errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${outputs[index]}${instancePath} ${message} ${JSON.stringify(params)}`,
      ),
    )
    throw new Error(
      `${args.join(' ')} printed no shape of its own:\n${why.join('\n')}\n${JSON.stringify(value)}`,
    )
  }
}
