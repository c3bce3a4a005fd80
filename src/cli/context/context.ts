/**
 * Everything that a command works with: the profile, the addresses, secrets, clients, the stores and the output. Each
 * part is created when it is first needed, so that unused code is not loaded.
 */

import type { Owner } from '#charges/creations/journal.ts'
import { loadQuietly, openKeychain } from '#credentials/keychain.ts'
import type { Config, Profile } from '#credentials/profiles.ts'
import { fingerprint } from '#lib/fingerprint.ts'
import { maskSecrets } from '#lib/mask.ts'
import { trustAs } from '#lib/trust.ts'
import { directories } from '../host/directories.ts'
import type { Host } from '../host/host.ts'
import { Output } from '../output/output.ts'
import { createClients } from './client.ts'
import { createInboxAddress } from './inbox-address.ts'
import { RealtimeAccess } from './realtime-access.ts'
import { sandboxAt } from './sandbox-profile.ts'
import { createSecrets } from './secrets.ts'
import { createAddresses, createSelection, type Flags, type Selection } from './selection.ts'
import { createStores } from './stores.ts'
import { texts } from './texts.ts'

export { type Flags, timeoutOf } from './selection.ts'

export type Context = ReturnType<typeof createContext>

/** What a command needs that only looks whether everything is in order. */
export interface ContextOptions {
  /** Whether nothing on this machine may be changed. */
  readOnly?: boolean
  /** Whether a request is sent only once. */
  asksOnce?: boolean
}

/** The context of one run. */
export function createContext(host: Host, flags: Flags, options: ContextOptions = {}) {
  const { readOnly = false, asksOnce = false } = options
  const out = new Output(host, flags)
  trustAs({
    allowGroup: host.env.PIXCTL_ALLOW_GROUP === '1',
    readOnly,
    credentials: host.env.CREDENTIALS_DIRECTORY || undefined,
    warn: text => out.warn(text),
  })
  const folders = directories(host)
  const load = host.loadKeytar ?? (readOnly ? () => loadQuietly(host) : undefined)
  const keychain = openKeychain({ clock: host.clock, signal: host.signal, load })
  host.onEnd?.(() => keychain.unanswered > 0)

  const { debug, hide } = createDebug(out, flags)
  const selected = createSelection(host, folders, flags)
  const { addresses, baseUrl } = createAddresses(host, selected, flags)
  const parts = { host, folders, keychain, selected, addresses, hide }
  const { apiKey, secretFor, webhookSecrets } = createSecrets(parts)
  const realtime = new RealtimeAccess({ host, out, flags, selected, addresses, secretFor })

  const sharedInbox = createInboxAddress({ host, out, flags, selected, secretFor, hide })

  return {
    host,
    clock: host.clock,
    signal: host.signal,
    out,
    folders,
    keychain,
    debug,
    hide,
    /** The format for commands without their own format flags. */
    format: out.json ? 'json' : out.human ? 'human' : 'tsv',
    /** The current profile. */
    profile: (): { profile: string; settings: Profile; config: Config; exists: boolean } => {
      const { name, profile, config, exists } = selected()
      return { profile: name, settings: profile, config, exists }
    },
    addresses,
    baseUrl,
    secretFor,
    webhookSecrets,
    sharedInbox,
    /** The realtime channel's address and token. */
    realtime,
    ...createAccount({ out, selected, baseUrl, apiKey }),
    ...createClients({ host, out, flags, selected, baseUrl, apiKey, asksOnce, debug, hide }),
    ...createStores({ host, folders, selected, flags, baseUrl, sharedInbox }),
  } as const
}

/** The output of --debug, without the secrets that the command has read. */
function createDebug(out: Output, flags: Flags) {
  const secrets = new Set<string>()
  return {
    debug: (line: string): void => {
      if (flags.debug) out.debug(maskSecrets(line, secrets))
    },
    /** Hides these secrets from now on. */
    hide: (...values: readonly string[]): void => {
      for (const value of values) secrets.add(value)
    },
  }
}

interface AccountParts {
  out: Output
  selected: Selection
  baseUrl(): string
  apiKey(baseUrl: string): Promise<string>
}

/** The current account: the profile, the service and the API key. */
function createAccount({ out, selected, baseUrl, apiKey }: AccountParts) {
  const target = (url = baseUrl()) => ({
    profile: selected().name,
    host: new URL(url).host,
    sandbox: sandboxAt(selected().config.profiles, url) !== undefined,
  })

  return {
    target,
    /** Says on stderr which account is used, before something is created or changed. */
    announce: (url?: string): void => {
      const { profile, host, sandbox } = target(url)
      out.note(texts.account(sandbox, profile, host))
    },
    /** The account for new entries of the journal. */
    owner: async (): Promise<Owner> => ({
      baseUrl: baseUrl(),
      keyFingerprint: fingerprint(await apiKey(baseUrl())),
    }),
  }
}
