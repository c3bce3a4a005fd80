/** The secrets of the profile in use, each for the address it is sent to. */

import type { Keychain } from '../../credentials/keychain.ts'
import type { StoredKind } from '../../credentials/kinds.ts'
import { type Addresses, resolveSecret, type SecretSources } from '../../credentials/secrets.ts'
import { memoized } from '../../shared/once.ts'
import type { Directories } from '../host/directories.ts'
import type { Host } from '../host/host.ts'
import type { Selection } from './selection.ts'
import type { SigningSecrets } from './signing.ts'

interface Parts {
  host: Host
  folders: Directories
  keychain: Keychain
  selected: Selection
  addresses(): Addresses
  /** Keeps what was read out of what --debug prints. */
  hide(...values: readonly string[]): void
}

export function createSecrets({ host, folders, keychain, selected, addresses, hide }: Parts) {
  const sources = (use: Addresses): SecretSources => {
    const { name, profile } = selected()
    const { env, clock } = host
    return { env, clock, configDir: folders.config, keychain, profileName: name, profile, addresses: use }
  }

  /** The secret of a kind, where it belongs to the address. */
  const secretFor = async (kind: StoredKind, address: Addresses): Promise<string> => {
    const { values } = await resolveSecret(kind, sources(address))
    hide(...values)
    return values[0]
  }

  return {
    secretFor,
    /** Once for each address: a keychain that changes meanwhile must not give one command two keys. */
    apiKey: memoized((baseUrl: string) => secretFor('api-key', { baseUrl })),
    /** The webhook signing secrets: of the file named, the environment or the profile. */
    webhookSecrets: async (file?: string): Promise<SigningSecrets> => {
      const { findSigningSecrets } = await import('./signing-sources.ts')
      const found = await findSigningSecrets(file, sources(addresses()))
      hide(...found.values)
      return found
    },
  }
}
