/** Checks what the control routes answer against src/contract/generated/sandbox.yaml, as it is published. */

import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { strict } from './output-schemas.ts'

type Operation = { responses: Record<string, { $ref?: string }> }

const file = new URL('../../src/contract/generated/sandbox.yaml', import.meta.url)
const document = strict(parse(readFileSync(file, 'utf8'))) as {
  paths: Record<string, Record<string, Operation>>
}
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'sandbox')

/** Throws for an answer that isn't described. Unknown paths, and methods that a path doesn't have, are errors of any form. */
export function checkControlAnswer(
  { method, path }: { method: string; path: string },
  answer: { status: number; body: unknown },
): void {
  const { pathname } = new URL(path, 'http://sandbox')
  const template = Object.keys(document.paths).find(known =>
    new RegExp(`^${known.replace(/\{\w+\}/, '[^/]+')}$`).test(pathname),
  )
  const name = answer.status < 400 ? String(answer.status) : '4XX'
  const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()]
  if (answer.status >= 500 || (operation === undefined && answer.status >= 400)) return
  const response = operation?.responses[name]
  if (template === undefined || response === undefined)
    throw new Error(`${method} ${path}: ${name} isn't described`)
  const escaped = (part: string) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))
  const place = response.$ref ?? `#/paths/${escaped(template)}/${method.toLowerCase()}/responses/${name}`
  const validate = ajv.compile({ $ref: `sandbox${place}/content/application~1json/schema` })
  if (!validate(answer.body)) throw new Error(`${method} ${path}: ${ajv.errorsText(validate.errors)}`)
}
