/**
 * The secrets of a profile: from the environment, or stored and then only for the origin they were
 * stored for, which is kept with them (seal.ts).
 */

import type { Clock } from '../shared/clock.ts'
import type { EndpointSecret } from '../shared/sandbox-data.ts'
import { suggest } from '../shared/suggestion.ts'
import { CredentialsError } from './errors.ts'
import {
  readEndpoints,
  readFromFile,
  readFromProfileFile,
  removeFromFile,
  writeToFile,
} from './file-storage.ts'
import { type Keychain, withoutKeychain } from './keychain.ts'
import { KINDS, kindFlag, parseSecrets, type StoredKind } from './kinds.ts'
import { maskSecrets } from './mask.ts'
import {
  configPath,
  makeCurrentIfNone,
  type Profile,
  readConfig,
  type StoredSecret,
  updateConfig,
} from './profiles.ts'
import { seal, unseal } from './seal.ts'
import { noAddress, noSecret, wrongOrigin } from './secret-failures.ts'

export interface Addresses {
  baseUrl?: string
  realtimeUrl?: string
  dashboardUrl?: string
}

export interface Secret {
  /** One; several only of a webhook-secret, while rotating. */
  values: readonly [string, ...string[]]
  source: 'environment' | 'keychain' | 'file'
}

/** Where secrets are looked for. */
export interface SecretSources {
  env: Readonly<Record<string, string | undefined>>
  configDir: string
  keychain: Keychain
  profileName: string
  profile: Profile
  /** The addresses in use: flag, environment, profile. */
  addresses: Addresses
  clock: Clock
}

/** Where a secret is stored, and for what. */
export interface StoreOptions {
  configDir: string
  clock: Clock
  keychain: Keychain
  profileName: string
}

/**
 * The secret of a kind: the environment's, else the profile's own if it was stored for the origin in use.
 * The keychain is asked only where config.json says that it has the secret.
 *
 * @throws CredentialsError no_secret, wrong_origin, unusable_secret, bad_secrets_file, no_keychain,
 *   keychain_locked, keychain_timeout
 */
export async function resolveSecret(kind: StoredKind, sources: SecretSources): Promise<Secret> {
  const { variable, address } = KINDS[kind]
  const given = variable === undefined ? '' : (sources.env[variable]?.trim() ?? '')
  if (given !== '')
    return { values: parseSecrets(kind, given, variable, 'unusable_secret'), source: 'environment' }

  const stored = sources.profile.secrets?.[kind]
  if (stored === undefined) throw noSecret(kind, sources.profileName, sources.profile)
  const inUse = sources.addresses[address]
  if (inUse !== undefined && originOf(inUse) !== stored.origin) {
    throw wrongOrigin(kind, sources.profileName, stored.origin, originOf(inUse))
  }
  const { value, source } = await readStored(kind, stored, sources)
  const { origin, secret } = unseal(value)
  const values = parseSecrets(kind, secret, `the stored ${KINDS[kind].name}`, 'unusable_secret')
  if (origin === null) await sealStored(kind, seal(stored.origin, secret), stored, sources)
  else if (inUse !== undefined && originOf(inUse) !== origin) {
    throw wrongOrigin(kind, sources.profileName, origin, originOf(inUse))
  }
  return { values, source }
}

/** Stores a secret of an early version once more, with the origin that config.json gives it until now. */
async function sealStored(
  kind: StoredKind,
  sealed: string,
  { storage, path }: StoredSecret,
  { configDir, clock, keychain, profileName }: SecretSources,
): Promise<void> {
  // A file the profile points to is the sandbox's own: its secrets open nothing but that sandbox.
  if (path !== undefined) return
  try {
    if (storage === 'keychain') await keychain.set(profileName, kind, sealed)
    else await writeToFile(configDir, clock, profileName, kind, sealed)
  } catch (error) {
    // The secret is there; the next run tries it again.
    if (!(error instanceof CredentialsError)) throw error
  }
}

/**
 * Stores secrets of a kind for the address they are used with, and records that, with the addresses, in
 * config.json. The profile becomes the current one where there is no other.
 *
 * @returns leftInKeychain: an older secret of this profile that the keychain wouldn't give up
 * @throws CredentialsError bad_address when the addresses lack the one this kind is for, and what the
 *   keychain or the files throw; then config.json names no secret that isn't there
 */
