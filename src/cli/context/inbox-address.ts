/** The address of a shared inbox: from --inbox, otherwise the environment, otherwise the profile. */

import type { SharedInbox } from '#inbox/shared.ts'
import { Failure } from '#lib/failure.ts'
import { english, type Text } from '#lib/language.ts'
import { once } from '#lib/once.ts'
import { type PostgresUrl, parsePostgresUrl } from '#lib/postgres-url.ts'
import { suggest } from '#lib/suggestion.ts'
import type { SecretFor } from './secrets.ts'
import type { Run } from './selection.ts'
import { texts } from './texts.ts'

/**
 * The shared inbox of this run; null if it uses the one on this machine. --inbox is checked at once: Failure (usage) if it
 * is not valid or contains a password.
 */
export function createInboxAddress({ host, out, flags, selected, hide }: Run, secretFor: SecretFor) {
  const flag = flags.inbox === undefined ? undefined : withoutPassword(flags.inbox)

  const found = async (): Promise<PostgresUrl | null> => {
    if (flag) return flag
    const { PIXCTL_INBOX_URL: given } = host.env
    if (given) return parsePostgresUrl(given, 'PIXCTL_INBOX_URL')
    if (selected().profile.secrets?.['inbox-url'] === undefined) return null
    return parsePostgresUrl(await secretFor('inbox-url', {}), texts.storedInbox)
  }

  const warned = new Set<string>()
  const warnOnce = (text: Text) => {
    if (!warned.has(english(text))) out.warn(text)
    warned.add(english(text))
  }

  return once(async (): Promise<SharedInbox | null> => {
    const url = await found()
    if (url?.password !== undefined) hide(url.password, encodeURIComponent(url.password))
    return url && { url, env: host.env, home: host.home, warn: warnOnce, hide }
  })
}

/** The arguments of a process are public. */
function withoutPassword(text: string): PostgresUrl {
  const url = parsePostgresUrl(text, '--inbox')
  if (url.password === undefined) return url
  throw new Failure('usage', texts.hasPassword, {
    next: [
      texts.passwordPlaces,
      suggest('auth login', { say: texts.storeAddress, flags: { kind: 'inbox-url' } }),
    ],
  })
}
