/** A small HTTP server for pages on this machine. */

import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Tls } from '#lib/certificate.ts'
import { createServer, limitConnections, listening } from '#lib/connections.ts'

/** At this many a new connection ends one that has asked nothing. */
const MAX_CONNECTIONS = 200

/** Listens on a port (0: any free one). Rejects with the system's error, EADDRINUSE among them. */
export async function listen(host: string, port: number, tls?: Tls) {
  const server = await createServer({}, tls)
  const { promise: listener, resolve: ready } = Promise.withResolvers<RequestListener>()
  limitConnections(server, MAX_CONNECTIONS, async (incoming, outgoing) =>
    (await listener)(incoming, outgoing),
  )
  await listening(server, host, port)
  return {
    port: (server.address() as AddressInfo).port,
    /** Starts answering. Requests wait until then. */
    serve: (app: Hono, onFault: (fault: unknown) => void) => {
      const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
      ready((incoming, outgoing) => {
        answer(incoming, outgoing).catch(onFault)
      })
    },
    /** Accepts nothing more and ends every connection at once. */
    close: () =>
      new Promise<void>(resolve => {
        ready(incoming => incoming.destroy())
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