export async function storeSecret(
  kind: StoredKind,
  values: readonly [string, ...string[]],
  {
    configDir,
    clock,
    keychain,
    profileName,
    addresses,
    storage,
  }: StoreOptions & {
    addresses: Addresses
    storage: 'keychain' | 'file'
  },
): Promise<{ leftInKeychain: boolean }> {
  const address = addresses[KINDS[kind].address]
  if (address === undefined) throw noAddress(kind)
  const origin = originOf(address)

  const previous = readConfig(configDir).profiles.get(profileName)?.secrets?.[kind]
  if (previous && previous.origin !== origin) {
    // Forgotten before it is replaced: at no moment does config.json give the new secret the old origin.
    await updateConfig(configDir, clock, config => {
      delete config.profiles.get(profileName)?.secrets?.[kind]
    })
  }
  const value = seal(origin, values.join('\n'))
  if (storage === 'keychain') await keychain.set(profileName, kind, value)
  else await writeToFile(configDir, clock, profileName, kind, value)
  await updateConfig(configDir, clock, config => {
    const profile = config.profiles.get(profileName)
    const secrets = { ...profile?.secrets, [kind]: { storage, origin } }
    config.profiles.set(profileName, { ...profile, ...addresses, secrets })
    makeCurrentIfNone(config, profileName)
  })

  if (previous?.storage === 'file' && storage === 'keychain' && previous.path === undefined) {
    await removeFromFile(configDir, clock, profileName, kind)
  }
  const inKeychain = previous?.storage === 'keychain' && storage === 'file'
  return { leftInKeychain: inKeychain && !(await deleted(keychain, profileName, kind)) }
}

/**
 * Removes a stored secret and its record.
 *
 * @returns removed: there was one; leftInKeychain: the keychain said that it has none, as a locked
 *   one may say too
 * @throws CredentialsError what the keychain or the files throw; the record then stays
 */
export async function removeSecret(
  kind: StoredKind,
  { configDir, clock, keychain, profileName }: StoreOptions,
  profile: Profile,
): Promise<{ removed: boolean; leftInKeychain: boolean }> {
  const stored = profile.secrets?.[kind]
  if (stored === undefined) return { removed: false, leftInKeychain: false }
  let leftInKeychain = false
  if (stored.storage === 'keychain') leftInKeychain = !(await keychain.delete(profileName, kind))
  // A file the profile points to is another's (the sandbox's): only the pointer goes.
  else if (stored.path === undefined) await removeFromFile(configDir, clock, profileName, kind)
  await updateConfig(configDir, clock, config => {
    delete config.profiles.get(profileName)?.secrets?.[kind]
  })
  return { removed: true, leftInKeychain }
}

/**
 * The endpoints of the profile's sandbox, oldest first, each with what signs for it; none of another profile.
 *
 * @throws CredentialsError bad_secrets_file
 */
export function sandboxEndpoints({ secrets }: Profile): readonly EndpointSecret[] {
  const path = secrets?.['webhook-secret']?.path
  return path === undefined ? [] : readEndpoints(path)
}

/** A profile whose secrets are in a file of its own (file-storage.ts, writeProfileFile). */
export function profileWithFile(addresses: Addresses, path: string, kinds: readonly StoredKind[]): Profile {
  const secrets = kinds.map(kind => {
    const address = addresses[KINDS[kind].address]
    if (address === undefined) throw noAddress(kind)
    return [kind, { storage: 'file', origin: originOf(address), path }] as const
  })
  return { ...addresses, secrets: Object.fromEntries(secrets) }
}

/**
 * The origin of an address: scheme, host and port.
 *
 * @throws CredentialsError bad_address; one that contains a user name or password isn't taken either
 */
export function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url?.host || url.username !== '' || url.password !== '') {
    // An address with a password in it isn't repeated.
    const named = url?.host || maskSecrets(address)
    throw new CredentialsError('bad_address', `${named} is not an address that pixctl can use`, {
      next: 'give it as https://host/path, without a user name or password',
    })
  }
  return url.origin
}

async function readStored(
  kind: StoredKind,
  stored: StoredSecret,
  { configDir, keychain, profileName, profile }: SecretSources,
): Promise<{ value: string; source: 'keychain' | 'file' }> {
  const { name } = KINDS[kind]
  if (stored.storage === 'keychain') {
    const value = await keychain.get(profileName, kind)
    if (value !== null) return { value, source: 'keychain' }
    throw new CredentialsError(
      'keychain_locked',
      `the keychain didn't return the ${name} of the profile "${profileName}": it is locked, or the secret was removed from it`,
      {
        next: [
          suggest('auth login', { say: 'unlock the keychain, or log in again', flags: kindFlag(kind) }),
          ...withoutKeychain(kind),
        ],
      },
    )
  }
  if (stored.storage === 'file') {
    const value = stored.path
      ? readFromProfileFile(stored.path, kind)
      : readFromFile(configDir, profileName, kind)
    if (value !== null) return { value, source: 'file' }
    throw noSecret(kind, profileName, profile)
  }
  throw new CredentialsError(
    'bad_config',
    `${configPath(configDir)} stores the ${name} of the profile "${profileName}" in a way this pixctl doesn't know`,
    { next: suggest('auth login', { say: 'update pixctl, or log in again', flags: kindFlag(kind) }) },
  )
}

/** Whether an old secret is out of the keychain; the new one stands either way. */
async function deleted(keychain: Keychain, profileName: string, kind: StoredKind): Promise<boolean> {
  try {
    return await keychain.delete(profileName, kind)
  } catch (error) {
    if (error instanceof CredentialsError) return false
    throw error
  }
}
