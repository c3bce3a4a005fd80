/**
 * Everything that a command works with: the profile, the addresses, secrets, clients, the stores and the output. Each
 * part is created when it is first needed, so that unused code is not loaded.
 */

import { devNull } from 'node:os'
import type { Client } from '#api/client.ts'
import type { Owner } from '#charges/creations/journal.ts'
import { MAX_LIMIT } from '#contract/limits.ts'
import { loadQuietly, openKeychain } from '#credentials/keychain.ts'
import type { SecretKind } from '#credentials/kinds.ts'
import type { Config, Profile } from '#credentials/profiles.ts'
import type { RunContext } from '#events/run.ts'
import type { SharedInbox } from '#inbox/shared-inbox.ts'
import { Failure } from '#lib/failure.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { english, localized, type Text } from '#lib/language.ts'
import { once } from '#lib/once.ts'
import { type PostgresUrl, parsePostgresUrl } from '#lib/postgres/url.ts'
import { fingerprint, maskSecrets } from '#lib/secret.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { trustAs } from '#lib/trust.ts'
import { directories } from '../host/directories.ts'
import type { Host } from '../host/host.ts'
import { Output } from '../output/output.ts'
import { createRealtimeAccess } from './realtime-access.ts'
import { sandboxAt, startSandboxAt } from './sandbox-profile.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import {
  createAddresses,
  createSelection,
  type Flags,
  type Shared,
  timeoutOf,
  unknownProfile,
} from './selection.ts'
import { createStores } from './stores.ts'
import { texts } from './texts.ts'

export { type Flags, timeoutOf } from './selection.ts'

export type Context = ReturnType<typeof createContext>

/** What a command needs that isn't as the others. */
export interface ContextOptions {
  /** Whether the profile may be one of which nothing is known. */
  anyProfile?: boolean
  /** Whether nothing on this machine may be changed. */
  readOnly?: boolean
  /** Whether a request is sent only once. */
  asksOnce?: boolean
}

export function createContext(host: Host, flags: Flags, options: ContextOptions = {}) {
  const { anyProfile = false, readOnly = false, asksOnce = false } = options
  const { env, clock, signal } = host
  const out = new Output(host, flags)
  trustAs({
    allowGroup: env.PIXCTL_ALLOW_GROUP === '1',
    readOnly,
    credentials: env.CREDENTIALS_DIRECTORY || undefined,
    warn: text => out.warn(text),
  })
  const folders = directories(host)
  const load = host.loadKeytar ?? (readOnly ? () => loadQuietly(host) : undefined)
  const keychain = openKeychain({ clock, signal, load })
  host.onEnd?.(() => keychain.unanswered > 0)

  const selected = createSelection(host, folders, flags)
  const unknown = () => unknownProfile(host, folders, flags, selected)
  const failure = anyProfile ? null : unknown()
  if (failure) throw failure
  const choices = { selected, ...createAddresses(host, selected, flags) }
  const run: Shared = { host, out, flags, folders, keychain, ...choices, ...createDebug(out, flags) }
  const secrets = createSecrets(run)
  const realtime = createRealtimeAccess(run, secrets)
  const sharedInbox = createInboxAddress(run, secrets)

  return {
    ...run,
    ...secrets,
    clock,
    signal,
    /** The format for commands without their own format flags. */
    format: out.json ? 'json' : out.human ? 'human' : 'tsv',
    profile: (): { profile: string; settings: Profile; config: Config; exists: boolean } => {
      const { name, profile, config, exists } = selected()
      return { profile: name, settings: profile, config, exists }
    },
    unknownProfile: unknown,
    sharedInbox,
    realtime,
    ...createAccount(run, secrets),
    ...createClients(run, secrets, asksOnce),
    ...createStores(run, sharedInbox),
  } as const
}

/** The output of --debug, without the secrets that the command has read. */
function createDebug(out: Output, flags: Flags): Pick<Shared, 'debug' | 'hide'> {
  const secrets = new Set<string>()
  return {
    debug: line => {
      if (flags.debug) out.debug(maskSecrets(line, secrets))
    },
    hide: (...values) => {
      for (const value of values) secrets.add(value)
    },
  }
}

