/** A proxy between a client and a server that can cut connections, swallow what is sent, or slow it down. */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface TcpProxy {
  readonly port: number
  /** How many connections are open. */
  readonly open: number
  /** Cuts all connections. New ones are taken. */
  cut(): void
  /** Cuts all connections, and each new one at once, until pass(). */
  refuse(): void
  /** From now on nothing goes through in either direction, on old connections and new ones, and none is cut. */
  swallow(): void
  /** Only what the server answers is swallowed: the requests arrive. */
  swallowAnswers(): void
  /** Each piece, in both directions, arrives this much later. */
  delay(ms: number): void
  /** New connections lead to this port of this machine. */
  leadTo(port: number): void
  /** Lets everything through again. What was swallowed stays lost, so old connections are cut. */
  pass(): void
}

type Mode = 'pass' | 'refuse' | 'swallow' | 'swallow-answers'

/** A proxy to a port of this machine; it ends with the test. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  let mode: Mode = 'pass'
  let lateness = 0
  let port = target
  const sockets = new Set<Socket>()

  const forward = (from: Socket, to: Socket, lostIn: readonly Mode[]) => {
    const later = (act: () => void) => (lateness === 0 ? act() : void setTimeout(act, lateness))
    from.on('data', data => {
      if (!lostIn.includes(mode)) later(() => void (to.destroyed || to.write(data)))
    })
    from.on('end', () => {
      if (!lostIn.includes(mode)) later(() => to.end())
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      if (mode === 'pass' || mode === 'refuse') to.destroy()
    })
    sockets.add(from)
  }

  const server = createServer({ allowHalfOpen: true }, client => {
    if (mode === 'refuse') return void client.destroy()
    const upstream = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    forward(client, upstream, ['swallow'])
    forward(upstream, client, ['swallow', 'swallow-answers'])
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    mode = 'refuse'
    cut()
    server.close()
  })

  return {
    port: (server.address() as AddressInfo).port,
    get open() {
      return sockets.size / 2
    },
    cut,
    refuse: () => {
      mode = 'refuse'
      cut()
    },
    swallow: () => {
      mode = 'swallow'
    },
    swallowAnswers: () => {
      mode = 'swallow-answers'
    },
    delay: ms => {
      lateness = ms
    },
    leadTo: other => {
      port = other
    },
    pass: () => {
      const wasWhole = mode === 'pass'
      mode = 'pass'
      lateness = 0
      if (!wasWhole) cut()
    },
  }
}
