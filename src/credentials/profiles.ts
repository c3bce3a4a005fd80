/**
 * config.json: the profiles, their addresses, and where each secret is stored. It never contains a secret.
 *
 *     {
 *       "version": 1,
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
 * Unknown fields are kept as they are: a newer pixctl may have written them. One that changes the meaning of a field writes
 * another version, which this one refuses.
 */

import { join } from 'node:path'
import type { AuthList } from '#contract/generated/output.ts'
import type { Clock } from '#lib/clock.ts'
import { sameButCase } from '#lib/files.ts'
import { maskSecrets } from '#lib/secret.ts'
import { texts as stateTexts } from '#lib/sqlite/texts.ts'
import { suggest } from '#lib/suggestion.ts'
import { CredentialsError } from './errors.ts'
import { badFile, isObject, type JsonObject, readObject, replaceFile, withLock } from './files.ts'
import { SECRET_KINDS, type SecretKind } from './kinds.ts'
import { texts } from './texts.ts'

export const DEFAULT_PROFILE = 'default'
/** The profile that `sandbox start` writes by default. */
export const SANDBOX_PROFILE = 'sandbox'
/** Of config.json. */
const VERSION = 1
/** No dot at the end: Windows removes it from folder names. */
const PROFILE_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/
/** On Windows these names are devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(\.|$)/i

/** Where a secret is stored, and the origin it may be sent to. */
export interface StoredSecret {
  /** 'keychain' or 'file'. A newer pixctl may have written other values. */
  storage: string
  /** Like URL.origin: scheme, host and port. */
  origin: string
  /** For 'file': a file with only this profile's secrets, instead of secrets.json. */
  path?: string
}

export interface Profile {
  baseUrl?: string
  realtimeUrl?: string
  dashboardUrl?: string
  /** Of a sandbox: its --data, if it isn't the folder that it takes by itself. */
  data?: string
  secrets?: Partial<Record<SecretKind, StoredSecret>>
  /** Whether digits typed at the counter are cents. */
  cents?: boolean
}

/** The content of config.json. The profiles are a Map, so that a name like `constructor` is safe. */
export interface Config {
  current?: string
  profiles: Map<string, Profile>
  /** Those that can't be read, if there are any: they are written back unchanged. */
  unreadable?: Map<string, { value: unknown; failure: CredentialsError }>
  /** Unknown fields, written back unchanged. */
  others: JsonObject
}

export function configPath(configDir: string): string {
  return join(configDir, 'config.json')
}

/** Reads config.json; a missing file counts as empty. @throws CredentialsError bad_config */
export function readConfig(configDir: string): Config {
  const path = configPath(configDir)
  const object = readObject(path, 'bad_config')
  return toConfig(path, object ?? {})
}

/**
 * Changes config.json under a lock, so that two commands at the same time don't lose each other's changes.
 *
 * @throws CredentialsError bad_config, config_locked, not_written; bad_address if an address contains a secret
 */
export async function updateConfig(
  configDir: string,
  clock: Clock,
  change: (config: Config) => void,
): Promise<Config> {
  return withLock(configDir, clock, () => {
    const config = readConfig(configDir)
    change(config)
    const { current, profiles, unreadable, others } = config
    const readable = JSON.stringify([current, ...profiles])
    if (maskSecrets(readable) !== readable) {
      throw new CredentialsError('bad_address', texts.secretInAddress, {
        next: suggest('auth login', { say: texts.giveWithoutSecret }),
      })
    }
    const left = [...(unreadable ?? [])].map(([name, { value }]) => [name, value] as const)
    const all = Object.fromEntries([...left, ...profiles])
    const text = JSON.stringify({ version: VERSION, current, profiles: all, ...others }, null, 2)
    replaceFile(configPath(configDir), `${text}\n`)
    return config
  })
}

/** Keeps whether digits typed at the counter of a profile are cents. @throws as {@link updateConfig} */
export async function saveCents(
  configDir: string,
  clock: Clock,
  name: string,
  cents: boolean,
): Promise<void> {
  await updateConfig(configDir, clock, ({ profiles }) => {
    profiles.set(name, { ...profiles.get(name), cents })
  })
}

/**
 * The profile to use: of the flag, otherwise PIXCTL_PROFILE, otherwise the current one, otherwise `default`. If it
 * isn't in config.json yet (`exists`), `profile` is empty.
 *
 * @throws CredentialsError bad_profile_name; bad_config if that profile can't be read
 */
