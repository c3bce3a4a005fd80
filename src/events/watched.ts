/** What the monitor asks an inbox. */

import type { Inbox } from '#inbox/inbox.ts'
import type { Watched } from '#monitor/monitor.ts'

/** @param stopping aborts when the command begins to stop */
export function watchedInbox(inbox: Inbox, stopping: AbortSignal): Watched {
  return {
    check: () => inbox.writing.check(),
    stats: () => inbox.queue.stats(),
    lastEvent: () => lastArrival(inbox),
    stopping,
  }
}

/** When the newest delivery arrived, in ISO 8601; null if there is none. */
async function lastArrival(inbox: Inbox): Promise<string | null> {
  for await (const [newest] of inbox.reading.deliveries({ limit: 1 })) return newest?.receivedAt ?? null
  return null
}
