/** Machines whose inbox holds deliveries, for commands as processes or in this process. */

import { onTestFinished } from 'vitest'
import type { Arrival } from '#inbox/inbox.ts'
import type { InboxFile } from '#inbox/sqlite/inbox-file.ts'
import { arrival, attempt, openInbox } from '../inbox/arriving.ts'
import { type Answer, openTarget, sign } from '../webhooks/target.ts'

type AnyMachine = Disposable & { readonly dataDir: string }

/** A delivery, and what its target has answered so far; null if no answer came. */
export type Kept = Partial<Arrival> & { answered?: (number | null)[] }

/** The machine, whose inbox holds these in the order of arrival; it goes when the test ends. */
export async function withKept<Some extends AnyMachine>(
  machine: Some,
  arrivals: readonly Kept[],
): Promise<Some> {
  onTestFinished(() => machine[Symbol.dispose]())
  const inbox = await openInbox(machine.dataDir)
  for (const { answered = [], ...over } of arrivals) {
    inbox.inTransaction(() => inbox.insert(arrival(over)))
    for (const status of answered) attempt(inbox, arrival(over).delivery, status)
  }
  return machine
}

/** One delivery that was never to be forwarded, one that is pending, one that is done. */
export const STATES = [
  { delivery: 'dlv_1', eventId: 'evt_1', forward: false },
  { delivery: 'dlv_2', eventId: 'evt_2', answered: [500, null] },
  { delivery: 'dlv_3', eventId: null, event: 'endpoint.test', answered: [500, 204] },
]

/** Bytes that no JSON parser gives back alike. */
export const BODY = Buffer.from('{ "description":"café",\r\n"amount":10.50}\n\xff', 'latin1')
export const KEPT = [
  'content-type',
  'application/json',
  'X-Service-Event',
  'payment.created',
  'X-Service-Delivery',
]

/** The machine with a target, whose inbox holds dlv_1 to dlv_3, taken without one. */
export async function withReplayable<Some extends AnyMachine>(machine: Some, answers: readonly Answer[]) {
  onTestFinished(() => machine[Symbol.dispose]())
  const inbox = await openInbox(machine.dataDir)
  for (const n of [1, 2, 3]) keep(inbox, `dlv_${n}`, { eventId: `evt_${n}` })
  return { machine, inbox, target: await openTarget(...answers) }
}

/** Keeps a delivery that was signed this very second. */
export function keep(inbox: InboxFile, delivery: string, over: Partial<Arrival> = {}): string {
  const signature = sign(String(Math.floor(Date.now() / 1000) - 1), BODY)
  const headers = [...KEPT, delivery, 'X-Service-Signature', signature].join('\n')
  inbox.inTransaction(() => inbox.insert(arrival({ delivery, headers, body: BODY, forward: false, ...over })))
  return signature
}