export function selectProfile(
  config: Config,
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): { name: string; profile: Profile; exists: boolean } {
  const name = checkProfileName(flag ?? (env.PIXCTL_PROFILE || config.current || DEFAULT_PROFILE), config)
  const profile = findProfile(config, name)
  return { name, profile: profile ?? {}, exists: profile !== undefined }
}

/** The profile; undefined if there is none. @throws CredentialsError bad_config if it can't be read */
export function findProfile({ profiles, unreadable }: Config, name: string): Profile | undefined {
  const bad = unreadable?.get(name)
  if (bad) throw bad.failure
  return profiles.get(name)
}

/**
 * The name becomes part of paths and keychain accounts, and some of those ignore upper and lower case.
 *
 * @throws CredentialsError bad_profile_name
 */
export function checkProfileName(name: string, { profiles, unreadable }: Config): string {
  if (!isProfileName(name)) {
    const quoted = JSON.stringify(name.slice(0, 80))
    throw new CredentialsError('bad_profile_name', () => texts.badProfileName(quoted), {
      next: [texts.profileNameForm, texts.deviceNames],
    })
  }
  const names = [...profiles.keys(), ...(unreadable?.keys() ?? [])]
  const other = names.includes(name) ? undefined : sameButCase(name, names)
  if (other === undefined) return name
  throw new CredentialsError('bad_profile_name', () => texts.otherCase(name, other), {
    next: () => stateTexts.writeAs(other),
  })
}

function isProfileName(name: string): boolean {
  return PROFILE_NAME.test(name) && !DEVICE.test(name)
}

/** Makes the profile the current one if there is no current profile. */
export function makeCurrentIfNone(config: Config, name: string): void {
  const current = config.current ?? DEFAULT_PROFILE
  if (!config.profiles.has(current) && !config.unreadable?.has(current)) config.current = name
}

/** The profiles as `auth list` shows them, sorted by name. */
export function summarizeProfiles(config: Config): AuthList {
  const current = config.current ?? DEFAULT_PROFILE
  return [...config.profiles]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { baseUrl = null, realtimeUrl = null, secrets = {} }]) => ({
      profile: name,
      current: name === current,
      baseUrl,
      realtimeUrl,
      secrets: SECRET_KINDS.flatMap(kind => {
        const stored = secrets[kind]
        return stored === undefined ? [] : { kind, storage: stored.storage }
      }),
    }))
}

/** A file without a version was written by hand. */
function toConfig(path: string, object: JsonObject): Config {
  const { version = VERSION, current, profiles = {}, ...others } = object
  if (Number(version) > VERSION) {
    throw badFile('bad_config', () => texts.newerConfig(path), stateTexts.update)
  }
  if (version !== VERSION) throw badFile('bad_config', () => texts.hasBad(path, texts.badVersion()))
  if (current !== undefined && !(typeof current === 'string' && isProfileName(current))) {
    throw badFile('bad_config', () => texts.hasBad(path, texts.badCurrent()))
  }
  if (!isObject(profiles)) throw badFile('bad_config', () => texts.hasBad(path, texts.badProfiles()))
  const names = Object.keys(profiles)
  const config: Config = { profiles: new Map(), others }
  if (current !== undefined) config.current = current
  for (const [name, value] of Object.entries(profiles)) {
    const why = whyUnreadable(path, name, names, value)
    if (why === null) {
      config.profiles.set(name, value as Profile)
      continue
    }
    config.unreadable ??= new Map()
    config.unreadable.set(name, { value, failure: badFile('bad_config', why) })
  }
  return config
}

function whyUnreadable(path: string, name: string, names: string[], value: unknown): (() => string) | null {
  if (!isProfileName(name)) return () => texts.hasBad(path, texts.badNameInFile())
  if (sameButCase(name, names) !== undefined) return () => texts.twoProfiles(path, name)
  const problem = profileProblem(value)
  return problem && (() => texts.badInProfile(path, problem(), name))
}

function profileProblem(profile: unknown): (() => string) | null {
  if (!isObject(profile)) return texts.notObject
  for (const name of ['baseUrl', 'realtimeUrl', 'dashboardUrl', 'data']) {
    if (!isTextOrNone(profile[name])) return () => texts.notString(name)
  }
  const { secrets = {} } = profile
  if (!isObject(secrets)) return texts.badSecrets
  for (const secret of Object.values(secrets)) {
    const known = isObject(secret) && [secret.storage, secret.origin].every(text => typeof text === 'string')
    if (!known || !isTextOrNone(secret.path)) return texts.secretWithoutPlace
  }
  return null
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}
