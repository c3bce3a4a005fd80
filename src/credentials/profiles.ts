/**
 * config.json: the profiles, their addresses, and where each secret is kept. Never a secret.
 *
 *     {
 *       "current": "default",
 *       "profiles": {
 *         "default": {
 *           "baseUrl": "https://…/api/v1",
 *           "realtimeUrl": "wss://…",
 *           "secrets": { "api-key": { "storage": "keychain", "origin": "https://…" } }
 *         }
 *       }
 *     }
 *
 * Fields this version doesn't know are kept as they are: a newer pixctl may have written them.
 */

import { join } from 'node:path'
import type { Clock } from '../shared/clock.ts'
import { Failure } from '../shared/failure.ts'
import { readPrivate } from '../shared/files.ts'
import { sameButCase } from '../shared/folders.ts'
import { suggest } from '../shared/suggestion.ts'
import { CredentialsError, reason } from './errors.ts'
import { replaceFile, withLock } from './files.ts'
import { isObject, type JsonObject, parseObject } from './json-file.ts'
import { SECRET_KINDS, type SecretKind, type StoredKind } from './kinds.ts'
import { maskSecrets } from './mask.ts'

export const DEFAULT_PROFILE = 'default'
/** The profile that `sandbox start` writes by default. */
export const SANDBOX_PROFILE = 'sandbox'
/** Windows takes a dot off the end of a folder's name. */
const PROFILE_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/
/** On Windows these are devices, with whatever extension. */
const DEVICE = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(\.|$)/i

/** Where a secret is, and the origin it may be used with. */
export interface StoredSecret {
  /** 'keychain' or 'file'; anything else was written by a newer pixctl. */
  storage: string
  /** As URL.origin gives it: scheme, host and port. */
  origin: string
  /** For 'file': a file of this profile's secrets alone, in place of secrets.json. */
  path?: string
}

export interface Profile {
  baseUrl?: string
  realtimeUrl?: string
  dashboardUrl?: string
  secrets?: Partial<Record<StoredKind, StoredSecret>>
}

/** config.json as it stands; the maps' keys may be any name, `constructor` too. */
export interface Config {
  current?: string
  profiles: Map<string, Profile>
  /** Fields of a newer pixctl, written back as they came. */
  others: JsonObject
}

/** One line of `auth list`. */
export interface ProfileSummary {
  profile: string
  current: boolean
  baseUrl: string | null
  realtimeUrl: string | null
  secrets: SecretKind[]
  /** null where the profile has no secret, 'mixed' where they are kept in more than one place. */
  storage: string | null
}

/** Where config.json is in a config directory. */
export function configPath(configDir: string): string {
  return join(configDir, 'config.json')
}

/**
 * Reads config.json; a missing one is an empty one.
 *
 * @throws CredentialsError bad_config, naming the file and what is wrong with it
 */
export function readConfig(configDir: string): Config {
  const path = configPath(configDir)
  let text: string | null
  try {
    text = readPrivate(path)
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new CredentialsError('bad_config', `${path} could not be read (${reason(error)})`, {
      next: 'check its permissions, or choose another folder with PIXCTL_CONFIG_DIR',
    })
  }
  if (text === null) return { profiles: new Map(), others: {} }
  const parsed = parseObject(text)
  if ('problem' in parsed) throw badConfig(path, parsed.problem)
  return toConfig(path, parsed.object)
}

/**
 * Changes config.json: reads it again under a lock, lets `change` edit it in place, writes it whole. Two
 * commands at once lose nothing of each other's.
 *
 * @throws CredentialsError bad_config, config_locked, not_written; bad_address when an address holds a secret
 */
export async function updateConfig(
  configDir: string,
  clock: Clock,
  change: (config: Config) => void,
): Promise<Config> {
  return withLock(configDir, clock, () => {
    const config = readConfig(configDir)
    change(config)
    const { current, profiles, others } = config
    const text = `${JSON.stringify({ current, profiles: Object.fromEntries(profiles), ...others }, null, 2)}\n`
    if (maskSecrets(text) !== text) {
      throw new CredentialsError('bad_address', 'an address of the profile contains a secret', {
        next: suggest('auth login', { say: 'give the address without it; to store a secret' }),
      })
    }
    replaceFile(configPath(configDir), text)
    return config
  })
}

/**
 * The profile in use: the flag, else PIXCTL_PROFILE, else the current one, else `default`. It need not
 * exist yet: `profile` is then empty.
 *
 * @throws CredentialsError bad_profile_name
 */
