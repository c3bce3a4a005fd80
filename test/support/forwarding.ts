/** `events tail` and `webhook listen` that forward, and what their target gets. */

import { type Answer, openTarget, type Target } from '../webhooks/target.ts'
import { Listener } from './listener.ts'
import type { LocalMachine } from './local.ts'
import type { Machine } from './pixctl.ts'
import { localMachineOf, machineOf, Stream, sequence, Tail } from './tailing.ts'

/** The ids of the events that a target got. */
export const eventsOf = ({ got }: Target) => got.map(({ body }) => JSON.parse(body.toString()).id)

/** The delivery ids that it got them under. */
export const deliveriesOf = ({ got }: Target) => got.map(({ headers }) => headers['x-service-delivery'])

/** A listener of this machine that forwards to the target. */
export const forwardingListener = (machine: Machine | LocalMachine, target: Target, ...args: string[]) =>
  Listener.start(machine, '--forward-to', target.url, ...args)

/** What `webhook deliveries` says of forwarding, by delivery. */
export async function forwardStates(
  machine: Machine | LocalMachine,
): Promise<Record<string, [string, number]>> {
  const { stdout } = await machine.pixctl(['webhook', 'deliveries', '--json'])
  const all = JSON.parse(stdout) as { delivery: string; forward: string; attemptCount: number }[]
  return Object.fromEntries(all.map(each => [each.delivery, [each.forward, each.attemptCount]]))
}

/** A stream, a machine that knows it, and a target that answers so. */
export const opened = (...answers: Answer[]) => openedOn(machineOf, answers)

/** The same for commands in this process. */
export const openedHere = (...answers: Answer[]) => openedOn(localMachineOf, answers)

async function openedOn<M extends Machine | LocalMachine>(
  machineOn: (stream: Stream) => M,
  answers: readonly Answer[],
) {
  const stream = await Stream.start()
  const machine = machineOn(stream)
  const target = await openTarget(...answers)
  return {
    stream,
    machine,
    target,
    /** A tail that forwards, from the first event on. */
    forwarding: (...args: string[]) =>
      new Tail(machine, ['--forward-to', target.url, '--after', sequence(0), ...args]),
    /** One that continues from the last run. */
    again: (...args: string[]) => new Tail(machine, ['--forward-to', target.url, ...args]),
    /** A listener that forwards. */
    listening: () => forwardingListener(machine, target),
  }
}
