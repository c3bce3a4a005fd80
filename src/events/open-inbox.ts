/** The inbox and the monitor of a run that saves events as they arrive. */

import { join } from 'node:path'
import type { Channel, Inbox } from '#inbox/inbox.ts'
import { listenFailure } from '#lib/connections.ts'
import { isLoopback, urlHost } from '#lib/plain-address.ts'
import type { Monitor, MonitorAddress, Watched } from '#monitor/monitor.ts'
import type { StreamContext } from './stream.ts'
import { texts } from './texts.ts'

/** Starts the monitor, opens the inbox of the profile, does the work, and closes both. Says which inbox it is if it is shared. */
export async function withInbox(
  context: StreamContext,
  channel: Channel,
  address: MonitorAddress | undefined,
  work: (inbox: Inbox, monitor: Monitor | undefined) => Promise<void>,
): Promise<void> {
  await withMonitor(context, channel, address, async monitor => {
    const inbox = await open(context)
    try {
      await work(inbox, monitor)
    } finally {
      await inbox.close()
    }
  })
}

/** Does the work beside a monitor; without one if there is no address. Failure (usage) if it can't listen there. */
async function withMonitor(
  { host, out }: StreamContext,
  channel: Channel,
  address: MonitorAddress | undefined,
  work: (monitor: Monitor | undefined) => Promise<void>,
): Promise<void> {
  if (address === undefined) return work(undefined)
  // Loaded only here, so that other commands start faster.
  const { Monitor } = await import('#monitor/monitor.ts')
  const monitor = await Monitor.start(address, host.clock, host.version, channel).catch(error => {
    throw listenFailure(error, address, '--monitor', '--monitor')
  })
  const name = urlHost(address.host)
  out.say(() => texts.monitorAt(`http://${name}:${monitor.port}/`), { port: monitor.port })
  if (!isLoopback(name)) out.note(texts.answersAnyone(name))
  try {
    await work(monitor)
  } finally {
    await monitor.close()
  }
}

async function open({ host, out, timeoutMs, inboxPlace }: StreamContext): Promise<Inbox> {
  const [{ nameOfInbox, openInbox }, place] = await Promise.all([import('#inbox/open.ts'), inboxPlace()])
  const name = await nameOfInbox(place)
  let isOpen = false
  const inbox = await openInbox(place, {
    writingFrom: join(host.root, 'dist'),
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

/** What the monitor asks an inbox. */
export function watchedInbox(inbox: Inbox, stopping: AbortSignal): Watched {
  return {
    check: () => inbox.writing.check(),
    stats: () => inbox.queue.stats(),
    lastEvent: async () => {
      for await (const [newest] of inbox.reading.deliveries({ limit: 1 })) return newest?.receivedAt ?? null
      return null
    },
    stopping,
  }
}
