/** The secrets of the current profile, each only for its own address. */

import type { Keychain } from '#credentials/keychain.ts'
import type { StoredKind } from '#credentials/kinds.ts'
import type { Listening } from '#credentials/secret-failures.ts'
import { type Addresses, resolveSecret, type SecretSources } from '#credentials/secrets.ts'
import { memoized } from '#lib/once.ts'
import type { SigningSecrets } from '#webhooks/signing-secrets.ts'
import type { Directories } from '../host/directories.ts'
import type { Host } from '../host/host.ts'
import type { Selection } from './selection.ts'

interface Parts {
  host: Host
  folders: Directories
  keychain: Keychain
  selected: Selection
  addresses(): Addresses
  /** Hides secrets in the output of --debug. */
  hide(...values: readonly string[]): void
}

export function createSecrets({ host, folders, keychain, selected, addresses, hide }: Parts) {
  const sources = (use: Addresses): SecretSources => {
    const { name, profile } = selected()
    const { env, clock } = host
    const from = { env, clock, configDir: folders.config, keychain, profileName: name, profile }
    return { ...from, addresses: use }
  }

  /** The secret, if it belongs to the address. */
  const secretFor = async (kind: StoredKind, address: Addresses): Promise<string> => {
    const { values } = await resolveSecret(kind, sources(address))
    hide(...values)
    return values[0]
  }

  return {
    secretFor,
    /** Read once for each address, so that one command never works with two different keys. */
    apiKey: memoized((baseUrl: string) => secretFor('api-key', { baseUrl })),
    /** The webhook signing secrets: from this file, otherwise the environment, otherwise the profile. */
    webhookSecrets: async (file?: string, listening?: Listening): Promise<SigningSecrets> => {
      const { findSigningSecrets } = await import('./signing-sources.ts')
      const found = await findSigningSecrets(file, { ...sources(addresses()), listening })
      hide(...found.values)
      return found
    },
  }
}
