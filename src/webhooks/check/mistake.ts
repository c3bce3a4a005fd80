/** Names the mistake of an endpoint, with the line of code that corrects it. */

import { localized, type Text } from '#lib/language.ts'
import type { Cause, Form } from '../wrong-signature/mistakes.ts'
import { texts } from '../wrong-signature/texts.ts'

const NAMES = { node: 'Node', python: 'Python', php: 'PHP', go: 'Go', ruby: 'Ruby' } as const
export type Runtime = keyof typeof NAMES
const RUNTIMES = Object.keys(NAMES) as Runtime[]

type Lines = Readonly<Record<Runtime, Text>>

export interface Mistake {
  /** Its mistakes, joined by `+`. */
  name: string
  /** What the endpoint does, and what is right. */
  text: Text
  /** The right code, a line or a few; for each programming language if that of the endpoint isn't known. */
  code: Text
}

/** The language of what writes JSON again. */
const WRITES: Partial<Record<Cause, Runtime>> = {
  json_stringify: 'node',
  json_dumps: 'python',
  json_encode: 'php',
  json_marshal: 'go',
}

/** @param runtime the language of the endpoint, if its answers name it */
export function mistakeOf(form: Form, runtime: Runtime | null): Mistake {
  const writers = form.flatMap(({ writers = {} }) => Object.entries(writers) as [Cause, Text][])
  const own = writers.filter(([name]) => WRITES[name] === runtime)
  const alike = own.length > 0 ? own : writers
  const names = form.flatMap(({ name, part }) => (part === 'json' ? alike[0]![0] : (name ?? [])))
  const parts = names.map(name => texts.mistakes[name])
  const known = runtime === null ? RUNTIMES : [runtime]
  const runtimes = alike.length > 0 ? alike.map(([name]) => WRITES[name]!) : known
  const made = () => parts.map(part => part.made(alike.map(([, by]) => localized(by))))
  const codes = new Set<Lines | Text>(parts.map(({ code }) => code))
  return {
    name: names.join('+'),
    text: () => [texts.accepts(made()), ...new Set(parts.map(({ fix }) => fix()))].join(' '),
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

/** What servers say about themselves in their answers. */
const SERVERS: readonly [RegExp, Runtime][] = [
  [/express|next\.js/i, 'node'],
  [/\bphp\b/i, 'php'],
  [/python|werkzeug|gunicorn|uvicorn|wsgi/i, 'python'],
  [/ruby|webrick|puma|passenger/i, 'ruby'],
]

/** The language of a server by its answers; null if they don't name it. */
export function runtimeOf(headers: Record<string, string | string[] | undefined>): Runtime | null {
  const text = `${headers['x-powered-by'] ?? ''} ${headers.server ?? ''}`
  return SERVERS.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
