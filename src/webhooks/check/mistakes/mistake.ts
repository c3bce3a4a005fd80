/** Names the mistake of an endpoint, with the line of code that corrects it. */

import { localized, type Text } from '#lib/language.ts'
import { type BodyWriter, RUNTIMES, type Runtime } from './imitated-receivers.ts'
import type { Form } from './signing.ts'
import { texts } from './texts.ts'

export interface FoundForm {
  form: Form
  /** The writers of bodies that make the same text as the form's; with it, the first. */
  alike: readonly BodyWriter[]
  /** The language of the endpoint, if its answers name it. */
  runtime: Runtime | null
}

export interface Mistake {
  /** Its mistakes, joined by `+`. */
  name: string
  /** What the endpoint does, and what is right. */
  text: Text
  /** The right code, a line or a few; for each programming language if that of the endpoint isn't known. */
  code: Text
}

type Lines = Readonly<Record<Runtime, Text>>

const NAMES: Readonly<Record<Runtime, string>> = {
  node: 'Node',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  ruby: 'Ruby',
}

/** In the order of the parts of a signature: its key, its form, its body. */
export function mistakeOf({ form: { key, scheme, writer, time }, alike, runtime }: FoundForm): Mistake {
  const names = [key === 'whole' ? null : key, scheme, time?.mistake ?? null, writer.mistake].filter(
    name => name !== null,
  )
  const parts = names.map(name => (isOfJson(name) ? rewrittenBy(alike) : texts.mistakes[name]))
  const own = new Set(alike.flatMap(writer => writer.runtime ?? []))
  const runtimes = own.size > 0 ? [...own] : runtime === null ? RUNTIMES : [runtime]
  const fixes = new Set(parts.map(({ fix }) => fix))
  const codes = new Set<Lines | Text>(parts.map(({ code }) => code))
  return {
    name: names.join('+'),
    text: () => [texts.accepts(parts.map(({ made }) => made())), ...[...fixes].map(localized)].join(' '),
    code: () => [...codes].flatMap(code => linesOf(code, runtimes)).join('\n'),
  }
}

/** With the name of its language before each line, unless there is only one language. */
function linesOf(code: Lines | Text, runtimes: readonly Runtime[]): string[] {
  if (typeof code !== 'object') return [localized(code)]
  return runtimes.flatMap(runtime => {
    const prefix = runtimes.length > 1 ? `${NAMES[runtime]}: ` : ''
    return localized(code[runtime])
      .split('\n')
      .map(line => prefix + line)
  })
}

function isOfJson<Name extends string>(name: Name): name is Extract<Name, `json_${string}`> {
  return name.startsWith('json_')
}

function rewrittenBy(alike: readonly BodyWriter[]) {
  return {
    made: () => texts.writtenAgain(alike.map(({ by }) => localized(by))),
    fix: texts.bytesThatCame,
    code: texts.rawBody,
  }
}

/** The time in an answer, in milliseconds since the epoch; null if it has none. */
export function dateOf({ date }: Record<string, string | string[] | undefined>): number | null {
  return (typeof date === 'string' && Date.parse(date)) || null
}

/** The language of a server by what it says about itself in its answers; null if it doesn't. */
export function runtimeOf(headers: Record<string, string | string[] | undefined>): Runtime | null {
  const text = `${headers['x-powered-by'] ?? ''} ${headers.server ?? ''}`
  return SERVERS.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

const SERVERS: readonly [RegExp, Runtime][] = [
  [/express|next\.js/i, 'node'],
  [/\bphp\b/i, 'php'],
  [/python|werkzeug|gunicorn|uvicorn|wsgi/i, 'python'],
  [/ruby|webrick|puma|passenger/i, 'ruby'],
]
