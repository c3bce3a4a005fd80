/** The kinds of secret (docs/service.md, 5): their format and their use. */

import { API_KEY_PREFIX, WEBHOOK_SECRET_PREFIX, WS_TOKEN_PREFIX } from '../contract/limits.ts'
import { POSTGRES_FORM, parsePostgresUrl } from '../shared/postgres-url.ts'
import { suggest } from '../shared/suggestion.ts'
import { CredentialsError, type CredentialsProblem } from './errors.ts'

/** The kinds a user logs in with. */
export const SECRET_KINDS = ['api-key', 'ws-token', 'webhook-secret', 'inbox-url'] as const
export type SecretKind = (typeof SECRET_KINDS)[number]
/** The sandbox's dashboard has its own token, in the sandbox's secrets file. */
export type StoredKind = SecretKind | 'dashboard-token'

/** The longest single secret, in bytes. */
const MAX_SECRET_BYTES = 512
/** The most signing secrets at once. A rotation needs two. */
const MAX_WEBHOOK_SECRETS = 4

interface Kind {
  /** The name in messages. */
  name: string
  /** The beginning of every secret of this kind; '' if there is no rule. */
  prefix: string
  variable?: string
  /** The address whose origin the secret is for; null if the secret is an address itself. */
  address: 'baseUrl' | 'realtimeUrl' | 'dashboardUrl' | null
}

export const KINDS: Readonly<Record<StoredKind, Kind>> = {
  'api-key': { name: 'API key', prefix: API_KEY_PREFIX, variable: 'PIXCTL_API_KEY', address: 'baseUrl' },
  'ws-token': {
    name: 'WebSocket token',
    prefix: WS_TOKEN_PREFIX,
    variable: 'PIXCTL_WS_TOKEN',
    address: 'realtimeUrl',
  },
  'webhook-secret': {
    name: 'webhook signing secret',
    prefix: WEBHOOK_SECRET_PREFIX,
    variable: 'PIXCTL_WEBHOOK_SECRET',
    address: 'baseUrl',
  },
  // It may contain a password.
  'inbox-url': { name: 'inbox address', prefix: 'postgres', variable: 'PIXCTL_INBOX_URL', address: null },
  'dashboard-token': { name: 'dashboard token', prefix: '', address: 'dashboardUrl' },
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
  kind: StoredKind,
  text: string,
  source = 'the input',
  problem: CredentialsProblem = 'bad_secret',
): readonly [string, ...string[]] {
  const { name, prefix } = KINDS[kind]
  const refuse = (why: string) =>
    new CredentialsError(problem, `${source} is not ${article(name)}: ${why}`, {
      next:
        kind === 'dashboard-token'
          ? suggest('sandbox start', { say: 'start the sandbox again' })
          : kind === 'inbox-url'
            ? POSTGRES_FORM
            : `copy the ${name} (${prefix}…) from the dashboard again`,
    })
  const parts = text.trim().split(/\s+/)
  const [first, ...others] = kind === 'webhook-secret' ? parts : [text.trim()]
  if (!first) throw refuse('it is empty')
  if (others.length >= MAX_WEBHOOK_SECRETS) throw refuse(`more than ${MAX_WEBHOOK_SECRETS} secrets`)
  for (const secret of [first, ...others]) {
    if (/\s/.test(secret)) throw refuse('it has white space inside')
    if (!/^[\x21-\x7e]+$/.test(secret)) throw refuse('it has characters other than printable ASCII')
    if (!secret.startsWith(prefix)) throw refuse(wrongPrefix(prefix, secret))
    if (secret.length === prefix.length) throw refuse(`nothing follows ${prefix}`)
    if (kind === 'inbox-url') parsePostgresUrl(secret, source)
    if (secret.length > MAX_SECRET_BYTES) throw refuse(`it is longer than ${MAX_SECRET_BYTES} bytes`)
  }
  return [first, ...others]
}

function wrongPrefix(prefix: string, secret: string): string {
  const other = SECRET_KINDS.find(kind => secret.startsWith(KINDS[kind].prefix))
  return other
    ? `it starts with ${KINDS[other].prefix}, as ${article(KINDS[other].name)} does`
    : `it doesn't start with ${prefix}`
}

function article(name: string): string {
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`
}

/** The flag for `auth login`. An API key, the default, needs none. */
export function kindFlag(kind: StoredKind): Readonly<Record<string, string>> {
  return kind === 'api-key' ? {} : { kind }
}