/** The current account: the profile, the service and the API key. */
function createAccount(
  { out, selected, baseUrl, addresses }: Shared,
  { apiKey, variablesInUse }: Pick<Secrets, 'apiKey' | 'variablesInUse'>,
) {
  /** In words, with the variables that secrets of these kinds come from. */
  const account = (kinds: readonly SecretKind[] = ['api-key'], realtimeUrl?: string) => {
    const { name, config } = selected()
    const known = { ...addresses(), ...(realtimeUrl === undefined ? {} : { realtimeUrl }) }
    const url = realtimeUrl ?? known.baseUrl
    const isSandbox = url !== undefined && sandboxAt(config.profiles, url) !== undefined
    const host = url && new URL(url).host
    return () => texts.account(isSandbox, name, { host, variables: variablesInUse(kinds, known) })
  }

  return {
    target: () => ({ profile: selected().name, host: new URL(baseUrl()).host }),
    account,
    /** Says on stderr which account is used, before something is created or changed. */
    announce: (...used: Parameters<typeof account>): void => out.note(account(...used)),
    /** The account for new entries of the journal. */
    owner: async (): Promise<Owner> => ({
      baseUrl: baseUrl(),
      keyFingerprint: fingerprint(await apiKey(baseUrl())),
    }),
  }
}

/** What `webhook listen` and `events tail` work with (src/events/run.ts). */
export function runContext(context: Context): RunContext {
  const { host, out, flags, folders, inboxPlace } = context
  return {
    host,
    out,
    debug: flags.debug ? context.debug : undefined,
    dataDir: folders.data,
    profile: context.profile().profile,
    timeoutMs: timeoutOf(flags),
    inboxPlace,
  }
}

/** The output that can write until a signal aborts, also after the run was stopped. */
export function outputUntil(signal: AbortSignal, { host, flags }: Context): Output {
  return new Output({ ...host, signal }, flags)
}

/** @param asksOnce whether a request is sent only once */
function createClients(
  { host, out, flags, selected, baseUrl, debug, hide }: Shared,
  { apiKey, variablesInUse }: Pick<Secrets, 'apiKey' | 'variablesInUse'>,
  asksOnce: boolean,
) {
  /** @param variable where the key comes from, if it isn't stored */
  const clientWith = async (url: string, key: string, variable?: string): Promise<Client> => {
    const { config, profile } = selected()
    const { profiles } = config
    const ifKeyRefused: Step[] = [
      ...(variable === undefined ? [] : [() => texts.ofVariable(variable)]),
      // The profile of a sandbox takes no other key.
      ...(profile.dashboardUrl === undefined ? [suggest('auth login', { say: texts.otherKey })] : []),
      ...(sandboxAt(profiles, url) === undefined ? [] : [texts.newSandboxKey]),
    ]
    hide(key)
    const [{ Client }, { createTransport }] = await Promise.all([
      import('#api/client.ts'),
      import('#api/transport.ts'),
    ])
    const { env, clock, signal, version } = host
    return new Client({
      baseUrl: url,
      apiKey: key,
      transport: await createTransport(networkSettings(env)),
      clock,
      signal,
      timeoutMs: timeoutOf(flags),
      once: asksOnce,
      userAgent: `pixctl/${version}`,
      whereRefused: startSandboxAt(profiles, url),
      ifKeyRefused,
      isDebug: flags.debug === true,
      onAttempt: debug,
      onWait: (why, ms) => out.status(texts.tryingAgain(Math.ceil(ms / 1000), localized(why))),
    })
  }

  const client = once(async (): Promise<Client> => {
    const [variable] = variablesInUse(['api-key'])
    return clientWith(baseUrl(), await apiKey(baseUrl()), variable)
  })
  return {
    client,
    /** The newest charges, read once; null if they can't be. */
    newestCharges: once(async () => (await client()).payments(1, MAX_LIMIT).catch(() => null)),
    /** A client with a key that is not stored yet. */
    clientWith,
  }
}

/**
 * The shared inbox of this run; null if it uses the one on this machine. --inbox is checked at once: Failure (usage) if it
 * is not valid or contains a password.
 */
function createInboxAddress(
  { host, out, flags, selected, hide }: Shared,
  { secretFor, variablesInUse }: Pick<Secrets, 'secretFor' | 'variablesInUse'>,
) {
  const flag = flags.inbox === undefined ? undefined : withoutPassword(flags.inbox)

  const found = async (): Promise<PostgresUrl | null> => {
    if (flag) return flag
    const [variable] = variablesInUse(['inbox-url'])
    if (variable !== undefined) return parsePostgresUrl(host.env[variable]!.trim(), variable)
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
    // Without a home folder, its files must not be searched for in the current one.
    return url && { url, env: host.env, home: host.home || devNull, warn: warnOnce, hide }
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
