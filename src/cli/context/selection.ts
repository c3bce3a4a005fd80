/** What the flags, the environment and the profile choose for a run: the profile and the addresses. */

import { existsSync } from 'node:fs'
import type { Keychain } from '#credentials/keychain.ts'
import { KINDS } from '#credentials/kinds.ts'
import { type Config, DEFAULT_PROFILE, readConfig, selectProfile } from '#credentials/profiles.ts'
import { noProfile } from '#credentials/secret-failures.ts'
import type { Addresses } from '#credentials/secrets.ts'
import { Failure } from '#lib/failure.ts'
import { checkBaseUrl } from '#lib/input/addresses.ts'
import { once } from '#lib/once.ts'
import { suggest } from '#lib/suggestion.ts'
import { stateFolder } from '#state/folder.ts'
import type { Directories } from '../host/directories.ts'
import type { Host } from '../host/host.ts'
import type { Output } from '../output/output.ts'
import { notLoggedIn } from './realtime-access.ts'
import { texts } from './texts.ts'

/** The flags that the context of a run uses. */
export interface Flags {
  profile?: string | undefined
  'base-url'?: string | undefined
  /** Only for commands that use the realtime channel. */
  'realtime-url'?: string | undefined
  /** Only for commands that use the inbox. */
  inbox?: string | undefined
  /** Only for commands that sign or verify. */
  'secret-file'?: string | undefined
  json?: boolean | undefined
  'no-color'?: boolean | undefined
  'no-input'?: boolean | undefined
  debug?: boolean | undefined
  /** Only for commands that run as a service. */
  'log-format'?: string | undefined
  /** Seconds. */
  timeout?: number | undefined
}

/** How long a command waits for an answer, retries included, in milliseconds. */
export function timeoutOf({ timeout = 60 }: Flags): number {
  return Math.round(timeout * 1000)
}

type Selection = () => ReturnType<typeof selectProfile> & { config: Config }

/** What the parts of the context share. */
export interface Shared {
  host: Host
  out: Output
  flags: Flags
  folders: Directories
  keychain: Keychain
  selected: Selection
  addresses(): Addresses
  /** The current base URL. Failure (usage, unauthenticated) if there is none. */
  baseUrl(): string
  debug(line: string): void
  /** Hides these secrets in the output of --debug from now on. */
  hide(...values: readonly string[]): void
}

/** Of --profile or PIXCTL_PROFILE, otherwise the current one. Read when it is first needed. */
export function createSelection({ env }: Host, folders: Directories, flags: Flags): Selection {
  return once(() => {
    const config = readConfig(folders.config)
    return { config, ...selectProfile(config, flags.profile, env) }
  })
}

/**
 * The failure (not_found) for a profile that was named by --profile or PIXCTL_PROFILE, and of which nothing is known: no
 * config, no state, no secret in the environment or in a file, no shared inbox. Null for any other.
 *
 * @param needsState secrets say nothing of state: who reads that of a mistyped profile must not be told that there is none
 */
export function unknownProfile(
  { env }: Pick<Host, 'env'>,
  folders: Directories,
  flags: Flags,
  selected: Selection,
  { needsState = false } = {},
): Failure | null {
  const isNamed = flags.profile !== undefined || Boolean(env.PIXCTL_PROFILE)
  const isGiven = Object.values(KINDS).some(({ variable }) => env[variable])
  const isEnough = isGiven || flags['secret-file'] !== undefined || flags.inbox !== undefined
  if (!isNamed || (isEnough && !needsState)) return null
  const { name, exists, config } = selected()
  // What is used anyway, if none is named.
  const isCurrent = name === (config.current ?? DEFAULT_PROFILE)
  const isKnown = exists || isCurrent || existsSync(stateFolder(folders.data, name))
  return isKnown ? null : noProfile(name, config)
}

/** Each from the flag, otherwise the environment, otherwise the profile. Failure (usage) at once for a wrong --base-url. */
export function createAddresses({ env }: Host, selected: Selection, { 'base-url': flag }: Flags) {
  const baseUrlFlag = flag === undefined ? undefined : checkBaseUrl(flag, '--base-url')

  const addresses = once((): Addresses => {
    const { baseUrl: stored, realtimeUrl } = selected().profile
    const given = env.PIXCTL_BASE_URL
    const baseUrl =
      baseUrlFlag ??
      (given ? checkBaseUrl(given, 'PIXCTL_BASE_URL') : undefined) ??
      (stored === undefined ? undefined : checkBaseUrl(stored, texts.storedBaseUrl))
    return {
      ...(realtimeUrl === undefined ? {} : { realtimeUrl }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    }
  })

  const baseUrl = (): string => {
    const known = addresses().baseUrl
    if (known !== undefined) return known
    const { name, exists, config } = selected()
    const login = suggest('auth login', { flags: { 'base-url': 'https://…/api/v1' } })
    if (!exists && !env.PIXCTL_API_KEY) throw notLoggedIn(name, config, login)
    throw new Failure('usage', () => texts.noBaseUrl(name), { next: { ...login, say: texts.giveBaseUrl } })
  }

  return { addresses, baseUrl }
}
