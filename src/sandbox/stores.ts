/** The stores of a running sandbox: their secrets, which store a token belongs to, and their profiles. */

import { PERMISSIONS } from '#contract/states.ts'
import type { Text } from '#lib/language.ts'
import { type EndpointSecret, MEMORY } from '#lib/sandbox/data.ts'
import { isSecret } from '#lib/secret.ts'
import { FIRST_STORE } from './core/choices.ts'
import type { SandboxClock } from './core/clock.ts'
import type { Database } from './core/database.ts'
import { Refusal } from './core/errors.ts'
import { randomHex } from './core/ids-and-times.ts'
import { addKey, findKey, isKnownKey, type Key, newApiKey } from './core/keys.ts'
import { readSecrets, removeSecrets, withEndpoints, writeSecrets } from './core/secrets.ts'
import type { Service } from './core/service.ts'
import { ensureFirstStore, insertStore, listStores, parseStoreName } from './core/stores.ts'
import type { Faults } from './faults/faults.ts'
import type { SandboxOptions } from './index.ts'
import { newWsToken, type Realtime } from './realtime/server.ts'
import type { Requests } from './rest/requests.ts'
import { texts } from './texts.ts'
import type { Deliverer } from './webhooks/deliverer.ts'
import { endpointSecrets, ensureEndpoint, parseEndpoint } from './webhooks/endpoints.ts'

/** What a running sandbox consists of. */
export interface SandboxParts {
  stores: Stores
  service: Service
  database: Database
  clock: SandboxClock
  deliverer: Deliverer
  realtime: Realtime
  faults: Faults
  requests: Requests
}

/** The addresses of a sandbox, the same for all its stores. */
export interface SandboxAddresses {
  /** The REST base, with its /api/v1. */
  baseUrl: string
  /** The realtime channel, on the port of the REST side. */
  realtimeUrl: string
  dashboardUrl: string
}

/** What a profile of a store holds. */
export interface StoreAccess extends SandboxAddresses {
  name: string
  /** A key with every permission, the same for the same data unless it was revoked. */
  apiKey: string
  /** It stays as long as the data, unless it is replaced. */
  wsToken: string
  /** The webhook endpoints with their signing secrets, oldest first. */
  endpoints: readonly EndpointSecret[]
}

/** The profiles that the stores have in pixctl's settings. */
export interface StoreProfiles {
  /** The name of a store's profile. */
  nameOf(store: string): string
  /** Why a new store can't have its profile; null if it can. */
  refusal(store: string): Promise<Text | null>
  /** Writes the profile of a new store, before its creation is answered. */
  add(store: StoreAccess): Promise<void>
  /** Writes the profile again: the endpoints or the WebSocket token have changed. The answer waits for it. */
  update(store: StoreAccess): Promise<void>
  /** Removes the profile of a store, before its removal is answered. */
  remove(store: string): Promise<void>
}

/** What the first store gets instead of new secrets, and the endpoints that it has from the start. */
export interface GivenSecrets {
  apiKey?: string | undefined
  wsToken?: string | undefined
  webhooks?: readonly unknown[] | undefined
}

type StoresOptions = Required<Pick<SandboxOptions, 'dataDir' | 'allowRemote' | 'given' | 'onFault'>> & {
  clock: SandboxClock
  database: Database
  addresses: SandboxAddresses
  profiles: StoreProfiles | undefined
}

export interface Store {
  id: string
  name: string
  apiKey: string
  wsToken: string
  /** Whether it was asked for a profile. */
  hasProfile: boolean
}

export class Stores {
  readonly #options: StoresOptions
  /** By id, the first one first. */
  readonly #stores = new Map<string, Store>()

  /** Reads the secrets of all stores, and makes those that are missing. A Refusal for a webhook that isn't valid. */
  constructor(options: StoresOptions) {
    this.#options = options
    const { database, clock, given } = options
    ensureFirstStore(database)
    for (const webhook of given.webhooks ?? []) {
      ensureEndpoint(database, clock.now(), FIRST_STORE.id, parseEndpoint(webhook, options.allowRemote))
    }
    for (const row of listStores(database)) {
      const store = this.#prepare(row, row.id === FIRST_STORE.id ? given : {})
      this.#registerKey(store)
      this.#stores.set(store.id, store)
    }
  }

  get allowRemote(): boolean {
    return this.#options.allowRemote
  }

  get isInMemory(): boolean {
    return this.#options.dataDir === MEMORY
  }

  get first(): Store {
    return this.#stores.get(FIRST_STORE.id)!
  }

