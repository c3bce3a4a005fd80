/** A client of `pg` that trusts neither the server nor the environment more than the address says. */

import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { Client, ClientConfig } from 'pg'
import { Failure } from '#lib/failure.ts'
import { texts } from '../texts.ts'
import { isSocket, type PostgresAddress, type PostgresServer } from './address.ts'
import { unusable } from './errors.ts'

/** The most that a server may send until it has let the user in. Nothing there is longer than an error. */
const LOGIN_BYTES = 1024 * 1024
/** The most in one answer: 100 claimed deliveries of 1 MiB, written in hex. */
const ANSWER_BYTES = 256 * 1024 * 1024
/** The login that proves which certificate the client sees. */
const BOUND = 'SCRAM-SHA-256-PLUS'
/** What a row takes in memory, however short it is. */
const ROW_BYTES = 100

/** What `pg` has, and its types don't. */
interface Inside {
  connection: EventEmitter & { stream: Duplex; attachListeners(stream: Duplex): void }
  connectionParameters: { options?: string; replication?: string }
  replication?: string
  password: () => string
  saslSession?: { mechanism: string } | null
}

export function carefulClient(Base: typeof Client, address: PostgresServer): typeof Client {
  return class extends Base {
    constructor(config: ClientConfig) {
      super(config)
      const inside = this as unknown as Inside
      withoutVariables(inside)
      limitAnswers(inside, address)
      const isVerified = typeof config.ssl === 'object' && config.ssl.rejectUnauthorized
      if (!isVerified && !isSocket(address.host)) keepPassword(inside, address)
      if (address.says.binding === 'require') demandBinding(inside, address)
    }
  }
}

/** `pg` takes these from the environment. An empty value in its settings doesn't prevent that. */
function withoutVariables(client: Inside): void {
  delete client.connectionParameters.options
  delete client.connectionParameters.replication
  delete client.replication
}

/** Ends a connection that sends so much that it could fill the memory. */
function limitAnswers({ connection }: Inside, address: PostgresAddress): void {
  let left = LOGIN_BYTES
  connection.on('readyForQuery', () => {
    left = ANSWER_BYTES
  })
  connection.on('dataRow', () => {
    left -= ROW_BYTES
  })
  const attach = connection.attachListeners
  connection.attachListeners = stream => {
    stream.on('data', (data: Buffer) => {
      left -= data.length
      if (left < 0) stream.destroy(unusable(address, texts.sendsTooMuch))
    })
    attach.call(connection, stream)
  }
}

/** Doesn't send the password as it is. A hostile server may ask for that; on this machine too, whoever has the port. */
function keepPassword(client: Inside, address: PostgresAddress): void {
  client.connection.on('authenticationCleartextPassword', () => {
    client.password = () => {
      throw new Failure('network', () => texts.asksInClear(address.shown), { next: texts.askWithScram })
    }
  })
}

/** As libpq does with `require`, ends a connection that lets the user in without proving that nobody is in between. */
function demandBinding(client: Inside, address: PostgresAddress): void {
  const { connection } = client
  let isBound = false
  const demand = (isRight: boolean) => {
    if (isRight) return
    // The end comes a turn later: this one may have the rest of the login.
    connection.removeAllListeners('readyForQuery')
    const failure = new Failure('network', () => texts.notBound(address.shown), { next: texts.bindOrVerify })
    connection.stream.destroy(failure)
  }
  connection.on('authenticationSASL', ({ mechanisms }) => demand(mechanisms.includes(BOUND)))
  connection.on('authenticationSASLFinal', () => {
    isBound = client.saslSession?.mechanism === BOUND
  })
  for (const way of ['CleartextPassword', 'MD5Password', 'Ok']) {
    connection.on(`authentication${way}`, () => demand(isBound))
  }
}
