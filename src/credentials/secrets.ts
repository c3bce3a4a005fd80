/**
 * The secrets of a profile, from the environment or from the storage. A secret is stored together with the origin it may
 * be sent to: `{"origin":"https://…","secret":"…"}`. The origin in config.json is only a copy, so changing config.json
 * can't send the secret to another host.
 */

import type { Clock } from '#lib/clock.ts'
import { postgresOrigin } from '#lib/postgres/url.ts'
import type { EndpointSecret } from '#lib/sandbox/data.ts'
import { maskSecrets } from '#lib/secret.ts'
import { askDoctor, suggest } from '#lib/suggestion.ts'
import { CredentialsError } from './errors.ts'
import { readEndpoints, readFromFile, readFromProfileFile, writeToFile } from './file-storage.ts'
import { type Keychain, withoutKeychain } from './keychain.ts'
import { KINDS, kindFlag, parseSecrets, type SecretKind } from './kinds.ts'
import {
  configPath,
  makeCurrentIfNone,
  type Profile,
  readConfig,
  type StoredSecret,
  updateConfig,
} from './profiles.ts'
import { type Listening, noAddress, noSecret, wrongOrigin } from './secret-failures.ts'
import { texts } from './texts.ts'

export type Addresses = Pick<Profile, 'baseUrl' | 'realtimeUrl'>

export interface Secret {
  /** One secret. Only webhook secrets may be several, during a rotation. */
  values: readonly [string, ...string[]]
  source: 'environment' | 'keychain' | 'file'
}

export interface SecretSources {
  env: Readonly<Record<string, string | undefined>>
  configDir: string
  keychain: Keychain
  profileName: string
  profile: Profile
  /** Whether `--profile` names the profile: that chooses its secrets too. */
  isChosen: boolean
  /** The current addresses, from flags, the environment and the profile. */
  addresses: Addresses
  clock: Clock
  /** Where the command itself listens, for what it suggests without a signing secret. */
  listening?: Listening | undefined
}

type StoreOptions = Pick<SecretSources, 'configDir' | 'clock' | 'keychain' | 'profileName'>

/**
 * The variable of the environment that a secret comes from; null if there is none, or if a chosen profile has one that was
 * stored for the current origin.
 */
export function variableInUse(kind: SecretKind, sources: SecretSources): string | null {
  const { env, profile, isChosen, addresses } = sources
  const { variable, address } = KINDS[kind]
  if (!env[variable]?.trim()) return null
  const stored = isChosen ? profile.secrets?.[kind] : undefined
  const inUse = address === null ? undefined : addresses[address]
  return stored && (inUse === undefined || originOf(inUse) === stored.origin) ? null : variable
}

/**
 * Finds a secret: in the environment, otherwise in the profile if it was stored for the current origin; for a chosen profile
 * the other way round. The keychain is called only if config.json says that the secret is there.
 *
 * @throws CredentialsError no_secret, wrong_origin, unusable_secret, bad_secrets_file, no_keychain,
 *   keychain_locked, keychain_timeout
 */
export async function resolveSecret(kind: SecretKind, sources: SecretSources): Promise<Secret> {
  const { address } = KINDS[kind]
  const variable = variableInUse(kind, sources)
  if (variable !== null) {
    const values = parseSecrets(kind, sources.env[variable]!, variable, 'unusable_secret')
    return { values, source: 'environment' }
  }
  const stored = sources.profile.secrets?.[kind]
  if (stored === undefined) throw noSecret(kind, sources.profileName, sources.profile, sources.listening)
  const inUse = address === null ? undefined : sources.addresses[address]
  if (inUse !== undefined && originOf(inUse) !== stored.origin) {
    throw wrongOrigin(kind, sources.profileName, stored.origin, originOf(inUse))
  }
  const { origin, secret, source } = await readStored(kind, stored, sources)
  const values = parseSecrets(kind, secret, () => texts.stored(KINDS[kind].name()), 'unusable_secret')
  if (inUse !== undefined && originOf(inUse) !== origin) {
    throw wrongOrigin(kind, sources.profileName, origin, originOf(inUse))
  }
  return { values, source }
}

/**
 * Stores secrets for the address they are used with, and records both in config.json. The profile becomes the current
 * one if there is none, or a sandbox's.
 *
 * @returns leftInKeychain: the keychain may still have an older secret of this profile
 * @throws CredentialsError bad_address if the address for this kind is missing, and the errors of the keychain and the
 *   files. config.json then names no secret that doesn't exist.
 */
