import { SIGNATURE_HEADER } from '#contract/delivery.ts'
import { Failure } from '#lib/failure.ts'
import { readInputFile } from '#lib/files.ts'
import { isJsonText } from '#lib/json.ts'
import { decodeText } from '#lib/text-bytes.ts'
import { texts } from './texts.ts'

/** The value of the header, given with or without its name. */
export function headerValue(text: string): string {
  const name = `${SIGNATURE_HEADER}:`
  const trimmed = text.trim()
  return trimmed.toLowerCase().startsWith(name.toLowerCase()) ? trimmed.slice(name.length).trim() : trimmed
}

/** The name that CGI gives the header, as in PHP's `$_SERVER`, WSGI and Rack. */
const CGI_NAME = `HTTP_${SIGNATURE_HEADER.toUpperCase().replaceAll('-', '_')}`

type Header = [name: string, value: string]

/**
 * From a file of header lines (`curl -i`, `curl -v` or a raw request) or a JSON object. Undefined if there is none; several are
 * joined by commas, as in HTTP. Failure (usage) if the file can't be read.
 */
export function signatureInFile(path: string): string | undefined {
  const text = decodeText(readInputFile(path, texts.headersHelp))
  const headers = /^\s*\{/.test(text) || isJsonText(text) ? ofJson(text) : ofLines(text)
  const values = headers
    .filter(([name]) => name.toLowerCase() === SIGNATURE_HEADER.toLowerCase() || name === CGI_NAME)
    .map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(',')
}

function ofLines(text: string): Header[] {
  const head = text.trimStart().split(/\r?\n[ \t]*\r?\n/, 1)[0]!
  const found: Header[] = []
  for (const line of head.split(/\r?\n/)) {
    // curl -v puts a sign before each line.
    const match = /^(?:[<>] )?([^\s:]+):[ \t]*(.*)$/.exec(line)
    if (match) found.push([match[1]!, match[2]!.trim()])
  }
  return found
}

/** Of an object of headers, or of its member `headers`. A value may be a list. */
function ofJson(text: string): Header[] {
  const object = isJsonText(text) ? JSON.parse(text) : null
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    throw new Failure('usage', texts.headersNotJson, { next: texts.correctHeaders })
  }
  return Object.entries(object.headers ?? object).flatMap(([name, value]) =>
    [value].flat().map((one): Header => [name, String(one)]),
  )
}
