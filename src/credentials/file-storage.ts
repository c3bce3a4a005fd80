/**
 * Secrets in files: with `--insecure-storage`, and for the sandbox:
 *
 * - `secrets.json` in the config directory, by profile: `{"default":{"api-key":"…"}}`
 * - a file that a profile points to (`path` in config.json), for that profile only: `{"api-key":"…"}`
 *
 * Both have mode 0600. If others can read one, their permissions are taken away; if others can write it, it is refused
 * (src/lib/trust.ts).
 */

import { join } from 'node:path'
import type { Clock } from '#lib/clock.ts'
import type { EndpointSecret } from '#lib/sandbox/data.ts'
import { badFile, isObject, type JsonObject, readObject, removeFile, replaceFile, withLock } from './files.ts'
import type { SecretKind } from './kinds.ts'
import { texts } from './texts.ts'

export function secretsPath(configDir: string): string {
  return join(configDir, 'secrets.json')
}

/** A profile's secret in the config directory's file, or null. @throws CredentialsError bad_secrets_file */
export function readFromFile(configDir: string, profile: string, kind: SecretKind): string | null {
  const path = secretsPath(configDir)
  return secretIn(path, profileIn(path, readSecrets(path), profile), kind)
}

/** A secret in a file of one profile's secrets, or null. @throws CredentialsError bad_secrets_file */
export function readFromProfileFile(path: string, kind: SecretKind): string | null {
  return secretIn(path, readSecrets(path), kind)
}

/** The endpoints in a file of one profile's secrets, oldest first. @throws CredentialsError bad_secrets_file */
export function readEndpoints(path: string): readonly EndpointSecret[] {
  const { endpoints = [] } = readSecrets(path)
  if (Array.isArray(endpoints) && endpoints.every(isEndpoint)) return endpoints
  throw badFile('bad_secrets_file', () => texts.hasBad(path, texts.badEndpoints()))
}

function isEndpoint(value: unknown): value is EndpointSecret {
  return isObject(value) && [value.id, value.url, value.secret].every(text => typeof text === 'string')
}

/** Replaces a file of one profile's secrets, while `updateConfig` has the lock. @throws CredentialsError not_written */
export function writeProfileFile(
  path: string,
  secrets: Readonly<Partial<Record<SecretKind, string>>> & { endpoints?: readonly EndpointSecret[] },
): void {
  replaceFile(path, `${JSON.stringify(secrets, null, 2)}\n`)
}

/**
 * Adds or replaces a secret; null removes it, and the file with the last one.
 *
 * @throws CredentialsError bad_secrets_file, not_written, config_locked
 */
export async function writeToFile(
  configDir: string,
  clock: Clock,
  profile: string,
  kind: SecretKind,
  secret: string | null,
): Promise<void> {
  const path = secretsPath(configDir)
  return withLock(configDir, clock, () => {
    const secrets = readSecrets(path)
    const own = profileIn(path, secrets, profile)
    if (secret === null && !Object.hasOwn(own, kind)) return
    if (secret === null) delete own[kind]
    else own[kind] = secret
    if (Object.keys(own).length > 0) secrets[profile] = own
    else delete secrets[profile]
    if (Object.keys(secrets).length > 0) replaceFile(path, `${JSON.stringify(secrets, null, 2)}\n`)
    else removeFile(path)
  })
}

function readSecrets(path: string): JsonObject {
  return readObject(path, 'bad_secrets_file') ?? {}
}

function profileIn(path: string, secrets: JsonObject, profile: string): JsonObject {
  const found = Object.hasOwn(secrets, profile) ? secrets[profile] : {}
  if (!isObject(found)) throw badFile('bad_secrets_file', () => texts.hasBad(path, texts.badProfile()))
  return found
}

function secretIn(path: string, secrets: JsonObject, kind: SecretKind): string | null {
  const secret = Object.hasOwn(secrets, kind) ? secrets[kind] : null
  if (secret === null || typeof secret === 'string') return secret
  throw badFile('bad_secrets_file', () => texts.hasBad(path, texts.badSecret()))
}
