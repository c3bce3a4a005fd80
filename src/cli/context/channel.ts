import type { OpenChannel } from '#charges/watching/charge-events.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import type { Context, Flags } from './context.ts'

/** Opens the realtime channel of the current profile for new events: it saves nothing, and moves no cursor. */
export function channelOf(context: Context, { debug }: Flags): OpenChannel {
  return async on => {
    const channel = await context.realtime.optional()
    if (!channel) return null
    const { openTail } = await import('#realtime/tail.ts')
    return openTail({
      ...channel,
      ...on,
      after: undefined,
      clock: context.clock,
      random: Math.random,
      ...networkSettings(context.host.env),
      onDebug: debug ? line => context.debug(line) : undefined,
    })
  }
}
