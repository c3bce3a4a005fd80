/** Listens on a channel of PostgreSQL, over a connection that is made again when it ends. */

import type { Clock } from '#lib/clock.ts'
import type { Connections } from './connections.ts'

/** Between two attempts while PostgreSQL is away. */
export const RETRY_MS = 500

interface Listening {
  channel: string
  /** Called for each notification, and after each connection. */
  heard(payload?: string): void
  /** Ends it. */
  over: AbortSignal
  connections: Connections
  clock: Clock
}

export async function keepListening({ channel, heard, over, connections, clock }: Listening): Promise<void> {
  while (!over.aborted) {
    const client = connections.newClient()
    const end = () => void client.end().catch(() => {})
    try {
      const ended = new Promise(resolve => client.once('end', resolve))
      client.on('notification', ({ payload }) => heard(payload))
      over.addEventListener('abort', end)
      await client.connect()
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
      heard()
      await ended
    } catch {
      end()
    } finally {
      over.removeEventListener('abort', end)
    }
    await clock.sleep(RETRY_MS, over).catch(() => {})
  }
}
