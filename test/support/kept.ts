/** Machines whose inbox holds events, for commands as processes or in this process. */

import { onTestFinished } from 'vitest'
import type { Arrival, Inbox } from '#inbox/inbox.ts'
import { ended, openInbox, take } from '../inbox/arriving.ts'
import { type Answer, openTarget, sign } from '../webhooks/target.ts'

type AnyMachine = Disposable & { readonly dataDir: string }

/** An arrival, and what its target has answered so far; null if no answer came. */
export type Kept = Partial<Arrival> & { answered?: (number | null)[] }

/** The machine, whose inbox holds these in the order of arrival; it goes when the test ends. */
export async function withKept<Some extends AnyMachine>(
  machine: Some,
  arrivals: readonly Kept[],
): Promise<Some> {
  onTestFinished(() => machine[Symbol.dispose]())
  const inbox = await openInbox(machine.dataDir)
  for (const { answered = [], ...over } of arrivals) {
    const { id } = await take(inbox, over)
    for (const status of answered) await inbox.writing.attempted(ended(id, status))
  }
  return machine
}

/** One event that was never to be forwarded, one that is pending, one that is done. */
export const STATES = [
  { delivery: 'dlv_1', eventId: 'evt_1', forward: false },
  { delivery: 'dlv_2', eventId: 'evt_2', answered: [500, null] },
  { delivery: 'dlv_3', eventId: null, type: 'endpoint.test', answered: [500, 204] },
]

/** Bytes that no JSON parser gives back alike. */
export const BODY = Buffer.from('{ "description":"café",\r\n"amount":10.50}\n\xff', 'latin1')
const KEPT = ['content-type', 'application/json', 'X-Service-Event', 'said.by.nobody', 'X-Service-Delivery']

/** The machine with a target, whose inbox holds dlv_1 to dlv_3, taken without one. */
export async function withReplayable<Some extends AnyMachine>(machine: Some, answers: readonly Answer[]) {
  onTestFinished(() => machine[Symbol.dispose]())
  const inbox = await openInbox(machine.dataDir)
  for (const n of [1, 2, 3]) await keep(inbox, `dlv_${n}`, { eventId: `evt_${n}` })
  return { machine, inbox, target: await openTarget(...answers) }
}

/** Keeps a delivery that was signed this very second. */
export async function keep(inbox: Inbox, delivery: string, over: Partial<Arrival> = {}): Promise<string> {
  const signature = sign(String(Math.floor(Date.now() / 1000) - 1), BODY)
  const headers = [...KEPT, delivery, 'X-Service-Signature', signature].join('\n')
  await take(inbox, { delivery, headers, body: BODY, forward: false, ...over })
  return signature
}
