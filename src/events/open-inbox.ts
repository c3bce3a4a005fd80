/** The inbox and the monitor of a run that saves events as they arrive. */

import { demandSameTargets } from '#forwarding/same-targets.ts'
import type { Channel, Inbox } from '#inbox/inbox.ts'
import type { Monitor } from '#monitor/monitor.ts'
import { startMonitor } from '#monitor/start.ts'
import type { RunContext, SourceOptions } from './run.ts'
import { texts } from './texts.ts'

/**
 * Starts the monitor, opens the inbox of the profile, does the work, and closes both. Says which inbox it is if it is shared.
 * Failure (conflict) if another process of the profile forwards to other targets.
 */
export async function withInbox(
  context: RunContext,
  channel: Channel,
  { monitor: address, forward }: Pick<SourceOptions, 'monitor' | 'forward'>,
  work: (inbox: Inbox, monitor: Monitor | undefined) => Promise<void>,
): Promise<void> {
  const monitor = address && (await startMonitor(context, channel, address))
  try {
    const inbox = await open(context)
    try {
      if (forward) await demandSameTargets(inbox.queue, forward.routes, context)
      await work(inbox, monitor)
    } finally {
      await inbox.close()
    }
  } finally {
    await monitor?.close()
  }
}

async function open({ host, out, timeoutMs, inboxPlace }: RunContext): Promise<Inbox> {
  const [{ nameOfInbox, openInbox }, place] = await Promise.all([import('#inbox/open.ts'), inboxPlace()])
  const name = await nameOfInbox(place)
  let isOpen = false
  const inbox = await openInbox(place, {
    clock: host.clock,
    waiting: {
      signal: host.signal,
      timeoutMs,
      keeps: true,
      onAway: (why, next) => {
        const text = () => texts.waiting(why.localized)
        // If it doesn't come at the start, the error says it.
        if (isOpen) out.warn(text)
        else out.note(text, {}, 'warn')
        for (const step of next) out.note(step)
      },
      onBack: () => {
        const text = () => texts.back(name)
        if (isOpen) out.say(text)
        else out.note(text)
      },
    },
  })
  isOpen = true
  if (name !== null) out.note(texts.inbox(name))
  return inbox
}