  /** All stores, the first one first. */
  list(): Store[] {
    return [...this.#stores.values()]
  }

  /** What the profiles hold, for the stores that have one. */
  withProfile(): StoreAccess[] {
    return this.list().flatMap(store => (store.hasProfile ? this.accessTo(store) : []))
  }

  withName(wanted: string): Store | undefined {
    return this.list().find(({ name }) => name === wanted)
  }

  withId(id: string): Store | null {
    return this.#stores.get(id) ?? null
  }

  withWsToken(token: string): Store | undefined {
    return this.list().find(({ wsToken }) => isSecret(token, wsToken))
  }

  /** What a profile of the store holds, as it is now. */
  accessTo({ id, hasProfile: _hasProfile, ...store }: Store): StoreAccess {
    return { ...store, ...this.#options.addresses, endpoints: endpointSecrets(this.#options.database, id) }
  }

  /** The profile that a store has, or null if the sandbox writes none for it. */
  profileOf({ name, hasProfile }: Pick<Store, 'name' | 'hasProfile'>): string | null {
    return (hasProfile && this.#options.profiles?.nameOf(name)) || null
  }

  /** 400 for a bad name, 409 if the name or its profile is in use. `profile` is null if none was written. */
  async add(given: unknown, hasProfile: boolean): Promise<{ store: Store; profile: string | null }> {
    const { database } = this.#options
    const name = parseStoreName(given)
    const profiles = hasProfile ? this.#options.profiles : undefined
    const refusal = await profiles?.refusal(name)
    // From here to the insertion nothing else runs.
    if (this.withName(name)) throw new Refusal('store_exists', `there is already a store ${name}`)
    if (refusal) throw new Refusal('profile_in_use', refusal)
    const id = `store_${randomHex(8)}`
    const store = this.#prepare({ id, name, hasProfile })
    database.transaction(() => {
      insertStore(database, store)
      this.#registerKey(store)
    })
    this.#stores.set(id, store)
    const written = await this.#tried(() => profiles?.add(this.accessTo(store)))
    return { store, profile: written ? this.profileOf(store) : null }
  }

  /** Forgets a store, its secrets and its profile; `remove` removes its data. 404 if there is none, 409 for the first one. */
  async remove(name: string, remove: (store: Store) => void): Promise<void> {
    const store = this.withName(name)
    if (!store) throw new Refusal('store_not_found', texts.noSuchStore)
    if (store === this.first) throw new Refusal('first_store', texts.isFirstStore)
    // The file first: a later store of this name must not get the same key.
    removeSecrets(this.#options.dataDir, name)
    remove(store)
    this.#stores.delete(store.id)
    if (store.hasProfile) await this.#tried(() => this.#options.profiles?.remove(name))
  }

  /** Gives a store another WebSocket token. It is in the file before it counts; the profile needs `updateProfile`. */
  replaceWsToken(store: Store): void {
    const { dataDir, database } = this.#options
    const wsToken = newWsToken()
    writeSecrets(dataDir, store.name, { ...readSecrets(dataDir, store.name), 'ws-token': wsToken })
    store.wsToken = wsToken
    database.changes.changed()
  }

  /** Saves the secrets of a store's endpoints with its other secrets. The endpoint itself is in the database already. Never rejects. */
  async endpointsChanged(store: Store): Promise<void> {
    const { dataDir } = this.#options
    await this.#tried(async () => {
      const { endpoints } = this.accessTo(store)
      writeSecrets(dataDir, store.name, withEndpoints(readSecrets(dataDir, store.name), endpoints))
      await this.updateProfile(store)
    })
  }

  /** Writes the profile of a store again. Never rejects. */
  async updateProfile(store: Store): Promise<void> {
    if (!store.hasProfile || this.withId(store.id) === null) return
    await this.#tried(() => this.#options.profiles?.update(this.accessTo(store)))
  }

  /** False if it failed. */
  async #tried(work: () => Promise<void> | undefined): Promise<boolean> {
    try {
      await work()
      return true
    } catch (fault) {
      this.#options.onFault(fault)
      return false
    }
  }

  /** The secrets of a store. Missing ones are made; a first key that was revoked stays so, and a new one replaces it. */
  #prepare(
    { id, name, hasProfile }: Pick<Store, 'id' | 'name' | 'hasProfile'>,
    given: GivenSecrets = {},
  ): Store {
    const { dataDir, database } = this.#options
    const before = readSecrets(dataDir, name)
    let apiKey = given.apiKey ?? before['api-key'] ?? newApiKey()
    if (isKnownKey(database, apiKey) && !isFirstKey(findKey(database, apiKey), id)) {
      if (given.apiKey) throw new Refusal('invalid_secret', texts.keyNotUsable)
      apiKey = newApiKey()
    }
    const wsToken = given.wsToken ?? before['ws-token'] ?? newWsToken()
    // The file first: after a crash before the key is registered, the next start registers the key of the file.
    writeSecrets(dataDir, name, {
      ...withEndpoints(before, endpointSecrets(database, id)),
      'ws-token': wsToken,
      'api-key': apiKey,
    })
    return { id, name, apiKey, wsToken, hasProfile }
  }

  /** Adds the first key of a store to the database. */
  #registerKey({ id: storeId, apiKey }: Store): void {
    const { database, clock } = this.#options
    if (isKnownKey(database, apiKey)) return
    addKey(database, clock.now(), { apiKey, storeId, permissions: PERMISSIONS })
  }
}

/** Whether a key can be the first one of a store: it is the store's, has every permission and never expires. */
function isFirstKey(key: Key | null, storeId: string): boolean {
  return key?.storeId === storeId && key.expiresAt === null && key.permissions.length === PERMISSIONS.length
}
