/** The realtime channel (docs/service.md, 6.3): WebSockets that stream the outbox, on the port of the REST side. */

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { WS_TOKEN_PREFIX } from '#contract/limits.ts'
import { MAX_CLIENT_MESSAGE_BYTES } from '../core/choices.ts'
import type { SandboxClock } from '../core/clock.ts'
import type { Database } from '../core/database.ts'
import { Refusal } from '../core/errors.ts'
import { randomHex } from '../core/ids-and-times.ts'
import { type Outbox, positionOf, sequenceAt } from '../core/outbox.ts'
import type { Faults } from '../faults/faults.ts'
import { answerSocket } from '../rest/http.ts'
import { Connection, type Start } from './connection.ts'
import { CLOSE, type Refused, readAuth, refusalOf } from './messages.ts'

export const REALTIME_PATH = '/realtime'

const SERVER_OPTIONS = {
  noServer: true,
  maxPayload: MAX_CLIENT_MESSAGE_BYTES,
  perMessageDeflate: false,
  // How long a client may take to close its side. Then its socket is cut.
  closeTimeout: 2_000,
  // No subprotocol is supported: the answer names none, whatever the client offers.
  handleProtocols: () => false as const,
}

export interface RealtimeOptions {
  database: Database
  outbox: Outbox
  clock: SandboxClock
  storeWithToken(token: string): string | null
  faults: Faults
  onFault(fault: unknown): void
}

/** A client that has authenticated. */
export interface RealtimeClient {
  /** When it connected, in ms. */
  since: number
  /** The sequence after which it started. */
  after: string
  /** The sequence of the last event that was sent to it. */
  sent: string
}

export function newWsToken(): string {
  return WS_TOKEN_PREFIX + randomHex(24)
}

export class Realtime {
  readonly #options: RealtimeOptions
  readonly #connections = new Set<Connection>()
  readonly #server = new WebSocketServer(SERVER_OPTIONS)

  constructor(options: RealtimeOptions) {
    this.#options = options
    options.database.changes.watch(() => {
      const stores = options.outbox.takeWritten()
      for (const connection of this.#connections) {
        if (stores.has(connection.storeId ?? '')) connection.sendNew()
      }
    })
    // Without a listener, ws answers an invalid handshake with HTML.
    this.#server.on('wsClientError', ({ message }, socket) =>
      answerSocket(socket, new Refusal('invalid_request', `invalid WebSocket handshake: ${message}`)),
    )
  }

  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const refusal = refuse(request)
    if (refusal) answerSocket(socket, refusal)
    else this.#server.handleUpgrade(request, socket, head, webSocket => this.#open(webSocket))
  }

  /** Writes a `connection.test`, an event like any other, and says how many clients of the store get it. */
  test(storeId: string): { eventId: string; sequence: string; clients: number } {
    const { database, outbox, clock } = this.#options
    const { id, sequence } = database.transaction(() =>
      outbox.add('connection.test', storeId, clock.now(), {}),
    )
    return { eventId: id, sequence, clients: this.clients(storeId).length }
  }

  /** The clients of a store that are connected, the one that connected first at the start. */
  clients(storeId: string): RealtimeClient[] {
    const clients = [...this.#connections].flatMap(({ client }) => client ?? [])
    return clients
      .filter(client => client.storeId === storeId)
      .map(({ since, after, sent }) => ({ since, after: sequenceAt(after), sent: sequenceAt(sent) }))
  }

  /** Refuses the connections of a store, whose token counts no longer. */
  refuseAll(storeId: string, why: string): void {
    for (const connection of this.#connections) {
      if (connection.storeId === storeId) connection.close(CLOSE.unauthorized, why)
    }
  }

  async close(): Promise<void> {
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()))
    for (const connection of this.#connections) connection.close(CLOSE.goingAway, 'the sandbox is stopping')
    await closed
  }

  #open(webSocket: WebSocket): void {
    const { clock, outbox, database, faults, onFault } = this.#options
    const connection = new Connection(webSocket, {
      clock,
      outbox,
      authenticate: message => this.#authenticate(message),
      losesEvent: (storeId, event) => faults.useForEvent('realtime', storeId, event) !== null,
      onReady: () => database.changes.changed(),
      onEnd: connection => {
        this.#connections.delete(connection)
        database.changes.changed()
      },
      onFault,
    })
    this.#connections.add(connection)
  }

  #authenticate(message: string): Start | Refused {
    const auth = readAuth(message)
    if (!auth) return unauthorized('the first message must be {"op":"auth","token":"…"}')
    const { outbox, storeWithToken, faults, onFault } = this.#options
    const storeId = storeWithToken(auth.token)
    if (storeId === null) return unauthorized('the token is wrong')
    try {
      const start = startOf(storeId, auth.after, outbox.last(storeId))
      if ('close' in start) return start
      const fault = faults.useNext('realtime', storeId)
      return fault?.kind === 'status' ? refusalOf(fault) : { ...start, fault }
    } catch (fault) {
      onFault(fault)
      return { close: CLOSE.fault, code: 'internal_error', error: 'internal error' }
    }
  }
}

/** Where a client starts: after the event that it names, or now. `last` is the position of the store's last event. */
function startOf(storeId: string, after: unknown, last: number): Start | Refused {
  if (after === undefined) return { storeId, after: last }
  if (typeof after !== 'string') return badAfter('after must be a sequence, as text')
  const position = positionOf(after)
  if (position === null) return badAfter('after is not a sequence')
  if (position > last) return badAfter('after is beyond the last sequence')
  return { storeId, after: Math.max(0, Number(position)) }
}

/** Whatever else is wrong with a handshake, ws refuses. */
function refuse({ url = '' }: IncomingMessage): Refusal | null {
  const [path, query] = url.split('?', 2)
  if (path !== REALTIME_PATH) return new Refusal('route_not_found', 'there is no such route')
  if (query === undefined) return null
  return new Refusal('invalid_request', 'the address takes no parameters; never send a token in the URL')
}

function unauthorized(error: string): Refused {
  return { close: CLOSE.unauthorized, code: 'unauthorized', error }
}

function badAfter(error: string): Refused {
  return { close: CLOSE.badAfter, code: 'invalid_after', error }
}
