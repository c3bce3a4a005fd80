/** Names the mistake of an endpoint, with the line of code that corrects it. */

import { type BodyMistake, type BodyWriter, RUNTIMES, type Runtime } from './body-writers.ts'
import type { KeyMistake, SchemeMistake, TimeMistake } from './forms.ts'
import type { Found } from './search.ts'

export interface Cause {
  /** The names of its mistakes, joined by `+`. */
  name: string
  /** What the endpoint does, and what is right. */
  text: string
  /** The right code, a line or a few; for each language if that of the endpoint isn't known. */
  code: string
}

type Mistake = KeyMistake | SchemeMistake | TimeMistake | BodyMistake

interface Explanation {
  /** Completes "It accepts a signature …". */
  made: string
  fix: string
  /** For each language, or for all. */
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

type Lines = Readonly<Record<Runtime, string>>

const RAW_BODY: Lines = {
  node: "app.post('/webhook', express.raw({ type: '*/*' }), handler)  // req.body is then the raw bytes",
  python: 'body = request.get_data()  # Flask; in Django: body = request.body',
  php: "$body = file_get_contents('php://input');",
  go: 'body, err := io.ReadAll(r.Body)  // before any json.Decoder',
  ruby: 'body = request.body.read  # first of all, or after request.body.rewind; in Rails: request.raw_post',
}

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

const SIGNED_TEXT = 'Sign `<timestamp>.<raw body>`, with the timestamp as it is in the header.'
const RAW_BYTES = 'Verify the bytes that came, before any JSON parser, and parse them afterwards.'
const TWO_PARTS =
  'The header is `t=<timestamp>,v1=<signature>`: take both parts out of it, and sign `<timestamp>.<raw body>`.'

const EXPLANATIONS: Readonly<Record<Exclude<Mistake, `json_${string}`>, Explanation>> = {
  secret_prefix: {
    made: 'with the secret without its whsec_',
    fix: 'The key is the whole text, with whsec_.',
    code: HMAC,
  },
  secret_base64: {
    made: 'with the secret decoded from base64',
    fix: 'The key is the text itself, with whsec_, and is not decoded.',
    code: HMAC,
  },
  secret_line_feed: {
    made: 'with the secret and the line feed at its end',
    fix: 'Remove the white space around a secret that is read from a file.',
    code: TRIM,
  },
  secret_quotes: {
    made: 'with the secret in quotes',
    fix: 'The quotes are part of the value, for instance in a file for docker --env-file: leave them out.',
    code: NO_QUOTES,
  },
  body_only: { made: 'over the body alone, without the timestamp', fix: SIGNED_TEXT, code: HMAC },
  no_dot: { made: 'over the timestamp and the body without the dot between', fix: SIGNED_TEXT, code: HMAC },
  milliseconds: {
    made: 'with a timestamp in milliseconds',
    fix: 'The timestamp is in seconds.',
    code: TIME,
  },
  time_zone: {
    made: 'three hours from now',
    fix: 'It takes local time for UTC, or the reverse: compare the timestamp with the seconds since the epoch.',
    code: TIME,
  },
  clock: {
    made: 'at the time of its own clock, which is minutes from that of this machine',
    fix: 'Set the clock that is wrong.',
    code: SET_CLOCK,
  },
  base64_digest: {
    made: 'in base64',
    fix: 'v1 is written as 64 hexadecimal digits.',
    code: HMAC,
  },
  hex_header: { made: 'of the body alone as the whole header', fix: TWO_PARTS, code: HEADER },
  sha256_header: {
    made: 'of the body alone in a header that begins with sha256=',
    fix: TWO_PARTS,
    code: HEADER,
  },
  object_as_text: {
    made: 'over the text [object Object] in place of the body',
    fix: `The body was parsed before. ${RAW_BYTES}`,
    code: RAW_BODY,
  },
  empty_body: {
    made: 'over an empty body',
    fix: 'Something has read the body before: read the raw bytes first, and keep them.',
    code: RAW_BODY,
  },
  bytes_as_text: {
    made: "over b'…', the body as Python prints bytes",
    fix: 'Join bytes with bytes, not in an f-string.',
    code: HMAC,
  },
  array_as_text: {
    made: 'over the word Array in place of the body',
    fix: `The body was parsed before. ${RAW_BYTES}`,
    code: RAW_BODY,
  },
  trimmed_body: {
    made: 'over the body without the white space at its ends',
    fix: 'Verify the bytes that came, and trim nothing.',
    code: RAW_BODY,
  },
  latin1_body: {
    made: 'over the body read as Latin-1',
    fix: 'Verify the bytes that came, and decode them as UTF-8 afterwards.',
    code: RAW_BODY,
  },
}

/** In the order of the parts of a signature: its key, its form, its body. */
export function causeOf({ form: { key, scheme, writer, time }, alike, runtime }: Found): Cause {
  const names: Mistake[] = [
    ...(key === 'whole' ? [] : [key]),
    ...(scheme === null ? [] : [scheme]),
    ...(time === undefined ? [] : [time.mistake]),
    ...(writer.mistake === null ? [] : [writer.mistake]),
  ]
  const parts = names.map(name => (isOfJson(name) ? ofJson(alike) : EXPLANATIONS[name]))
  const own = new Set(alike.flatMap(each => each.runtime ?? []))
  const runtimes = own.size > 0 ? [...own] : runtime === null ? RUNTIMES : [runtime]
  return {
    name: names.join('+'),
    text: `It accepts a signature ${parts.map(({ made }) => made).join('; and ')}. ${unique(parts.map(({ fix }) => fix)).join(' ')}`,
    code: unique(parts.map(({ code }) => code))
      .flatMap(code => (typeof code === 'string' ? [code] : linesOf(code, runtimes)))
      .join('\n'),
  }
}

/** With the name of its language before each line, unless there is only one. */
function linesOf(code: Lines, runtimes: readonly Runtime[]): string[] {
  return runtimes.map(each => (runtimes.length > 1 ? `${NAMES[each]}: ` : '') + code[each])
}

function isOfJson(name: Mistake): name is Extract<Mistake, `json_${string}`> {
  return name.startsWith('json_')
}

function ofJson(alike: readonly BodyWriter[]): Explanation {
  const by = alike.map(each => each.by).join(' or ')
  return { made: `over the JSON as ${by} writes it again`, fix: RAW_BYTES, code: RAW_BODY }
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
