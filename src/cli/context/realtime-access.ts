/** The address and token of the realtime channel: from the flag, otherwise the environment, otherwise the profile. */

import { CredentialsError } from '#credentials/errors.ts'
import { type Config, DEFAULT_PROFILE, SANDBOX_PROFILE } from '#credentials/profiles.ts'
import type { Addresses } from '#credentials/secrets.ts'
import { Failure } from '#lib/failure.ts'
import { checkRealtimeUrl } from '#lib/input/addresses.ts'
import { originOf } from '#lib/plain-address.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import type { Host } from '../host/host.ts'
import type { Output } from '../output/output.ts'
import type { Flags, Selection } from './selection.ts'
import { texts } from './texts.ts'

export interface RealtimeAccessOptions {
  host: Host
  out: Pick<Output, 'note'>
  flags: Flags
  selected: Selection
  /** The current addresses. */
  addresses(): Addresses
  /** The token, if it may be sent to this address. */
  secretFor(kind: 'ws-token', address: { realtimeUrl: string }): Promise<string>
}

export class RealtimeAccess {
  readonly #options: RealtimeAccessOptions
  readonly #flag: string | undefined

  constructor(options: RealtimeAccessOptions) {
    this.#options = options
    const flag = options.flags['realtime-url']
    this.#flag = flag === undefined ? undefined : checkRealtimeUrl(flag, '--realtime-url')
  }

  /** The channel, for commands that need it. Failure (usage, unauthenticated) if the address or the token is missing. */
  async required(): Promise<{ url: string; token: string }> {
    const url = this.#url()
    return { url, token: await this.#token(url) }
  }

  /** The channel of the current service, for commands that also work without it; null if address or token is missing. */
  async optional(): Promise<{ url: string; token: string } | null> {
    const { host, out, selected, addresses } = this.#options
    const { profile } = selected()
    // Charges of another service have no events on this profile's channel.
    const isOwn = profile.baseUrl === undefined || originOf(profile.baseUrl) === originOf(addresses().baseUrl)
    const address = host.env.PIXCTL_REALTIME_URL || (isOwn ? profile.realtimeUrl : undefined)
    if (address === undefined) return null
    try {
      const url = checkRealtimeUrl(address, texts.realtimeUrl)
      return { url, token: await this.#token(url) }
    } catch (error) {
      if (!(error instanceof Failure) || host.signal.aborted) throw error
      const isAbsent =
        error instanceof CredentialsError && ['no_secret', 'wrong_origin'].includes(error.problem)
      if (!isAbsent) out.note(texts.notListening(error.said))
      return null
    }
  }

  #token(realtimeUrl: string): Promise<string> {
    return this.#options.secretFor('ws-token', { realtimeUrl })
  }

  #url(): string {
    const { host, selected } = this.#options
    const { name, profile, exists, config } = selected()
    const { PIXCTL_REALTIME_URL: given, PIXCTL_WS_TOKEN: token } = host.env
    if (this.#flag !== undefined) return this.#flag
    if (given) return checkRealtimeUrl(given, 'PIXCTL_REALTIME_URL')
    if (profile.realtimeUrl !== undefined) {
      return checkRealtimeUrl(profile.realtimeUrl, texts.storedRealtimeUrl)
    }
    const login = suggest('auth login', { flags: { kind: 'ws-token', 'realtime-url': 'wss://…' } })
    if (!exists && !token) throw notLoggedIn(name, config, login)
    throw new Failure('usage', () => texts.noRealtimeUrl(name), {
      next: { ...login, say: texts.giveRealtimeUrl },
    })
  }
}

/** @param login the suggested command */
export function notLoggedIn(profile: string, { profiles }: Config, login: Suggestion): Failure {
  const first = () => (profile === DEFAULT_PROFILE ? texts.notLoggedIn() : texts.noProfile(profile))
  return new Failure('unauthenticated', first, {
    next: [
      login,
      // It may be running, and its port in use.
      profiles.has(SANDBOX_PROFILE)
        ? () => texts.useSandbox(SANDBOX_PROFILE)
        : suggest('sandbox start', { say: texts.trySandbox, profile: 'none' }),
    ],
  })
}
