/** A config directory with a profile `shop`, as the tests of secrets use it. */

import { type Keychain, openKeychain } from '#credentials/keychain.ts'
import type { SecretKind } from '#credentials/kinds.ts'
import { readConfig, updateConfig } from '#credentials/profiles.ts'
import type { Listening } from '#credentials/secret-failures.ts'
import { type Addresses, resolveSecret, storeSecret } from '#credentials/secrets.ts'
import { systemClock } from '#lib/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { forbiddenKeychain } from './support.ts'

/** A new config directory of that kind, and what can be done with it. */
export function newShop() {
  const configDir = temporaryFolder()
  return { configDir, ...shopIn(configDir) }
}

/** A keychain in memory, with what it keeps; that of a machine is tested in keychain.test.ts. */
export function keychainOf(kept = new Map<string, string>()): Keychain {
  return openKeychain({
    clock: systemClock,
    load: async () => ({
      getPassword: async (_service, account) => kept.get(account) ?? null,
      setPassword: async (_service, account, password) => {
        kept.set(account, password)
      },
      deletePassword: async (_service, account) => kept.delete(account),
    }),
  })
}

export type Shop = ReturnType<typeof newShop>

export const ADDRESSES = { baseUrl: 'https://pay.example/api/v1', realtimeUrl: 'wss://events.example/stream' }
/** Resolving and storing there; without a keychain given, one that must not be asked. */
function shopIn(configDir: string) {
  function resolve(
    kind: SecretKind,
    given: {
      env?: Record<string, string>
      addresses?: Addresses
      keychain?: Keychain
      profileName?: string
      listening?: Listening
      isChosen?: boolean
    } = {},
  ) {
    const { env = {}, isChosen = false, keychain = forbiddenKeychain(), profileName = 'shop' } = given
    const profile = readConfig(configDir).profiles.get(profileName) ?? {}
    const { baseUrl, realtimeUrl, dashboardUrl } = profile
    const own = Object.fromEntries(
      Object.entries({ baseUrl, realtimeUrl, dashboardUrl }).filter(([, url]) => url),
    )
    return resolveSecret(kind, {
      env,
      clock: systemClock,
      configDir,
      keychain,
      profileName,
      profile,
      isChosen,
      addresses: { ...own, ...given.addresses },
      listening: given.listening,
    })
  }

  const store = (
    kind: SecretKind,
    value: string,
    given: { addresses?: Addresses; keychain?: Keychain } = {},
  ) =>
    storeSecret(kind, [value], {
      configDir,
      clock: systemClock,
      keychain: given.keychain ?? forbiddenKeychain(),
      profileName: 'shop',
      addresses: given.addresses ?? ADDRESSES,
      storage: given.keychain ? 'keychain' : 'file',
    })

  /** Writes down that the API key is kept there, without keeping one. */
  const recordIn = (storage: 'keychain' | 'file') =>
    updateConfig(configDir, systemClock, config => {
      const secrets = { 'api-key': { storage, origin: 'https://pay.example' } }
      config.profiles.set('shop', { ...ADDRESSES, secrets })
    })

  return { resolve, store, recordIn }
}
