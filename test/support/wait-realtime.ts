/** A service with both channels, REST and realtime, and a machine whose commands wait on it. */

import { type Peer, Service, TOKEN } from '../realtime/service.ts'
import { LocalMachine } from './local.ts'
import { API_KEY } from './scripted.ts'
import { type Act, answer, paymentBody, ScriptedService } from './service.ts'

export const pending = answer(200, { data: paymentBody() })
export const paid = answer(200, { data: paymentBody({ status: 'PAID', paidAt: '2026-01-01T00:00:01Z' }) })

let sequence = 9_007_199_254_740_993n

/** The text of an `event` message about a payment, the next in its channel. */
export function event(data: object, type = 'payment.approved'): string {
  const id = `evt_${++sequence}`
  return `{"op":"event","sequence":"${sequence}","event":${JSON.stringify({ id, type, data })}}`
}

/** A service with both channels, and a machine with a token for each. */
export async function openBothLocal(...script: Act[]) {
  const [rest, realtime] = await Promise.all([new ScriptedService(...script).start(), Service.start()])
  const machine = new LocalMachine({
    PIXCTL_API_KEY: API_KEY,
    PIXCTL_BASE_URL: rest.baseUrl,
    PIXCTL_WS_TOKEN: TOKEN,
    PIXCTL_REALTIME_URL: realtime.url,
  })
  return {
    rest,
    realtime,
    machine,
    async [Symbol.asyncDispose]() {
      machine[Symbol.dispose]()
      await realtime[Symbol.asyncDispose]()
      await rest[Symbol.asyncDispose]()
    },
  }
}

/** The first connection, ready, and the charge read because of that. */
export async function ready(
  { realtime, rest }: { realtime: Service; rest: ScriptedService },
  reads = 2,
): Promise<{ peer: Peer; auth: unknown }> {
  const peer = await realtime.peer()
  const auth = await peer.ready()
  await rest.requests(reads)
  return { peer, auth }
}
