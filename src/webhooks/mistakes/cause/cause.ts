/** Names the mistake of an endpoint, with the line of code that corrects it. */

import { said, type Text } from '#lib/language.ts'
import type { Found } from '../../check/search.ts'
import { type BodyMistake, type BodyWriter, RUNTIMES, type Runtime } from '../body-writers.ts'
import type { KeyMistake, SchemeMistake, TimeMistake } from '../forms.ts'
import { texts } from './texts.ts'

export interface Cause {
  /** The names of its mistakes, joined by `+`. */
  name: string
  /** What the endpoint does, and what is right. */
  text: Text
  /** The right code, a line or a few; for each programming language if that of the endpoint isn't known. */
  code: Text
}

type Mistake = KeyMistake | SchemeMistake | TimeMistake | BodyMistake

interface Explanation {
  /** Completes "It accepts a signature …". */
  made: () => string
  fix: () => string
  /** For each programming language, or for all. */
  code: Lines | string
}

/** The languages as people write them. */
const NAMES: Readonly<Record<Runtime, string>> = {
  node: 'Node',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
  ruby: 'Ruby',
}

type Lines = Readonly<Record<Runtime, Text>>

const HMAC: Lines = {
  node: "createHmac('sha256', secret).update(t + '.').update(body).digest('hex')",
  python: "hmac.new(secret.encode(), t.encode() + b'.' + body, hashlib.sha256).hexdigest()",
  php: "hash_hmac('sha256', $t . '.' . $body, $secret)",
  go: 'mac := hmac.New(sha256.New, []byte(secret)); mac.Write([]byte(t + ".")); mac.Write(body)',
  ruby: "OpenSSL::HMAC.hexdigest('SHA256', secret, t + '.' + body)",
}

const HEADER: Lines = {
  node: 'const [, t, v1] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []',
  python: "match = re.fullmatch(r't=(\\d+),v1=([0-9a-f]{64})', header)",
  php: "preg_match('/^t=(\\d+),v1=([0-9a-f]{64})$/D', $header, $match)",
  go: 'match := regexp.MustCompile(`^t=(\\d+),v1=([0-9a-f]{64})$`).FindStringSubmatch(header)',
  ruby: 'match = /\\At=(\\d+),v1=([0-9a-f]{64})\\z/.match(header)',
}

const TIME: Lines = {
  node: 'Math.abs(Date.now() / 1000 - Number(t)) <= 300',
  python: 'abs(time.time() - int(t)) <= 300',
  php: 'abs(time() - (int) $t) <= 300',
  go: 'seconds, err := strconv.ParseInt(t, 10, 64); age := time.Since(time.Unix(seconds, 0)).Abs()',
  ruby: '(Time.now.to_i - Integer(t, 10)).abs <= 300',
}

const TRIM: Lines = {
  node: 'secret.trim()',
  python: 'secret.strip()',
  php: 'trim($secret)',
  go: 'strings.TrimSpace(secret)',
  ruby: 'secret.strip',
}

/** The same whatever the endpoint is written in. */
const SET_CLOCK = 'timedatectl set-ntp true'

const NO_QUOTES = 'WEBHOOK_SECRET=whsec_…'

type Explained = Exclude<Mistake, `json_${string}`>

const CODE: Readonly<Record<Explained, Lines | string>> = {
  secret_prefix: HMAC,
  secret_base64: HMAC,
  secret_line_feed: TRIM,
  secret_quotes: NO_QUOTES,
  body_only: HMAC,
  no_dot: HMAC,
  milliseconds: TIME,
  time_zone: TIME,
  clock: SET_CLOCK,
  base64_digest: HMAC,
  hex_header: HEADER,
  sha256_header: HEADER,
  object_as_text: texts.rawBody,
  empty_body: texts.rawBody,
  bytes_as_text: HMAC,
  array_as_text: texts.rawBody,
  trimmed_body: texts.rawBody,
  latin1_body: texts.rawBody,
}

/** In the order of the parts of a signature: its key, its form, its body. */
export function causeOf({ form: { key, scheme, writer, time }, alike, runtime }: Found): Cause {
  const names: Mistake[] = [
    ...(key === 'whole' ? [] : [key]),
    ...(scheme === null ? [] : [scheme]),
    ...(time === undefined ? [] : [time.mistake]),
    ...(writer.mistake === null ? [] : [writer.mistake]),
  ]
  const parts = names.map(name => explanationOf(name, alike))
  const own = new Set(alike.flatMap(each => each.runtime ?? []))
  const runtimes = own.size > 0 ? [...own] : runtime === null ? RUNTIMES : [runtime]
  const fixes = unique(parts.map(({ fix }) => fix))
  const codes = unique(parts.map(({ code }) => code))
  return {
    name: names.join('+'),
    text: () => [texts.accepts(parts.map(({ made }) => made())), ...fixes.map(said)].join(' '),
    code: () =>
      codes.flatMap(code => (typeof code === 'string' ? [code] : linesOf(code, runtimes))).join('\n'),
  }
}

/** With the name of its language before each line, unless there is only one. */
function linesOf(code: Lines, runtimes: readonly Runtime[]): string[] {
  return runtimes.map(each => (runtimes.length > 1 ? `${NAMES[each]}: ` : '') + said(code[each]))
}

function explanationOf(name: Mistake, alike: readonly BodyWriter[]): Explanation {
  if (!isOfJson(name)) return { ...texts.mistakes[name], code: CODE[name] }
  return {
    made: () => texts.writtenAgain(alike.map(({ by }) => said(by))),
    fix: texts.bytesThatCame,
    code: texts.rawBody,
  }
}

function isOfJson(name: Mistake): name is Extract<Mistake, `json_${string}`> {
  return name.startsWith('json_')
}

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)]

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
