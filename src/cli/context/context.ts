/**
 * What a command works with: the profile and addresses in use, and the rooms put together. Everything is
 * made when it is first asked for, so that nothing loads that isn't used.
 */

import { join } from 'node:path'
import type { Client } from '../../api/client.ts'
import { openKeychain } from '../../credentials/keychain.ts'
import { maskSecrets } from '../../credentials/mask.ts'
import {
  type Config,
  type Profile,
  readConfig,
  SANDBOX_PROFILE,
  selectProfile,
} from '../../credentials/profiles.ts'
import { type Addresses, resolveSecret, type SecretSources } from '../../credentials/secrets.ts'
import { Failure } from '../../shared/failure.ts'
import { fingerprint } from '../../shared/fingerprint.ts'
import { once } from '../../shared/once.ts'
import { suggest } from '../../shared/suggestion.ts'
import { trustAs } from '../../shared/trust.ts'
import type { Inbox } from '../../store/inbox.ts'
import type { Journal, Owner } from '../../store/journal.ts'
import { type Directories, directories } from '../host/directories.ts'
import type { Host } from '../host/host.ts'
import { Output } from '../output/output.ts'
import { checkBaseUrl, checkDashboardUrl, networkSettings } from './addresses.ts'
import type { Dashboard } from './dashboard.ts'
import { notLoggedIn, originOf, RealtimeAccess } from './realtime-access.ts'
import { sandboxAt, startSandboxAt } from './sandbox-profile.ts'
import type { SigningSecrets } from './signing.ts'

export interface Flags {
  profile?: string | undefined
  'base-url'?: string | undefined
  /** Only on the commands that listen there. */
  'realtime-url'?: string | undefined
  json?: boolean | undefined
  'no-color'?: boolean | undefined
  'no-input'?: boolean | undefined
  debug?: boolean | undefined
  /** Seconds. */
  timeout?: number | undefined
}

/** How long a command waits for an answer, retries included, in milliseconds. */
export function patienceOf({ timeout = 60 }: Flags): number {
  return Math.round(timeout * 1000)
}

export type Context = ReturnType<typeof createContext>

