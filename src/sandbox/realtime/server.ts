/** The realtime channel (docs/service.md, 6.3): WebSockets that stream the outbox, on the port of the REST side. */

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { WS_TOKEN_PREFIX } from '#contract/limits.ts'
import { type Clock, systemClock } from '#lib/clock.ts'
import { MAX_CLIENT_MESSAGE_BYTES } from '../core/choices.ts'
import type { Database } from '../core/database.ts'
import { randomHex } from '../core/environment.ts'
import { type Outbox, positionOf } from '../core/outbox.ts'
import type { Faults } from '../faults/faults.ts'
import { ServiceError } from '../rest/errors.ts'
import { answerSocket } from '../rest/http.ts'
import { type Authentication, Connection, type Start } from './connection.ts'
import { Hub, type RealtimeClient } from './hub.ts'
import { CLOSE, errorMessage, type RealtimeErrorCode, readAuth, refusalOf } from './messages.ts'

export const REALTIME_PATH = '/realtime'

/** How long a client may take to close its side. */
const CLOSE_TIMEOUT_MS = 5_000
/** The same when the sandbox stops. */
const CLOSE_GRACE_MS = 2_000

const SERVER_OPTIONS = {
  noServer: true,
  maxPayload: MAX_CLIENT_MESSAGE_BYTES,
  perMessageDeflate: false,
  closeTimeout: CLOSE_TIMEOUT_MS,
  // No subprotocol is supported: the answer names none, whatever the client offers.
  handleProtocols: () => false as const,
}

export interface RealtimeOptions {
  database: Database
  outbox: Outbox
  clock: Clock
  storeWithToken(token: string): string | null
  faults: Faults
  onFault(fault: unknown): void
}

export function newWsToken(): string {
  return WS_TOKEN_PREFIX + randomHex(24)
}

export class Realtime {
  readonly #options: RealtimeOptions
  /** By store; one is made with the store's first client. */
  readonly #hubs = new Map<string, Hub>()
  readonly #connections = new Set<Connection>()
  readonly #server = new WebSocketServer(SERVER_OPTIONS)

  constructor(options: RealtimeOptions) {
    this.#options = options
    options.outbox.watch(storeId => this.#hubs.get(storeId)?.wake())
    // Without a listener, ws answers an invalid handshake with HTML.
    this.#server.on('wsClientError', ({ message }, socket) =>
      answerSocket(socket, new ServiceError('invalid_request', `invalid WebSocket handshake: ${message}`)),
    )
  }

  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const refusal = refuse(request)
    if (refusal) answerSocket(socket, refusal)
    else this.#server.handleUpgrade(request, socket, head, webSocket => this.#open(webSocket))
  }

  /** Writes a `connection.test`, an event like any other, and says how many clients of the store get it. */
  test(storeId: string): { event: string; sequence: string; clients: number } {
    const { database, outbox, clock } = this.#options
    const { id, sequence } = database.transaction(() =>
      outbox.add('connection.test', storeId, clock.now(), {}),
    )
    return { event: id, sequence, clients: this.#hubs.get(storeId)?.size ?? 0 }
  }

  /** The clients of a store that are connected, the one that connected first at the start. */
  clients(storeId: string): RealtimeClient[] {
    return this.#hubs.get(storeId)?.clients() ?? []
  }

  /** Refuses the connections of a store whose token has changed. */
  tokenChanged(storeId: string): void {
    for (const connection of this.#connections) {
      if (connection.storeId === storeId) connection.refuse(CLOSE.unauthorized, 'the token was replaced')
    }
  }

  /** Closes every connection, and cuts those that aren't closed within 2 s. */
  async close(): Promise<void> {
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()))
    for (const connection of this.#connections) connection.close(CLOSE.goingAway, 'the sandbox is stopping')
    // Always the system's clock: sockets don't follow a test's clock.
    const cancelGrace = systemClock.setTimer(CLOSE_GRACE_MS, () => {
      for (const webSocket of this.#server.clients) webSocket.terminate()
    })
    await closed
    cancelGrace()
  }

  #open(webSocket: WebSocket): void {
    const { clock, database } = this.#options
    let hub: Hub | undefined
    const connection = new Connection(webSocket, {
      clock,
      authenticate: message => this.#authenticate(message),
      onReady: (connection, { storeId, after }) => {
        hub = this.#hubOf(storeId)
        hub.add(connection, after, clock.now())
        database.changes.changed()
      },
      onEnd: connection => {
        this.#connections.delete(connection)
        hub?.remove(connection)
        database.changes.changed()
      },
    })
    this.#connections.add(connection)
  }

  #hubOf(storeId: string): Hub {
    let hub = this.#hubs.get(storeId)
    if (!hub) {
      const { outbox, onFault } = this.#options
      hub = new Hub(outbox, storeId, onFault)
      this.#hubs.set(storeId, hub)
    }
    return hub
  }

  #authenticate(message: string): Authentication {
    const auth = readAuth(message)
    if (!auth) return unauthorized('the first message must be {"op":"auth","token":"…"}')
    const { outbox, storeWithToken, onFault } = this.#options
    const storeId = storeWithToken(auth.token)
    if (storeId === null) return unauthorized('the token is wrong')
    try {
      this.#hubOf(storeId)
      const start = startOf(storeId, auth.after, outbox.last(storeId))
      return 'close' in start ? start : this.#faulty(start)
    } catch (fault) {
      onFault(fault)
      return refused(CLOSE.fault, 'internal_error', 'internal error')
    }
  }

  #faulty(start: Start): Authentication {
    const fault = this.#options.faults.take('realtime', start.storeId)
    if (fault?.kind !== 'status') return { ...start, fault }
    const { close, code, error } = refusalOf(fault)
    return refused(close, code, error)
  }
}

/** Where a client starts: after the event that it names, or now. `last` is the position of the store's last event. */
function startOf(storeId: string, after: unknown, last: number): Authentication {
  if (after === undefined) return { storeId, after: last }
  if (typeof after !== 'string') return badAfter('after must be a sequence, as text')
  const position = positionOf(after)
  if (position === null) return badAfter('after is not a sequence')
  if (position > last) return badAfter('after is beyond the last sequence')
  return { storeId, after: Math.max(0, Number(position)) }
}

function refuse({ url = '', method = '', headers }: IncomingMessage): ServiceError | null {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  if (path !== REALTIME_PATH) return new ServiceError('route_not_found', 'there is no such route')
  if (method !== 'GET') {
    return new ServiceError('method_not_allowed', `${method} is not allowed here`, { Allow: 'GET' })
  }
  if (query !== -1) {
    return new ServiceError(
      'invalid_request',
      'the address takes no parameters; never send a token in the URL',
    )
  }
  const version = headers['sec-websocket-version']
  if (version === '13') return null
  return new ServiceError('upgrade_required', 'the WebSocket version must be 13', {
    Upgrade: 'websocket',
    Connection: 'Upgrade, close',
    'Sec-WebSocket-Version': '13',
  })
}

const unauthorized = (error: string) => refused(CLOSE.unauthorized, 'unauthorized', error)
const badAfter = (error: string) => refused(CLOSE.badAfter, 'invalid_after', error)

function refused(close: number, code: RealtimeErrorCode, error: string): Authentication {
  return { close, reason: error, message: errorMessage(code, error) }
}
