/** The profiles of a running sandbox: one for each store. They are written one after the other. */

import { join } from 'node:path'
import type { Context } from '#cli/context/context.ts'
import { type Config, SANDBOX_PROFILE } from '#credentials/profiles.ts'
import { Failure, failureOf, localizedMessage } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { FIRST_STORE_NAME, MEMORY } from '#lib/sandbox/data.ts'
import type { Sandbox, StoreAccess, StoreProfiles } from '#sandbox/index.ts'
import { forgetAddress } from './forget-address.ts'
import { SandboxProfile } from './profile.ts'
import { texts } from './texts.ts'

/** The data folder of a sandbox that is started without --data. */
export function ownFolder(dataDir: string, profile: string): string {
  return join(dataDir, profile === SANDBOX_PROFILE ? 'sandbox' : `sandbox-${profile}`)
}

export class SandboxProfiles implements StoreProfiles {
  readonly #context: Context
  readonly #name: string
  readonly #dataDir: string
  readonly #profiles = new Map<string, SandboxProfile>()
  #dashboardUrl: string | undefined
  #last: Promise<unknown> = Promise.resolve()

  /**
   * @param name the profile of the first store
   * @param dataDir a folder, or {@link MEMORY}
   */
  constructor(context: Context, name: string, dataDir: string) {
    this.#context = context
    this.#name = name
    this.#dataDir = dataDir
  }

  nameOf(store: string): string {
    return store === FIRST_STORE_NAME ? this.#name : `${this.#name}-${store}`
  }

  async refusal(store: string): Promise<Text | null> {
    try {
      return await this.#profileOf(store).refusal(this.#dashboardUrl)
    } catch (error) {
      if (error instanceof Failure) return error.text
      throw error
    }
  }

  add(store: StoreAccess): Promise<void> {
    return this.#inTurn(() => this.#writeNew(store))
  }

  update(store: StoreAccess): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#profileOf(store.name).update(store)
      } catch (error) {
        // What it is about is done already, so the caller can only note it.
        this.#context.out.warn(() => texts.notWritten(this.nameOf(store.name), localizedMessage(error)))
        throw error
      }
    })
  }

  /** Writes all profiles. Failure if that of the first store can't be written; for others there is a warning. */
  writeAll(sandbox: Pick<Sandbox, 'stores'>): Promise<Config> {
    return this.#inTurn(async () => {
      const [first, ...others] = sandbox.stores()
      if (!first) throw new Error('the sandbox has no store')
      this.#dashboardUrl = first.dashboardUrl
      const config = await this.#profileOf(first.name).write(first)
      // A sandbox in memory starts with new events and charges.
      if (this.#dataDir === MEMORY) await forgetAddress(this.#context, this.#name, first, 'sandbox')
      for (const store of others) await this.#writeOther(store)
      return config
    })
  }

  /** Removes the profiles of a sandbox in memory. */
  end(): Promise<void> {
    return this.#inTurn(async () => {
      for (const profile of this.#profiles.values()) await profile.end()
    })
  }

  async #writeNew(store: StoreAccess): Promise<void> {
    await forgetAddress(this.#context, this.nameOf(store.name), store, 'store')
    await this.#profileOf(store.name).write(store)
  }

  async #writeOther(store: StoreAccess): Promise<void> {
    const written = await this.#profileOf(store.name).write(store).catch(failureOf)
    if (!(written instanceof Failure)) return
    this.#context.out.warn(() => texts.hasNoProfile(store.name, written.localized))
  }

  #profileOf(store: string): SandboxProfile {
    let profile = this.#profiles.get(store)
    if (!profile) {
      const { host, folders } = this.#context
      const name = this.nameOf(store)
      const data = { dataDir: this.#dataDir, ownFolder: ownFolder(folders.data, this.#name) }
      profile = new SandboxProfile({ configDir: folders.config, clock: host.clock, name, store, ...data })
      this.#profiles.set(store, profile)
    }
    return profile
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }
}
