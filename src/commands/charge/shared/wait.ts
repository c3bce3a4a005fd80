/** The wait for a charge of `charge wait` and `charge create --wait`. */

import { boolean } from '@oclif/core/flags'
import type { Read } from '#api/client.ts'
import { type AwaitOptions, awaitPayment } from '#charges/waiting/single-wait.ts'
import type { Context, Flags } from '#cli/context/context.ts'
import type { Payment } from '#contract/generated/types.ts'
import { formatJsonLine } from '#lib/json.ts'
import { texts } from './texts.ts'
import { type ViewFlags, WaitView } from './wait-view.ts'

export const noBellFlag = (dependsOn: string[] = []) => boolean({ description: texts.noBell(), dependsOn })

export interface WaitFlags extends Flags, ViewFlags {
  'wait-timeout'?: number | undefined
  late?: boolean | undefined
}

/** The wait, and the view that shows it. */
export function waiting(
  context: Context,
  client: AwaitOptions['client'],
  flags: WaitFlags,
  { late, onStopped }: Pick<AwaitOptions, 'late' | 'onStopped'>,
) {
  const { host, out, clock, signal } = context
  const view = new WaitView(host, out, flags)
  const wait = (id: string, first?: Read<Payment>) =>
    awaitPayment(id, {
      client,
      clock,
      signal,
      out,
      onWaiting: (charge, leftMs) => view.waiting(charge, leftMs),
      open: context.realtime.channel,
      timeoutMs: flags['wait-timeout'],
      late,
      first,
      ...(onStopped && { onStopped }),
    })
  return { view, wait }
}

/** A charge that came from a page or a reading, in the form in which an answer is printed. */
export const asRead = (charge: Payment) => ({ data: charge, text: formatJsonLine({ data: charge }) })
