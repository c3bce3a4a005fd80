/** The current addresses: from the flag, otherwise the environment, otherwise the profile. */

import type { Addresses } from '#credentials/secrets.ts'
import { Failure } from '#lib/failure.ts'
import { checkBaseUrl } from '#lib/input/addresses.ts'
import { once } from '#lib/once.ts'
import { suggest } from '#lib/suggestion.ts'
import type { Host } from '../host/host.ts'
import { notLoggedIn } from './realtime-access.ts'
import type { Flags } from './run-flags.ts'
import type { Selection } from './selection.ts'
import { texts } from './texts.ts'

/** Checks --base-url at once: Failure (usage) if it is not valid. */
export function createAddresses({ env }: Host, selected: Selection, { 'base-url': flag }: Flags) {
  const baseUrlFlag = flag === undefined ? undefined : checkBaseUrl(flag, '--base-url')

  const addresses = once((): Addresses => {
    const { baseUrl: stored, realtimeUrl, dashboardUrl } = selected().profile
    const given = env.PIXCTL_BASE_URL
    const baseUrl =
      baseUrlFlag ??
      (given ? checkBaseUrl(given, 'PIXCTL_BASE_URL') : undefined) ??
      (stored === undefined ? undefined : checkBaseUrl(stored, texts.storedBaseUrl))
    return {
      ...(realtimeUrl === undefined ? {} : { realtimeUrl }),
      ...(dashboardUrl === undefined ? {} : { dashboardUrl }),
      ...(baseUrl === undefined ? {} : { baseUrl }),
    }
  })

  const baseUrl = (): string => {
    const known = addresses().baseUrl
    if (known !== undefined) return known
    const { name, exists, config } = selected()
    const login = suggest('auth login', { flags: { 'base-url': 'https://…/api/v1' } })
    if (!exists && !env.PIXCTL_API_KEY) throw notLoggedIn(name, config, login)
    throw new Failure('usage', () => texts.noBaseUrl(name), { next: { ...login, say: texts.giveBaseUrl } })
  }

  return {
    addresses,
    /** The current base URL. Failure (usage, unauthenticated) if there is none. */
    baseUrl,
  }
}
