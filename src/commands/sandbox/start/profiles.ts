/**
 * The profiles of a running sandbox: one for each store. They are written one after the other. Those of a sandbox in
 * memory are removed at the end.
 */

import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '#cli/context/context.ts'
import { startedWith } from '#cli/context/sandbox-profile.ts'
import { writeProfileFile } from '#credentials/file-storage.ts'
import type { SecretKind } from '#credentials/kinds.ts'
import {
  type Config,
  checkProfileName,
  makeCurrentIfNone,
  readConfig,
  SANDBOX_PROFILE,
  updateConfig,
} from '#credentials/profiles.ts'
import { profileWithFile } from '#credentials/secrets.ts'
import { Failure, localizedMessage } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { FIRST_STORE_NAME, MEMORY, secretsFileOf } from '#lib/sandbox/data.ts'
import { suggest } from '#lib/suggestion.ts'
import { placeholders } from '#lib/texts.ts'
import type { Sandbox, StoreAccess, StoreProfiles } from '#sandbox/index.ts'
import { forgetAddress } from './forget-address.ts'
import { refuseRunning } from './running.ts'
import { texts } from './texts.ts'

/** The data folder of a sandbox that is started without --data. */
export function ownFolder(dataDir: string, profile: string): string {
  return join(dataDir, profile === SANDBOX_PROFILE ? 'sandbox' : `sandbox-${profile}`)
}

/** Failure (usage) if the profile belongs to a real store: it must never become a sandbox's. */
function refuseRealStore(config: Config, profile: string): void {
  const existing = config.profiles.get(profile)
  if (!existing || existing.dashboardUrl !== undefined) return
  throw new Failure('usage', () => texts.ofRealStore(profile), {
    next: suggest('sandbox start', { say: texts.otherName, flags: { profile: placeholders.NAME } }),
  })
}

/** Failure (usage) if a sandbox can't be started with the profile: it belongs to a real store, or to an added one. */
export function checkStartProfile(config: Config, profile: string): void {
  refuseRealStore(config, profile)
  const sandbox = startedWith(profile, config.profiles.get(profile) ?? {})
  if (sandbox === profile) return
  throw new Failure('usage', () => texts.ofAddedStore(profile, sandbox), {
    next: suggest('sandbox start', { say: texts.startThatOne, flags: { profile: sandbox } }),
  })
}

export class SandboxProfiles implements StoreProfiles {
  readonly #context: Context
  readonly #name: string
  readonly #dataDir: string
  /** The stores whose profiles were written. */
  readonly #written = new Set<string>()
  #baseUrl: string | undefined
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

  /** The profile of an added store of a sandbox that has ended is replaced, never one that a sandbox was started with. */
  async refusal(store: string): Promise<Text | null> {
    const name = this.nameOf(store)
    try {
      const config = readConfig(this.#context.folders.config)
      checkProfileName(name, config)
      refuseRealStore(config, name)
      const existing = config.profiles.get(name)
      const isOwn = existing?.secrets?.['api-key']?.path === this.#fileOf(store)
      if (existing && !isOwn && startedWith(name, existing) === name) return () => texts.ofOtherSandbox(name)
      await this.#refuseOther(config, name)
      return null
    } catch (error) {
      if (error instanceof Failure) return error.text
      throw error
    }
  }

  add(store: StoreAccess): Promise<void> {
    return this.#inTurn(async () => {
      await forgetAddress(this.#context, this.nameOf(store.name), store, 'store')
      await this.#write(store)
    })
  }

  update(store: StoreAccess): Promise<void> {
    return this.#inTurn(() => this.#tryToWrite(store))
  }

  /** Writes all profiles. Failure if that of the first store can't be written; for others there is a warning. */
  writeAll({ parts }: Pick<Sandbox, 'parts'>): Promise<Config> {
    return this.#inTurn(async () => {
      const [first, ...others] = parts.stores.withProfile() as [StoreAccess, ...StoreAccess[]]
      this.#baseUrl = first.baseUrl
      const config = await this.#write(first)
      // A sandbox in memory starts with new events and charges.
      if (this.#dataDir === MEMORY) await forgetAddress(this.#context, this.#name, first, 'sandbox')
      for (const store of others) await this.#tryToWrite(store)
      return config
    })
  }

  /** Removes the profiles of a sandbox in memory and their files, except those that another sandbox uses now. */
  end(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#dataDir === MEMORY) await this.#forget([...this.#written])
    })
  }

  remove(store: string): Promise<void> {
    return this.#inTurn(() => this.#forget([store]))
  }

  async #forget(stores: readonly string[]): Promise<void> {
    if (stores.length === 0) return
    const { folders, host } = this.#context
    await updateConfig(folders.config, host.clock, config => {
      for (const store of stores) {
        const name = this.nameOf(store)
        if (config.profiles.get(name)?.baseUrl !== this.#baseUrl) continue
        rmSync(this.#fileOf(store), { force: true })
        config.profiles.delete(name)
        if (config.current === name) delete config.current
      }
    })
  }

  /** What the profile is about is done already, so there is only a warning. */
  async #tryToWrite(store: StoreAccess): Promise<void> {
    await this.#write(store).catch(error => {
      this.#context.out.warn(() => texts.notWritten(this.nameOf(store.name), localizedMessage(error)))
    })
  }

  /** What has the address of this sandbox has ended. */
  async #refuseOther({ profiles }: Config, name: string): Promise<void> {
    const existing = profiles.get(name)
    if (existing?.baseUrl !== this.#baseUrl) await refuseRunning(name, existing)
  }

  /**
   * Writes the profile. That of the first store becomes current if there is none. Failure: usage if it isn't a sandbox's,
   * conflict if another sandbox runs with it.
   */
  async #write({ name: store, apiKey, wsToken, endpoints, ...access }: StoreAccess): Promise<Config> {
    const { folders, host } = this.#context
    const [name, file] = [this.nameOf(store), this.#fileOf(store)]
    const { baseUrl, realtimeUrl, dashboardUrl } = access
    const [first] = endpoints
    const secrets = {
      'api-key': apiKey,
      'ws-token': wsToken,
      ...(first ? { 'webhook-secret': first.secret } : {}),
    }
    const kinds = Object.keys(secrets) as SecretKind[]
    const data = this.#dataDir === ownFolder(folders.data, this.#name) ? {} : { data: this.#dataDir }
    const entry = { ...profileWithFile({ baseUrl, realtimeUrl }, file, kinds), dashboardUrl, ...data }
    await this.#refuseOther(readConfig(folders.config), name)
    this.#written.add(store)
    return updateConfig(folders.config, host.clock, config => {
      refuseRealStore(config, name)
      // A sandbox with a data folder has written the file itself.
      if (this.#dataDir === MEMORY) writeProfileFile(file, { ...secrets, endpoints })
      // It is the counter's, and stays.
      const { cents } = config.profiles.get(name) ?? {}
      config.profiles.set(name, { ...entry, ...(cents !== undefined && { cents }) })
      if (store === FIRST_STORE_NAME) makeCurrentIfNone(config, name)
    })
  }

  /** The file with the secrets of a store. */
  #fileOf(store: string): string {
    if (this.#dataDir !== MEMORY) return join(this.#dataDir, secretsFileOf(store))
    // A profile always has the same file, so a sandbox that was killed leaves no second one.
    const hash = createHash('sha256').update(this.nameOf(store)).digest('hex').slice(0, 16)
    const end = store === FIRST_STORE_NAME ? '' : `-${store}`
    return join(this.#context.folders.config, `sandbox-in-memory-${hash}${end}.json`)
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => {})
    return done
  }
}
