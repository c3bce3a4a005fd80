/** Finds the profile of a sandbox on this machine. */

import { type Profile, SANDBOX_PROFILE } from '../../credentials/profiles.ts'
import { originOf } from '../../shared/plain-address.ts'
import { type Suggestion, suggest } from '../../shared/suggestion.ts'

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
  const profile = sandboxAt(profiles, url)
  if (profile === undefined) return undefined
  const { port } = new URL(url)
  const flags = {
    ...(profile === SANDBOX_PROFILE ? {} : { profile }),
    ...(port === String(SANDBOX_PORT) ? {} : { port }),
  }
  return suggest('sandbox start', { say: 'start the sandbox', flags, profile: 'none' })
}
