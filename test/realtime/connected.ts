/** A tail that is connected, in virtual time, and what happens to its connections. */

import { onTestFinished } from 'vitest'
import type { TailItem, TailOptions } from '#realtime/tail.ts'
import { type Peer, Service, Watched } from './service.ts'

export interface ConnectedOptions extends Partial<TailOptions> {
  /** How many events the tail is asked for from the beginning. */
  count?: number
}

export interface Connected {
  service: Service
  client: Watched
  /** The service's end of the first connection. */
  peer: Peer
  /** What the client said first. */
  auth: unknown
  events: Promise<TailItem[]>
  /** Does the act, and resolves once the client has noticed that its connection is lost. */
  lost(act: () => unknown): Promise<void>
  /** The next connection, once the client has waited for it and is ready. */
  next(): Promise<{ peer: Peer; auth: unknown }>
}

/** A service and a client of it, which is ready; both end with the test. */
export async function connected({ count = 1, ...options }: ConnectedOptions = {}): Promise<Connected> {
  const service = await Service.start()
  const client = new Watched(service.url, options)
  onTestFinished(async () => {
    await client[Symbol.asyncDispose]()
    await service[Symbol.asyncDispose]()
  })
  const events = client.events(count)
  // A test that only looks at the connection takes none.
  events.catch(() => {})
  const peer = await service.peer()
  const auth = await peer.ready()
  return {
    service,
    client,
    peer,
    auth,
    events,
    async lost(act) {
      const lost = client.logged(/the next one/)
      await act()
      await lost
    },
    async next() {
      await client.clock.pass()
      const next = await service.peer()
      return { peer: next, auth: await next.ready() }
    },
  }
}
