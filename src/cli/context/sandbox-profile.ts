/** Finds the profile of a sandbox on this machine. */

import { basename } from 'node:path'
import { type Profile, SANDBOX_PROFILE } from '#credentials/profiles.ts'
import { originOf } from '#lib/plain-address.ts'
import { MEMORY } from '#lib/sandbox/data.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import { texts } from './texts.ts'

/** The file of a store's secrets, if it isn't the first store: in a data folder, or of a sandbox in memory. */
const STORE_FILE = /^(?:secrets|sandbox-in-memory-[0-9a-f]{16})-([a-z0-9-]+)\.json$/

/** The profile that `sandbox start` was given: for the profile of an added store, that of the first one. */
export function startedWith(name: string, { secrets }: Profile): string {
  const store = STORE_FILE.exec(basename(secrets?.['api-key']?.path ?? ''))?.[1]
  return store !== undefined && name.endsWith(`-${store}`) ? name.slice(0, -store.length - 1) : name
}

/** The default port of `sandbox start`. */
export const SANDBOX_PORT = 4010

/** The name of the sandbox profile that has this address. */
export function sandboxAt(profiles: ReadonlyMap<string, Profile>, url: string): string | undefined {
  const { origin } = new URL(url)
  const isThere = ({ dashboardUrl, baseUrl, realtimeUrl }: Profile) =>
    dashboardUrl !== undefined && [baseUrl, realtimeUrl].some(address => originOf(address) === origin)
  return [...profiles].find(([, profile]) => isThere(profile))?.[0]
}

/** Suggests to start the sandbox at this address; undefined if it is not a sandbox's address. */
export function startSandboxAt(profiles: ReadonlyMap<string, Profile>, url: string): Suggestion | undefined {
  const name = sandboxAt(profiles, url)
  return name === undefined ? undefined : startAgain(name, profiles.get(name)!)
}

/** Suggests to start the sandbox of a profile again: with the profile of its first store, its data and its port. */
export function startAgain(name: string, profile: Profile): Suggestion {
  const first = startedWith(name, profile)
  const { data, baseUrl } = profile
  const port = baseUrl === undefined ? '' : new URL(baseUrl).port
  const flags = {
    ...(first === SANDBOX_PROFILE ? {} : { profile: first }),
    ...(data && { data }),
    ...(port === '' || port === String(SANDBOX_PORT) ? {} : { port }),
  }
  const say = data === MEMORY ? texts.startNewSandbox : texts.startSandbox
  return suggest('sandbox start', { say, flags, profile: 'none' })
}