/** The context of one run. */
export function createContext(host: Host, flags: Flags) {
  const out = new Output(host, flags)
  trustAs({ allowGroup: host.env.PIXCTL_ALLOW_GROUP === '1', warn: text => out.warn(text) })
  const folders: Directories = directories(host)
  const keychain = openKeychain({ clock: host.clock, signal: host.signal })
  host.onEnd?.(() => keychain.unanswered > 0)
  const secrets: string[] = []
  const debug = (line: string) => {
    if (flags.debug) out.debug(maskSecrets(line, secrets))
  }
  const selected = once(() => {
    const config = readConfig(folders.config)
    return { config, ...selectProfile(config, flags.profile, host.env) }
  })
  const baseUrlFlag =
    flags['base-url'] === undefined ? undefined : checkBaseUrl(flags['base-url'], '--base-url')
  const addresses = once((): Addresses => {
    const { profile } = selected()
    const given = host.env.PIXCTL_BASE_URL
    const baseUrl =
      baseUrlFlag ??
      (given ? checkBaseUrl(given, 'PIXCTL_BASE_URL') : undefined) ??
      (profile.baseUrl === undefined ? undefined : checkBaseUrl(profile.baseUrl, "the profile's base URL"))
    return {
      ...(profile.realtimeUrl === undefined ? {} : { realtimeUrl: profile.realtimeUrl }),
      ...(profile.dashboardUrl === undefined ? {} : { dashboardUrl: profile.dashboardUrl }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    }
  })
  const sources = (use: Addresses): SecretSources => {
    const { name, profile } = selected()
    return {
      ...{ env: host.env, clock: host.clock, configDir: folders.config, keychain },
      ...{ profileName: name, profile, addresses: use },
    }
  }
  // Once for each address: a keychain that changes meanwhile must not give one command two keys.
  const apiKey = memoized(async (baseUrl: string): Promise<string> => {
    const { values } = await resolveSecret('api-key', sources({ ...addresses(), baseUrl }))
    secrets.push(...values)
    return values[0]
  })
  const webhookSecrets = async (file?: string): Promise<SigningSecrets> => {
    const { findSigningSecrets } = await import('./signing-sources.ts')
    const found = await findSigningSecrets(file, sources(addresses()))
    secrets.push(...found.values)
    return found
  }
  const baseUrl = (): string => {
    const known = addresses().baseUrl
    if (known !== undefined) return known
    const { name, exists } = selected()
    const login = suggest('auth login', { flags: { 'base-url': 'https://…/api/v1' } })
    if (exists || host.env.PIXCTL_API_KEY) {
      throw new Failure('usage', `the profile "${name}" has no base URL`, {
        next: { ...login, say: 'give it with --base-url or PIXCTL_BASE_URL, or store it' },
      })
    }
    throw notLoggedIn(name, login)
  }
  const clientWith = async (url: string, key: string): Promise<Client> => {
    secrets.push(key)
    const [{ Client }, { createTransport }] = await Promise.all([
      import('../../api/client.ts'),
      import('../../api/transport.ts'),
    ])
    const { env, clock, signal, version } = host
    return new Client({
      baseUrl: url,
      apiKey: key,
      transport: await createTransport(networkSettings(env)),
      clock,
      signal,
      timeoutMs: patienceOf(flags),
      userAgent: `pixctl/${version}`,
      whereRefused: startSandboxAt(selected().config.profiles, url),
      onAttempt: debug,
      onWait: (why, ms) => out.status(`trying again in ${Math.ceil(ms / 1000)} s: ${why}`),
    })
  }
  const clientFor = memoized(async (url: string): Promise<Client> => clientWith(url, await apiKey(url)))
  const client = () => clientFor(baseUrl())
  const opened: { close(): void }[] = []
  const closedAtEnd = <T extends { close(): void }>(store: T): T => {
    opened.push(store)
    return store
  }
  const journal = once(async (): Promise<Journal> => {
    const { Journal } = await import('../../store/journal.ts')
    return closedAtEnd(await Journal.open(folders.data, selected().name))
  })
  const inbox = once(async (): Promise<Inbox> => {
    const { Inbox } = await import('../../store/inbox.ts')
    return closedAtEnd(await Inbox.open(folders.data, selected().name))
  })
  const hasState = once(async (): Promise<boolean> => {
    const { name, exists } = selected()
    const { hasState } = await import('../../store/database.ts')
    const found = hasState(folders.data, name)
    const isNamed = flags.profile !== undefined || Boolean(host.env.PIXCTL_PROFILE)
    if (found || exists || !isNamed) return found
    throw new Failure('not_found', `there is no profile "${name}", and nothing is stored for it`, {
      next: suggest('auth list', { say: 'see the profiles', profile: 'none' }),
    })
  })
  const owner = async (url = baseUrl()): Promise<Owner> => {
    return { baseUrl: url, keyFingerprint: fingerprint(await apiKey(url)) }
  }
  const realtime = new RealtimeAccess({
    ...{ host, out, selected, flag: flags['realtime-url'] },
    baseUrl: () => addresses().baseUrl,
    token: async url => {
      const { values } = await resolveSecret('ws-token', sources({ ...addresses(), realtimeUrl: url }))
      secrets.push(...values)
      return values[0]
    },
  })
  const target = (url = baseUrl()) => ({
    profile: selected().name,
    host: new URL(url).host,
    sandbox: isSandbox(url),
  })
  const isSandbox = (url: string) => sandboxAt(selected().config.profiles, url) !== undefined

  return {
    host,
    out,
    folders,
    keychain,
    /** The format of a command without format flags of its own. */
    format: out.json ? 'json' : out.human ? 'human' : 'tsv',
    baseUrlFlag,
    debug,
    /** The profile in use. */
    profile: (): { profile: string; settings: Profile; config: Config; exists: boolean } => {
      const { name, profile, config, exists } = selected()
      return { profile: name, settings: profile, config, exists }
    },
    addresses,
    /** The base URL in use. Failure (usage, unauthenticated) where none is known. */
    baseUrl,
    target,
    client,
    /** A client of the address, with the secret that belongs to it. */
    clientFor,
    /** A client with a key that isn't stored yet. */
    clientWith,
    journal,
    owner,
    /**
     * Whether anything is kept of the profile, for commands that only look: they make no state. Failure
     * (not_found) for a profile that was named and that nothing is known of.
     */
    hasState,
    /** The journal and the inbox, where there is a state; null where there is none yet. */
    journalIfAny: async (): Promise<Journal | null> => ((await hasState()) ? journal() : null),
    inboxIfAny: async (): Promise<Inbox | null> => ((await hasState()) ? inbox() : null),
    /** At the end of a command: closes what was opened, so that SQLite leaves no files of its own behind. */
    close: (): void => {
      for (const store of opened.splice(0)) store.close()
    },
    /** The webhook signing secrets: of the file named, the environment or the profile. */
    webhookSecrets,
    /** The realtime channel's address and token. */
    realtime,
    /** Before something is created or changed: whose it will be, on stderr. */
    announce: (url?: string): void => {
      const { profile, host: name, sandbox } = target(url)
      out.note(`${sandbox ? 'SANDBOX, ' : ''}profile ${profile} at ${name}`)
    },
    /** The dashboard of the profile's sandbox, or of the address given. Says so on stderr. */
    dashboard: async (url: string | undefined): Promise<Dashboard> => {
      const { name, profile } = selected()
      const address = url === undefined ? profile.dashboardUrl : checkDashboardUrl(url)
      if (address === undefined) {
        throw new Failure('usage', `the profile "${name}" is no sandbox of this machine`, {
          next: suggest('sandbox start', { say: 'start one with', profile: 'none' }),
        })
      }
      const service = url === undefined ? profile.baseUrl : undefined
      out.note(`SANDBOX, profile ${name} at ${new URL(service ?? address).host}`)
      const given = host.env.PIXCTL_DASHBOARD_TOKEN
      if (!given && url !== undefined && new URL(url).origin !== originOf(profile.dashboardUrl)) {
        throw new Failure(
          'unauthenticated',
          `no token is at hand for the dashboard at ${new URL(address).host}`,
          {
            next: 'PIXCTL_DASHBOARD_TOKEN in the environment holds it: "dashboard-token" in secrets.json beside its data',
          },
        )
      }
      const token =
        given || (await resolveSecret('dashboard-token', sources({ dashboardUrl: address }))).values[0]
      secrets.push(token)
      const { Dashboard } = await import('./dashboard.ts')
      return new Dashboard({ url: checkDashboardUrl(address), token }, host, patienceOf(flags), debug)
    },
    /** Where the sandbox of a profile keeps its data. */
    sandboxData: (profile: string): string =>
      profile === SANDBOX_PROFILE ? join(folders.data, 'sandbox') : join(folders.data, `sandbox-${profile}`),
  } as const
}

/** A function that is called once for each argument. */
function memoized<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>()
  return key => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}
