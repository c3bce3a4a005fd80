/** Finds the profile of a sandbox on this machine. */

import { basename } from 'node:path'
import { type Profile, SANDBOX_PROFILE } from '../../credentials/profiles.ts'
import { originOf } from '../../shared/plain-address.ts'
import { type Suggestion, suggest } from '../../shared/suggestion.ts'
import { texts } from './texts.ts'

/** The file of a store's secrets, if it isn't the first store: in a data folder, or of a sandbox in memory. */
const STORE_FILE = /^(?:secrets|sandbox-in-memory-[0-9a-f]{16})-([a-z0-9-]+)\.json$/

/** The profile that `sandbox start` was given: for the profile of an added store, that of the first one. */
export function startedWith(name: string, { secrets }: Profile): string {
  const store = STORE_FILE.exec(basename(secrets?.['dashboard-token']?.path ?? ''))?.[1]
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

/** Suggests to start the sandbox at this address, with the profile of its first store; undefined if it is not a sandbox's address. */
export function startSandboxAt(profiles: ReadonlyMap<string, Profile>, url: string): Suggestion | undefined {
  const name = sandboxAt(profiles, url)
  if (name === undefined) return undefined
  const profile = startedWith(name, profiles.get(name) ?? {})
  const { port } = new URL(url)
  const flags = {
    ...(profile === SANDBOX_PROFILE ? {} : { profile }),
    ...(port === String(SANDBOX_PORT) ? {} : { port }),
  }
  return suggest('sandbox start', { say: texts.startSandbox, flags, profile: 'none' })
}
