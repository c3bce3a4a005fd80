/** The wait for a charge of `charge wait` and `charge create --wait`. */

import { boolean } from '@oclif/core/flags'
import type { OpenChannel } from '#charges/waiting/realtime.ts'
import { awaitPayment, type WaitOptions } from '#charges/waiting/waiting.ts'
import type { Context, Flags } from '#cli/context/context.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { texts } from './texts.ts'
import { type ViewFlags, WaitView } from './wait-view.ts'

export const noBellFlag = (dependsOn: string[] = []) => boolean({ description: texts.noBell(), dependsOn })

interface WaitFlags extends Flags, ViewFlags {
  'wait-timeout'?: number | undefined
}

/** The wait, and the view that shows it. */
export function waiting(
  context: Context,
  client: WaitOptions['client'],
  flags: WaitFlags,
  { late, onStopped }: Pick<WaitOptions, 'late' | 'onStopped'>,
) {
  const { host, out, clock, signal } = context
  const view = new WaitView(host, out, flags)
  const wait = (id: string) =>
    awaitPayment(id, {
      client,
      clock,
      signal,
      out,
      onWaiting: (charge, leftMs) => view.waiting(charge, leftMs),
      open: channelOf(context, flags),
      timeoutMs: flags['wait-timeout'],
      late,
      ...(onStopped && { onStopped }),
    })
  return { view, wait }
}

/** The realtime channel of the current profile. */
function channelOf(context: Context, { debug }: Flags): OpenChannel {
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
