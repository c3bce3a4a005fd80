/** Machines that share an inbox on PostgreSQL, and the deliveries that they get. */

import { onTestFinished } from 'vitest'
import { SECRET, sign } from '../webhooks/target.ts'
import { envelope } from './envelope.ts'
import { type Answer, call } from './http.ts'
import { LocalMachine } from './local.ts'
import { newDatabase, type PostgresServer, type TestDatabase } from './postgres.ts'

export interface SharedInbox extends TestDatabase {
  /** A machine with nothing of its own that uses the inbox; it ends with the test. */
  machine(env?: Record<string, string>): LocalMachine
}

/** A new inbox, on the server that all tests share or on another one. */
export async function newSharedInbox(on?: PostgresServer): Promise<SharedInbox> {
  const database = await newDatabase(on)
  const machine = (env: Record<string, string> = {}) => {
    const made = new LocalMachine({
      PIXCTL_WEBHOOK_SECRET: SECRET,
      PIXCTL_INBOX_URL: database.url,
      ...env,
    })
    onTestFinished(() => made[Symbol.dispose]())
    return made
  }
  const { code, stderr } = await machine().pixctl(['inbox', 'init'])
  if (code !== 0) throw new Error(stderr)
  return { ...database, machine }
}

/** Sends a delivery to a listener, as the service does. */
export function deliver(url: string, id: string, payment = `pay_${id}`): Promise<Answer> {
  const body = envelope({ id: `evt_${id}`, type: 'payment.created', paymentId: payment })
  const t = String(Math.floor(Date.now() / 1000))
  return call(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Service-Event': 'payment.created',
      'X-Service-Delivery': `dlv_${id}`,
      'X-Service-Signature': sign(t, Buffer.from(body), SECRET),
    },
    body,
  })
}
