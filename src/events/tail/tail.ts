/** `events tail`: shows the events of the realtime channel. Several of a profile may take turns. */

import type { Context, Flags } from '#cli/context/context.ts'
import { type TailFlags, tailOptions } from '#commands/events/tail/options.ts'
import type { Inbox, Lease } from '#inbox/inbox.ts'
import { Stopped } from '#lib/failure.ts'
import type { Monitor } from '#monitor/monitor.ts'
import { withMonitor } from '#monitor/with-monitor.ts'
import { withInbox } from '../open-inbox.ts'
import { StreamRun } from '../stream-run.ts'
import { watchedInbox } from '../watched.ts'
import { TailEngine } from './engine.ts'
import { Totals } from './totals.ts'
import { inTurns } from './turns.ts'

/** Shows events. Returns when `--max` is reached; otherwise throws the reason why it ended. */
export async function tailEvents(context: Context, flags: TailFlags & Flags): Promise<void> {
  const options = tailOptions(flags)
  await context.host.watchReader?.()
  const { url, token } = await context.realtime.required()
  const { forward } = options
  const secrets = forward && (await context.webhookSecrets(flags['secret-file']))
  const signer = forward && secrets?.signer(forward.to)
  const { monitor } = flags
  let [shown, isReplayed] = [0, false]
  const totals = new Totals(flags)
  const turn = async (inbox: Inbox, lease: Lease | undefined, monitoring: Monitor | undefined) => {
    // A replay is made once, and --max counts over all turns.
    const after = isReplayed ? undefined : options.after
    const left = { ...options, after, max: options.max - shown }
    const run = new StreamRun(context, {
      flags,
      inbox,
      forward: forward && signer && { ...forward, secret: signer.secret },
      monitor: monitoring,
    })
    const parts = { flags, options: left, url, token, signer, inbox, lease, totals }
    const engine = await TailEngine.prepare(context, run, parts)
    // It may have been lost since it was taken, while the inbox was away.
    if (lease) run.shutdown.endWith(lease.lost)
    try {
      await run.run(engine)
    } finally {
      shown += engine.shown
      isReplayed ||= engine.wasConnected
    }
  }
  try {
    await withMonitor(context, monitor, monitoring =>
      withInbox(context, flags, async inbox => {
        if (!options.saving) await turn(inbox, undefined, monitoring)
        else {
          const standBy = () => monitoring?.watch(watchedInbox(inbox, context.host.signal))
          await inTurns(context, inbox, lease => turn(inbox, lease, monitoring), standBy)
        }
      }),
    )
  } catch (error) {
    // If it was stopped while it stood by, its last turn has not said it.
    if (error instanceof Stopped && !totals.isEmpty) totals.say(context.out)
    throw error
  }
}
