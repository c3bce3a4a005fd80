/** A client of `pg` that trusts neither the server nor the environment more than the address says. */

import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { Client, ClientConfig } from 'pg'
import { Failure } from '#lib/failure.ts'
import { texts } from '../texts.ts'
import { isSocket, type PostgresAddress, type PostgresServer } from './address.ts'

/** The login that proves which certificate the client sees. */
const BOUND = 'SCRAM-SHA-256-PLUS'

/** What `pg` has, and its types don't. */
interface Inside {
  connection: EventEmitter & { stream: Duplex }
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
