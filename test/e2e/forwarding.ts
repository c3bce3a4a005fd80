/** `events tail` and `webhook listen` that forward, and what their target gets. */

import { openTarget, type Target } from '../webhooks/target.ts'
import { Listener } from './listener.ts'
import { machineOf, Stream, sequence, Tail } from './tailing.ts'

/** The ids of the events that a target got. */
export const eventsOf = ({ got }: Target) => got.map(({ body }) => JSON.parse(body.toString()).id)

/** The delivery ids that it got them under. */
export const deliveriesOf = ({ got }: Target) => got.map(({ headers }) => headers['x-service-delivery'])

/** A stream, a machine that knows it, and a target that answers so. */
export async function opened(...answers: Parameters<typeof openTarget>) {
  const stream = await Stream.start()
  const machine = machineOf(stream)
  const target = await openTarget(...answers)
  return {
    stream,
    machine,
    target,
    /** A tail that forwards, from the first event on. */
    forwarding: (...args: string[]) =>
      new Tail(machine, ['--forward-to', target.url, '--after', sequence(0), ...args]),
    /** One that goes on where the last run was. */
    again: (...args: string[]) => new Tail(machine, ['--forward-to', target.url, ...args]),
    /** A listener that forwards. */
    listening: () => Listener.start(machine, '--forward-to', target.url),
  }
}
