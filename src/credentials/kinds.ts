/** The kinds of secret (docs/service.md, 5): their format and their use. */

import { API_KEY_PREFIX, WEBHOOK_SECRET_PREFIX, WS_TOKEN_PREFIX } from '#contract/limits.ts'
import { localized, type Text } from '#lib/language.ts'
import { POSTGRES_FORM, parsePostgresUrl } from '#lib/postgres/url.ts'
import { CredentialsError, type CredentialsProblem } from './errors.ts'
import { texts } from './texts.ts'

/** The kinds a user logs in with. */
export const SECRET_KINDS = ['api-key', 'ws-token', 'webhook-secret', 'inbox-url'] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

/** The longest single secret, in bytes. */
const MAX_SECRET_BYTES = 512
/** The most signing secrets at once. A rotation needs two. */
const MAX_WEBHOOK_SECRETS = 4

interface Kind {
  /** The name in messages: `API key`, `an API key`, `the API key`. */
  name: () => string
  a: () => string
  the: () => string
  /** The beginning of every secret of this kind. */
  prefix: string
  variable: string
  /** The address whose origin the secret is for; null if the secret is an address itself. */
  address: 'baseUrl' | 'realtimeUrl' | null
}

export const KINDS: Readonly<Record<SecretKind, Kind>> = {
  'api-key': { ...texts.apiKey, prefix: API_KEY_PREFIX, variable: 'PIXCTL_API_KEY', address: 'baseUrl' },
  'ws-token': {
    ...texts.wsToken,
    prefix: WS_TOKEN_PREFIX,
    variable: 'PIXCTL_WS_TOKEN',
    address: 'realtimeUrl',
  },
  'webhook-secret': {
    ...texts.webhookSecret,
    prefix: WEBHOOK_SECRET_PREFIX,
    variable: 'PIXCTL_WEBHOOK_SECRET',
    address: 'baseUrl',
  },
  // It may contain a password.
  'inbox-url': { ...texts.inboxUrl, prefix: 'postgres', variable: 'PIXCTL_INBOX_URL', address: null },
}

/**
 * Reads the secrets in a text, without the white space around them. Only webhook secrets may be several, separated by
 * white space (during a rotation).
 *
 * @param source where the text came from, for the error: 'the input', 'PIXCTL_API_KEY'
 * @param problem the error for a text that is not valid; its message never contains the text
 * @throws CredentialsError if it is empty, has the wrong prefix, is longer than 512 bytes, or has other characters than
 *   printable ASCII (which could forge a header)
 */
export function parseSecrets(
  kind: SecretKind,
  text: string,
  source: Text = texts.input,
  problem: CredentialsProblem = 'bad_secret',
): readonly [string, ...string[]] {
  const { name, a, prefix } = KINDS[kind]
  const refuse = (why: Text) =>
    new CredentialsError(problem, () => texts.isNot(localized(source), a(), localized(why)), {
      next: kind === 'inbox-url' ? POSTGRES_FORM : () => texts.copyAgain(name(), prefix),
    })
  const parts = text.trim().split(/\s+/)
  const [first, ...others] = kind === 'webhook-secret' ? parts : [text.trim()]
  if (!first) throw refuse(texts.isEmpty)
  if (others.length >= MAX_WEBHOOK_SECRETS) throw refuse(() => texts.tooManySecrets(MAX_WEBHOOK_SECRETS))
  for (const secret of [first, ...others]) {
    if (/\s/.test(secret)) throw refuse(texts.whiteSpace)
    if (!/^[\x21-\x7e]+$/.test(secret)) throw refuse(texts.notAscii)
    if (!secret.startsWith(prefix)) throw refuse(wrongPrefix(prefix, secret))
    if (secret.length === prefix.length) throw refuse(() => texts.nothingFollows(prefix))
    if (kind === 'inbox-url') parsePostgresUrl(secret, source)
    if (secret.length > MAX_SECRET_BYTES) throw refuse(() => texts.tooLong(MAX_SECRET_BYTES))
  }
  return [first, ...others]
}

function wrongPrefix(prefix: string, secret: string): Text {
  const other = SECRET_KINDS.find(kind => secret.startsWith(KINDS[kind].prefix))
  return other ? () => texts.startsAs(KINDS[other].prefix, KINDS[other].a()) : () => texts.otherStart(prefix)
}

/** The flag for `auth login`. An API key, the default, needs none. */
export function kindFlag(kind: SecretKind): Readonly<Record<string, string>> {
  return kind === 'api-key' ? {} : { kind }
}
