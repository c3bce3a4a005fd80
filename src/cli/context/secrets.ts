/** The secrets of the current profile, each only for its own address. */

import { readFileSync, statSync } from 'node:fs'
import { KINDS, parseSecrets, SECRET_KINDS, type SecretKind } from '#credentials/kinds.ts'
import type { Listening } from '#credentials/secret-failures.ts'
import {
  type Addresses,
  resolveSecret,
  type SecretSources,
  sandboxEndpoints,
  variableInUse,
} from '#credentials/secrets.ts'
import { unreadable } from '#lib/files.ts'
import { listed, type Text } from '#lib/language.ts'
import { decodeText } from '#lib/text-bytes.ts'
import { warnOfOpenSecrets } from '#lib/trust.ts'
import type { SigningSecrets } from '#webhooks/signing-secrets.ts'
import type { Shared } from './selection.ts'
import { texts } from './texts.ts'

export type Secrets = ReturnType<typeof createSecrets>

/** Finds a secret, if it belongs to the address. */
export type SecretFor = (kind: SecretKind, address: Addresses) => Promise<string>

export function createSecrets({ host, out, flags, folders, keychain, selected, addresses, hide }: Shared) {
  const sources = (use: Addresses): SecretSources => {
    const { name, profile } = selected()
    const { env, clock } = host
    const isChosen = flags.profile !== undefined
    const from = { env, clock, configDir: folders.config, keychain, profileName: name, profile, isChosen }
    return { ...from, addresses: use }
  }

  const secretFor: SecretFor = async (kind, address) => {
    const { values } = await resolveSecret(kind, sources(address))
    hide(...values)
    return values[0]
  }
  const apiKeys = new Map<string, Promise<string>>()

  const ofFlag: Partial<Record<SecretKind, string | undefined>> = {
    'webhook-secret': flags['secret-file'],
    'inbox-url': flags.inbox,
  }

  return {
    secretFor,
    /** The variables of the environment that secrets of these kinds come from. */
    variablesInUse: (kinds: readonly SecretKind[], use = addresses()): string[] =>
      kinds.flatMap(kind => (ofFlag[kind] === undefined ? (variableInUse(kind, sources(use)) ?? []) : [])),
    /** Names those that are set, also where they aren't used: they go before what is stored. */
    sayVariables: (kinds: readonly SecretKind[] = SECRET_KINDS): void => {
      const names = kinds.map(kind => KINDS[kind].variable).filter(name => host.env[name]?.trim())
      if (names.length > 0) out.say(() => texts.environmentHas(listed(names)))
    },
    /** Read once for each address, so that one command never works with two different keys. */
    apiKey: (baseUrl: string): Promise<string> => {
      const key = apiKeys.get(baseUrl) ?? secretFor('api-key', { baseUrl })
      apiKeys.set(baseUrl, key)
      return key
    },
    /** The webhook signing secrets: from this file, otherwise the environment, otherwise the profile. */
    webhookSecrets: async (file?: string, listening?: Listening): Promise<SigningSecrets> => {
      const { SigningSecrets } = await import('#webhooks/signing-secrets.ts')
      const found = new SigningSecrets(
        ...(await findSigningSecrets(file, { ...sources(addresses()), listening })),
      )
      hide(...found.values)
      return found
    },
  }
}

/** Failure if there are none. A sandbox's profile has the secrets of all its endpoints. */
async function findSigningSecrets(
  file: string | undefined,
  sources: SecretSources,
): Promise<ConstructorParameters<typeof SigningSecrets>> {
  const { profile, profileName } = sources
  if (file !== undefined) return [readSecretFile(file), file, sandboxEndpoints(profile)]
  const { values, source } = await resolveSecret('webhook-secret', sources)
  if (source === 'environment') return [values, 'PIXCTL_WEBHOOK_SECRET', sandboxEndpoints(profile)]
  const endpoints = sandboxEndpoints(profile)
  const all = new Set([...values, ...endpoints.map(({ secret }) => secret)])
  return [[...all] as [string, ...string[]], () => texts.ofProfile(profileName), endpoints]
}

/** Failure (usage) if the file can't be read or has no signing secrets. */
export function readSecretFile(path: string): readonly [string, ...string[]] {
  return parseSecrets('webhook-secret', textOfSecretFile(path, texts.secretFileHolds), path)
}

/** @param next what the file should be, for the Failure (usage) if it can't be read */
export function textOfSecretFile(path: string, next: Text): string {
  try {
    const stats = statSync(path)
    // `<(…)` in a shell is a pipe, without meaningful permissions.
    if (stats.isFile()) warnOfOpenSecrets(path, stats)
    return decodeText(readFileSync(path))
  } catch (error) {
    throw unreadable(path, error, next)
  }
}
