/** How a run starts its monitor (--monitor), and what that asks the inbox. */

import type { Channel, Inbox } from '#inbox/inbox.ts'
import type { Clock } from '#lib/clock.ts'
import { listenFailure } from '#lib/connections.ts'
import type { Notes } from '#lib/notes.ts'
import { isLoopback, urlHost } from '#lib/plain-address.ts'
import type { Monitor, MonitorAddress, Watched } from './monitor.ts'
import { texts } from './texts.ts'

/** Says where it is. Failure (usage) if it can't listen there. */
export async function startMonitor(
  { host, out }: { host: { clock: Clock; version: string }; out: Notes },
  channel: Channel,
  address: MonitorAddress,
): Promise<Monitor> {
  // Loaded only here, so that other commands start faster.
  const { Monitor } = await import('./monitor.ts')
  const monitor = await Monitor.start(address, host.clock, host.version, channel).catch(error => {
    throw listenFailure(error, address, '--monitor', '--monitor')
  })
  const name = urlHost(address.host)
  out.say(() => texts.monitorAt(`http://${name}:${monitor.port}/`), { port: monitor.port })
  if (!isLoopback(name)) out.note(texts.answersAnyone(name))
  return monitor
}

export function watchedInbox(inbox: Inbox, stopping: AbortSignal): Watched {
  return {
    check: () => inbox.writing.check(),
    stats: () => inbox.queue.stats(),
    lastEvent: async () => {
      for await (const [newest] of inbox.reading.events({ limit: 1 })) return newest?.receivedAt ?? null
      return null
    },
    stopping,
  }
}
