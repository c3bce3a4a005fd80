/** Reads the signature header for `webhook verify`, from a flag or from a file with headers. */

import { SIGNATURE_HEADER } from '../../../contract/delivery.ts'
import { Failure } from '../../../shared/failure.ts'
import { readInputFile } from '../../../shared/input-file.ts'

/** The value of the header, given with or without its name. */
export function headerValue(text: string): string {
  const name = `${SIGNATURE_HEADER}:`
  const trimmed = text.trim()
  return trimmed.toLowerCase().startsWith(name.toLowerCase()) ? trimmed.slice(name.length).trim() : trimmed
}

/**
 * Finds the signature header in a file: header lines (from `curl -i`, `curl -v` or a raw request), or a JSON object of
 * headers or with a field `headers`. Undefined if there is none; several are joined by commas, as in HTTP. Failure
 * (usage) if the file can't be read.
 */
export function signatureInFile(path: string): string | undefined {
  const help = '--headers takes a file of header lines, or a JSON object of headers'
  const text = readInputFile(path, help).toString('utf8')
  const values = headersOf(text.replace(/^\ufeff/, ''))
    .filter(([name]) => name.toLowerCase() === SIGNATURE_HEADER.toLowerCase())
    .map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(',')
}

function headersOf(text: string): [name: string, value: string][] {
  return text.trimStart().startsWith('{') ? ofJson(text) : ofLines(text)
}

function ofLines(text: string): [string, string][] {
  const head = text.trimStart().split(/\r?\n[ \t]*\r?\n/, 1)[0]!
  const found: [string, string][] = []
  for (const line of head.split(/\r?\n/)) {
    // curl -v puts a sign before each line.
    const match = /^(?:[<>] )?([^\s:]+):[ \t]*(.*)$/.exec(line)
    if (match) found.push([match[1]!, match[2]!.trim()])
  }
  return found
}

function ofJson(text: string): [string, string][] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new Failure('usage', 'the --headers file begins with { but is not valid JSON', {
      next: 'correct it, or write one header per line: Name: value',
    })
  }
  const { headers } = parsed as { headers?: unknown }
  const object = typeof headers === 'object' && headers !== null ? headers : (parsed as object)
  return Object.entries(object).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? []].flat()).map((each): [string, string] => [
      name,
      String(each),
    ]),
  )
}
