/** What a client of `pg` must not take from a server: the server may be another one than it says. */

import type { EventEmitter } from 'node:events'
import type { Duplex } from 'node:stream'
import type { Client } from 'pg'
import { Failure } from '../failure.ts'
import { isSocket, type PostgresAddress, type PostgresServer } from './address.ts'
import { texts } from './texts.ts'
import type { TlsAttempt } from './tls.ts'

/** The login that proves which certificate the client sees. */
const BOUND = 'SCRAM-SHA-256-PLUS'

/** What `pg` has, and its types don't. hostile.test.ts and tls.test.ts fail when it changes. */
interface Inside {
  connection: EventEmitter & { stream: Duplex }
  password: () => string
  saslSession?: { mechanism: string } | null
}

/** @param ssl as the client was made with it */
export function makeCareful(client: Client, address: PostgresServer, ssl: TlsAttempt): Client {
  const inside = client as unknown as Inside
  const isVerified = ssl !== false && ssl.rejectUnauthorized
  if (!isVerified && !isSocket(address.host)) keepPassword(inside, address)
  if (address.says.binding === 'require') demandBinding(inside, address)
  return client
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
