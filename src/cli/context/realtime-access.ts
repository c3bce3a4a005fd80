/** The address and token of the realtime channel: from the flag, otherwise the environment, otherwise the profile. */

import type { OpenChannel } from '#charges/watching/charge-events.ts'
import { CredentialsError } from '#credentials/errors.ts'
import { type Config, DEFAULT_PROFILE, SANDBOX_PROFILE } from '#credentials/profiles.ts'
import { Failure } from '#lib/failure.ts'
import { checkRealtimeUrl, networkSettings } from '#lib/input/addresses.ts'
import { originOf } from '#lib/plain-address.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'
import type { Secrets } from './secrets.ts'
import type { Shared } from './selection.ts'
import { texts } from './texts.ts'

/** Checks --realtime-url at once: Failure (usage) if it is not valid. */
export function createRealtimeAccess(
  run: Shared,
  { secretFor, variablesInUse }: Pick<Secrets, 'secretFor' | 'variablesInUse'>,
) {
  const { host, out, flags, selected, addresses, debug } = run
  const { 'realtime-url': flag } = flags
  const flagUrl = flag === undefined ? undefined : checkRealtimeUrl(flag, '--realtime-url')
  const withToken = async (url: string) => ({ url, token: await secretFor('ws-token', { realtimeUrl: url }) })

  /** The channel of the current service, for commands that also work without it; null if address or token is missing. */
  const optional = async (): Promise<{ url: string; token: string } | null> => {
    const { profile } = selected()
    // Charges of another service have no events on this profile's channel.
    const isOwn = profile.baseUrl === undefined || originOf(profile.baseUrl) === originOf(addresses().baseUrl)
    const address = flagUrl ?? (host.env.PIXCTL_REALTIME_URL || (isOwn ? profile.realtimeUrl : undefined))
    if (address === undefined) return null
    try {
      return await withToken(checkRealtimeUrl(address, texts.realtimeUrl))
    } catch (error) {
      if (!(error instanceof Failure) || host.signal.aborted) throw error
      const isAbsent =
        error instanceof CredentialsError && ['no_secret', 'wrong_origin'].includes(error.problem)
      if (!isAbsent) out.note(texts.notListening(error.localized))
      return null
    }
  }

  return {
    /** The address, not checked unless it is a flag's; undefined if there is none. */
    address: () => flagUrl ?? (host.env.PIXCTL_REALTIME_URL || selected().profile.realtimeUrl),
    /** The channel, for commands that need it. Failure (usage, unauthenticated) if the address or the token is missing. */
    required: async (): Promise<{ url: string; token: string }> => withToken(flagUrl ?? urlWithoutFlag(run)),
    /** For an error of the channel at this address: if it refuses the token, says which variable that comes from. */
    sayVariable: (error: unknown, realtimeUrl: string): never => {
      const [variable] = variablesInUse(['ws-token'], { realtimeUrl })
      const isRefusal = error instanceof Failure && error.category === 'unauthenticated'
      if (variable === undefined || !isRefusal) throw error
      throw error.with({ next: [() => texts.ofVariable(variable), ...error.next] })
    },
    /** Opens the channel of the current service for new events: it saves nothing, and moves no cursor. */
    channel: async (on: Parameters<OpenChannel>[0]): ReturnType<OpenChannel> => {
      const channel = await optional()
      if (!channel) return null
      const { openTail } = await import('#realtime/batches.ts')
      return openTail({
        ...channel,
        ...on,
        after: undefined,
        clock: host.clock,
        random: Math.random,
        ...networkSettings(host.env),
        onDebug: flags.debug ? debug : undefined,
      })
    },
  }
}

function urlWithoutFlag({ host, selected }: Shared): string {
  const { name, profile, exists, config } = selected()
  const { PIXCTL_REALTIME_URL: given, PIXCTL_WS_TOKEN: token } = host.env
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