export async function storeSecret(
  kind: SecretKind,
  values: readonly [string, ...string[]],
  options: StoreOptions & { addresses: Addresses; storage: 'keychain' | 'file' },
): Promise<{ leftInKeychain: boolean }> {
  const { configDir, clock, keychain, profileName, addresses, storage } = options
  const origin = originFor(kind, addresses, values[0])
  const previous = readConfig(configDir).profiles.get(profileName)?.secrets?.[kind]
  if (previous && previous.origin !== origin) {
    // First removed, then replaced: config.json must never name the old origin for the new secret.
    await updateConfig(configDir, clock, config => {
      delete config.profiles.get(profileName)?.secrets?.[kind]
    })
  }
  const value = JSON.stringify({ origin, secret: values.join('\n') })
  if (storage === 'keychain') await keychain.set(profileName, kind, value)
  else await writeToFile(configDir, clock, profileName, kind, value)
  await updateConfig(configDir, clock, config => {
    const profile = config.profiles.get(profileName)
    const secrets = { ...profile?.secrets, [kind]: { storage, origin } }
    config.profiles.set(profileName, { ...profile, ...addresses, secrets })
    const current = config.current === undefined ? undefined : config.profiles.get(config.current)
    // A login to a service leaves the profile of the sandbox.
    if (current?.dashboardUrl !== undefined) config.current = profileName
    makeCurrentIfNone(config, profileName)
  })

  if (previous?.storage === 'file' && storage === 'keychain' && previous.path === undefined) {
    await writeToFile(configDir, clock, profileName, kind, null)
  }
  const inKeychain = previous?.storage === 'keychain' && storage === 'file'
  if (!inKeychain) return { leftInKeychain: false }
  // The new one is stored in any case.
  const deleted = await keychain.delete(profileName, kind).catch((error: unknown) => {
    if (error instanceof CredentialsError) return false
    throw error
  })
  return { leftInKeychain: !deleted }
}

/**
 * Removes a stored secret and its record.
 *
 * @returns removed: there was one; leftInKeychain: the keychain said that it has none, but a locked keychain says the
 *   same
 * @throws CredentialsError the errors of the keychain and the files; the record then stays
 */
export async function removeSecret(
  kind: SecretKind,
  { configDir, clock, keychain, profileName }: StoreOptions,
  profile: Profile,
): Promise<{ removed: boolean; leftInKeychain: boolean }> {
  const stored = profile.secrets?.[kind]
  if (stored === undefined) return { removed: false, leftInKeychain: false }
  let leftInKeychain = false
  if (stored.storage === 'keychain') leftInKeychain = !(await keychain.delete(profileName, kind))
  // A file with a path belongs to the sandbox, so only the record is removed.
  else if (stored.path === undefined) await writeToFile(configDir, clock, profileName, kind, null)
  await updateConfig(configDir, clock, config => {
    delete config.profiles.get(profileName)?.secrets?.[kind]
  })
  return { removed: true, leftInKeychain }
}

/** The endpoints of the profile's sandbox, oldest first; none for others. @throws CredentialsError bad_secrets_file */
export function sandboxEndpoints({ secrets }: Profile): readonly EndpointSecret[] {
  const path = secrets?.['webhook-secret']?.path
  return path === undefined ? [] : readEndpoints(path)
}

/** A profile with its own file of secrets (file-storage.ts, writeProfileFile). */
export function profileWithFile(addresses: Addresses, path: string, kinds: readonly SecretKind[]): Profile {
  const kept = (kind: SecretKind) => ({ storage: 'file', origin: originFor(kind, addresses), path })
  return { ...addresses, secrets: Object.fromEntries(kinds.map(kind => [kind, kept(kind)])) }
}

function originFor(kind: SecretKind, addresses: Addresses, secret = ''): string {
  const { address } = KINDS[kind]
  if (address === null) return postgresOrigin(secret)
  const url = addresses[address]
  if (url === undefined) throw noAddress(kind)
  return originOf(url)
}

/**
 * The origin of an address: scheme, host and port.
 *
 * @throws CredentialsError bad_address, also for an address with a user name or password
 */
export function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url?.host || url.username !== '' || url.password !== '') {
    // Never repeat a password from an address.
    const named = url?.host || maskSecrets(address)
    throw new CredentialsError('bad_address', () => texts.unusableAddress(named), { next: texts.addressForm })
  }
  return url.origin
}

async function readStored(
  kind: SecretKind,
  { storage, path, origin }: StoredSecret,
  { configDir, keychain, profileName, profile, listening }: SecretSources,
): Promise<{ origin: string; secret: string; source: 'keychain' | 'file' }> {
  const { the } = KINDS[kind]
  if (storage !== 'keychain' && storage !== 'file') {
    const message = () => texts.unknownStorage(configPath(configDir), the(), profileName)
    const next = suggest('auth login', { say: texts.updateOrLogin, flags: kindFlag(kind) })
    throw new CredentialsError('bad_config', message, { next })
  }
  let found: { origin: string; secret: string } | null
  if (storage === 'keychain') {
    const text = await keychain.get(profileName, kind)
    if (text === null) {
      const login = suggest('auth login', { say: texts.unlockOrLogin, flags: kindFlag(kind) })
      throw new CredentialsError('keychain_locked', () => texts.notReturned(the(), profileName), {
        next: [login, ...withoutKeychain(kind), askDoctor()],
      })
    }
    found = parseSealed(text)
  } else if (path) {
    // The sandbox's own file, whose secrets work only for that sandbox.
    const secret = readFromProfileFile(path, kind)
    found = secret === null ? null : { origin, secret }
  } else {
    found = parseSealed(readFromFile(configDir, profileName, kind) ?? 'null')
  }
  if (!found) throw noSecret(kind, profileName, profile, listening)
  return { ...found, source: storage }
}

/** A stored secret with its origin; null if the text isn't one, so that it is never sent to the origin of config.json. */
function parseSealed(text: string): { origin: string; secret: string } | null {
  try {
    const { origin, secret } = JSON.parse(text)
    return typeof origin === 'string' && typeof secret === 'string' ? { origin, secret } : null
  } catch {
    return null
  }
}
