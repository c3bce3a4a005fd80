/** Which profiles belong to a sandbox of this machine. */

import { type Profile, SANDBOX_PROFILE } from '../../credentials/profiles.ts'
import { originOf } from '../../shared/plain-address.ts'
import { type Suggestion, suggest } from '../../shared/suggestion.ts'

/** Where `sandbox start` serves by default. */
export const SANDBOX_PORT = 4010

/** The name of the sandbox's profile that an address belongs to. */
export function sandboxAt(profiles: ReadonlyMap<string, Profile>, url: string): string | undefined {
  const { origin } = new URL(url)
  const isThere = ({ dashboardUrl, baseUrl, realtimeUrl }: Profile) =>
    dashboardUrl !== undefined && [baseUrl, realtimeUrl].some(address => originOf(address) === origin)
  return [...profiles].find(([, profile]) => isThere(profile))?.[0]
}

/** Starts the sandbox that should serve an address; nothing where that is no sandbox's. */
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