export function selectProfile(
  config: Config,
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): { name: string; profile: Profile; exists: boolean } {
  const name = checkProfileName(flag ?? (env.PIXCTL_PROFILE || config.current || DEFAULT_PROFILE), config)
  const profile = config.profiles.get(name)
  return { name, profile: profile ?? {}, exists: profile !== undefined }
}

/**
 * A profile's name as given. It becomes part of paths and keychain accounts, also where those don't tell upper from
 * lower case.
 *
 * @throws CredentialsError bad_profile_name
 */
export function checkProfileName(name: string, { profiles }: Pick<Config, 'profiles'>): string {
  if (!isProfileName(name)) {
    throw new CredentialsError(
      'bad_profile_name',
      `${JSON.stringify(name.slice(0, 80))} can't be a profile`,
      {
        next: [
          'a profile is 1 to 64 letters, digits, ".", "_" and "-"; it begins with a letter or a digit, and doesn\'t end with "."',
          'names of devices on Windows, such as "con" and "nul", can\'t be used anywhere',
        ],
      },
    )
  }
  const other = profiles.has(name) ? undefined : sameButCase(name, [...profiles.keys()])
  if (other === undefined) return name
  throw new CredentialsError(
    'bad_profile_name',
    `"${name}" can't be a profile beside "${other}", which differs only in upper and lower case`,
    { next: `write it as "${other}", or choose another name` },
  )
}

function isProfileName(name: string): boolean {
  return PROFILE_NAME.test(name) && !DEVICE.test(name)
}

/** Makes the profile the current one, where no profile that exists is. */
export function makeCurrentIfNone(config: Config, name: string): void {
  if (!config.profiles.has(config.current ?? DEFAULT_PROFILE)) config.current = name
}

/** The profiles as `auth list` shows them, by name. */
export function summarizeProfiles(config: Config): ProfileSummary[] {
  const current = config.current ?? DEFAULT_PROFILE
  return [...config.profiles]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { baseUrl, realtimeUrl, secrets = {} }]) => {
      const storages = new Set(Object.values(secrets).map(secret => secret.storage))
      return {
        profile: name,
        current: name === current,
        baseUrl: baseUrl ?? null,
        realtimeUrl: realtimeUrl ?? null,
        secrets: SECRET_KINDS.filter(kind => Object.hasOwn(secrets, kind)),
        storage: storages.size > 1 ? 'mixed' : ([...storages][0] ?? null),
      }
    })
}

function toConfig(path: string, { current, profiles = {}, ...others }: JsonObject): Config {
  if (current !== undefined && !(typeof current === 'string' && isProfileName(current))) {
    throw badConfig(path, 'has a "current" that is not a profile\'s name')
  }
  if (!isObject(profiles)) throw badConfig(path, 'has "profiles" that are not an object')
  const names = Object.keys(profiles)
  const entries = Object.entries(profiles).map(([name, profile]) => {
    if (!isProfileName(name)) throw badConfig(path, 'has a profile with a name that none can have')
    if (sameButCase(name, names) !== undefined)
      throw badConfig(path, `has another profile "${name}", in other upper and lower case`)
    const problem = profileProblem(profile)
    if (problem) throw badConfig(path, `has ${problem} in the profile "${name}"`)
    return [name, profile as Profile] as const
  })
  return { ...(current === undefined ? {} : { current }), profiles: new Map(entries), others }
}

function profileProblem(profile: unknown): string | null {
  if (!isObject(profile)) return 'something other than an object'
  for (const address of ['baseUrl', 'realtimeUrl', 'dashboardUrl']) {
    if (!isText(profile[address], 'optional')) return `a "${address}" that is not a text`
  }
  const { secrets = {} } = profile
  if (!isObject(secrets)) return '"secrets" that are not an object'
  for (const secret of Object.values(secrets)) {
    const known = isObject(secret) && isText(secret.storage) && isText(secret.origin)
    if (!known || !isText(secret.path, 'optional')) return 'a secret without its "storage" and "origin"'
  }
  return null
}

function isText(value: unknown, optional?: 'optional'): boolean {
  return typeof value === 'string' || (optional !== undefined && value === undefined)
}

function badConfig(path: string, problem: string): CredentialsError {
  return new CredentialsError('bad_config', `${path} ${problem}`, {
    next: suggest('auth login', { say: 'correct it, or move it away and log in again' }),
  })
}
