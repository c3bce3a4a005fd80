/** A tail that is connected, in virtual time, and what happens to its connections. */

import { onTestFinished } from 'vitest'
import type { TailOptions } from '#realtime/batches.ts'
import { Service, Watched } from './service.ts'

interface ConnectedOptions extends Partial<TailOptions> {
  /** How many events the tail is asked for from the beginning. */
  count?: number
}

/** A service and a client of it, which is ready; both end with the test. */
export async function connected({ count = 1, ...options }: ConnectedOptions = {}) {
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
    /** Does the act, and resolves once the client has noticed that its connection is lost. */
    async lost(act: () => unknown) {
      const lost = client.logged(/the next one/)
      await act()
      await lost
    },
    /** The next connection, once the client has waited for it and is ready. */
    async next() {
      await client.clock.pass()
      const next = await service.peer()
      return { peer: next, auth: await next.ready() }
    },
  }
}
