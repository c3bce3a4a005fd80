/** Names the mistake of an endpoint, with the line of code that corrects it. */

import { localized, type Text } from '#lib/language.ts'
import { type Form, mistakesOf, WRITERS } from '../wrong-signature/mistakes.ts'
import { texts } from '../wrong-signature/texts.ts'

const NAMES = { node: 'Node', python: 'Python', php: 'PHP', go: 'Go', ruby: 'Ruby' } as const
export type Runtime = keyof typeof NAMES
const RUNTIMES = Object.keys(NAMES) as Runtime[]

export interface Mistake {
  /** Its mistakes, joined by `+`. */
  name: string
  /** What the endpoint does, and what is right. */
  text: Text
  /** The right code, a line or a few; for each programming language if that of the endpoint isn't known. */
  code: Text
}

type Lines = Readonly<Record<Runtime, Text>>

/** @param runtime the language of the endpoint, if its answers name it */
export function mistakeOf(form: Form, runtime: Runtime | null): Mistake {
  const same = WRITERS.filter(({ write }) => write === form.writer?.write)
  const own = same.filter(writer => writer.runtime === runtime)
  const alike = own.length > 0 ? own : same
  const names = mistakesOf({ ...form, writer: alike[0] ?? null })
  const parts = names.map(name => texts.mistakes[name])
  const runtimes =
    alike.length > 0 ? alike.map(writer => writer.runtime) : runtime === null ? RUNTIMES : [runtime]
  const made = () => parts.map(part => part.made(alike.map(({ by }) => localized(by))))
  const fixes = new Set(parts.map(({ fix }) => fix))
  const codes = new Set<Lines | Text>(parts.map(({ code }) => code))
  return {
    name: names.join('+'),
    text: () => [texts.accepts(made()), ...[...fixes].map(localized)].join(' '),
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
