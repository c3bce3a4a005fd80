import { SIGNATURE_HEADER } from '#contract/delivery.ts'
import { Failure } from '#lib/failure.ts'
import { readInputFile } from '#lib/files.ts'
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
 * From a file of header lines (`curl -i`, `curl -v` or a raw request) or JSON ({@link ofJson}). Undefined if there is
 * none; several are joined by commas, as in HTTP. Failure (usage) if the file can't be read.
 */
export function signatureInFile(path: string): string | undefined {
  const text = readInputFile(path, texts.headersHelp).toString('utf8')
  const values = headersOf(text.replace(/^\ufeff/, ''))
    .filter(([name]) => name.toLowerCase() === SIGNATURE_HEADER.toLowerCase() || name === CGI_NAME)
    .map(([, value]) => value)
  return values.length === 0 ? undefined : values.join(',')
}

function headersOf(text: string): Header[] {
  const first = text.trimStart()[0]
  if (first !== '{' && first !== '[') return ofLines(text)
  const found = ofJson(text)
  if (found !== null) return found
  // The line of a log may begin with a bracket too.
  if (first === '[') return ofLines(text)
  throw new Failure('usage', texts.headersNotJson, { next: texts.correctHeaders })
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

/** An object or a list, or their member `headers` or `rawHeaders`. Null if the text isn't JSON. */
function ofJson(text: string): Header[] | null {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return null
  }
  const { headers, rawHeaders } = parsed as { headers?: unknown; rawHeaders?: unknown }
  const found = [headers, rawHeaders, parsed].find(each => typeof each === 'object' && each !== null)
  if (Array.isArray(found)) return inList(found)
  return Object.entries(found!).flatMap(([name, value]) => named(name, value))
}

/** Names and values in turn, as Node's `rawHeaders`, or a pair in each element. */
function inList(list: readonly unknown[]): Header[] {
  if (list.every(each => typeof each === 'string')) {
    return list.flatMap((name, index) => (index % 2 === 0 ? named(name, list[index + 1]) : []))
  }
  return list.flatMap(each => {
    if (Array.isArray(each)) return named(each[0], each[1])
    const { name, key, value } = Object(each)
    return named(name ?? key, value)
  })
}

/** A value may be a list, and in it an object with the value, as CloudFront has it. */
function named(name: unknown, value: unknown): Header[] {
  return [value ?? []].flat().map(each => [String(name), String(Object(each).value ?? each)])
}
