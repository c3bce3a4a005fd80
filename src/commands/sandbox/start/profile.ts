/** The profile of a store of a running sandbox. For a sandbox in memory, the profile is removed at the end. */

import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { startedWith } from '#cli/context/sandbox-profile.ts'
import { writeProfileFile } from '#credentials/file-storage.ts'
import type { SecretKind } from '#credentials/kinds.ts'
import {
  type Config,
  checkProfileName,
  makeCurrentIfNone,
  type Profile,
  readConfig,
  updateConfig,
} from '#credentials/profiles.ts'
import { profileWithFile } from '#credentials/secrets.ts'
import type { Clock } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { FIRST_STORE_NAME, MEMORY, secretsFileOf } from '#lib/sandbox/data.ts'
import { suggest } from '#lib/suggestion.ts'
import { placeholders } from '#lib/texts.ts'
import type { StoreAccess } from '#sandbox/index.ts'
import { inUse, isRunning, refuseRunning } from './running.ts'
import { texts } from './texts.ts'

export interface SandboxProfileOptions {
  configDir: string
  clock: Clock
  name: string
  store: string
  /** A folder, or {@link MEMORY}. */
  dataDir: string
  /** The folder that the sandbox takes by itself. */
  ownFolder: string
}

/** The file with the secrets of a sandbox in memory. A profile always has the same one, so a killed sandbox leaves no second one. */
function memoryFile(profile: string, store: string): string {
  const end = store === FIRST_STORE_NAME ? '' : `-${store}`
  return `sandbox-in-memory-${createHash('sha256').update(profile).digest('hex').slice(0, 16)}${end}.json`
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

export class SandboxProfile {
  readonly #options: SandboxProfileOptions
  readonly #file: string
  readonly #inMemory: boolean
  /** Undefined until `write`. */
  #dashboardUrl: string | undefined

  constructor(options: SandboxProfileOptions) {
    const { configDir, dataDir, name, store } = options
    this.#options = options
    this.#inMemory = dataDir === MEMORY
    this.#file = this.#inMemory
      ? join(configDir, memoryFile(name, store))
      : join(dataDir, secretsFileOf(store))
  }

  /**
   * Why a new store can't have this profile; null if it can. The profile of an added store of a sandbox that has ended
   * is replaced.
   *
   * @param ownDashboardUrl that of this sandbox
   */
  async refusal(ownDashboardUrl: string | undefined): Promise<Text | null> {
    const { configDir, name } = this.#options
    const config = readConfig(configDir)
    checkProfileName(name, config)
    const existing = config.profiles.get(name)
    if (!existing) return null
    refuseRealStore(config, name)
    const { dashboardUrl, secrets } = existing
    if (secrets?.['api-key']?.path === this.#file) return null
    const isAddedStore = startedWith(name, existing) !== name
    if (isAddedStore && (dashboardUrl === ownDashboardUrl || !(await isRunning(existing)))) return null
    return () => texts.ofOtherSandbox(name)
  }

  /**
   * Writes the profile. That of the first store becomes current if there is none. Failure: usage if it isn't a sandbox's,
   * conflict if another sandbox runs with it, also one that was started in the same moment.
   */
  async write({ apiKey, wsToken, endpoints, ...access }: StoreAccess): Promise<Config> {
    const { configDir, clock, name, store, dataDir, ownFolder } = this.#options
    const { baseUrl, realtimeUrl, dashboardUrl } = access
    this.#dashboardUrl = dashboardUrl
    const [first] = endpoints
    const secrets = {
      'api-key': apiKey,
      'ws-token': wsToken,
      ...(first ? { 'webhook-secret': first.secret } : {}),
    }
    const kinds = Object.keys(secrets) as SecretKind[]
    const data = dataDir === ownFolder ? {} : { data: dataDir }
    const entry = { ...profileWithFile({ baseUrl, realtimeUrl }, this.#file, kinds), dashboardUrl, ...data }
    // What has the address of this sandbox has ended.
    const isOther = (profile?: Profile) => profile !== undefined && profile.baseUrl !== baseUrl
    const before = readConfig(configDir).profiles.get(name)
    if (isOther(before)) await refuseRunning(name, before)
    return updateConfig(configDir, clock, config => {
      refuseRealStore(config, name)
      const now = config.profiles.get(name)
      if (now && isOther(now) && !isDeepStrictEqual(now, before)) throw inUse(name, now)
      // A sandbox with a data folder has written the file itself.
      if (this.#inMemory) writeProfileFile(this.#file, { ...secrets, endpoints })
      config.profiles.set(name, entry)
      if (store === FIRST_STORE_NAME) makeCurrentIfNone(config, name)
    })
  }

  /** Writes the profile again after something of the store changed, unless another sandbox uses it now. */
  async update(access: StoreAccess): Promise<void> {
    if (this.#isOurs(readConfig(this.#options.configDir))) await this.write(access)
  }

  /** Removes the profile of a sandbox in memory and its file, unless another sandbox uses it now: its store is gone. */
  async end(): Promise<void> {
    const { configDir, clock, name } = this.#options
    if (!this.#inMemory || !this.#isOurs(readConfig(configDir))) return
    await updateConfig(configDir, clock, config => {
      if (!this.#isOurs(config)) return
      rmSync(this.#file, { force: true })
      config.profiles.delete(name)
      if (config.current === name) delete config.current
    })
  }

  #isOurs(config: Config): boolean {
    const { dashboardUrl, secrets } = config.profiles.get(this.#options.name) ?? {}
    return dashboardUrl === this.#dashboardUrl && secrets?.['api-key']?.path === this.#file
  }
}
