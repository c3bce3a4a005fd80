/** Processes of a profile with different targets, while events come by both channels and some are killed. */

import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { envelope } from '../support/envelope.ts'
import { eventsOf } from '../support/forwarding.ts'
import { Listener, signed } from '../support/listener.ts'
import { machineOf, Stream, sequence, Tail } from '../support/tailing.ts'
import { openTarget, SECRET } from '../webhooks/target.ts'

const EVENTS = 40

/** Event `evt_<n>` by webhook, again until the listener has answered 204. */
async function deliver(listener: Listener, n: number): Promise<void> {
  const body = envelope({ id: `evt_${n}`, type: 'payment.created', paymentId: `pay_${n}` })
  for (;;) {
    const answer = listener.send(signed({ delivery: `dlv_${n}`, type: 'payment.created', body }))
    if ((await answer.catch(() => null))?.status === 204) return
    await setTimeout(50)
  }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const ids = (from: number, to: number) => numbers(from, to).map(n => `evt_${n}`)

/** Some by one channel, some by the other, some by both: `evt_<from>` to `evt_<to>`. */
async function comeByBoth(stream: Stream, listener: Listener, from: number, to: number): Promise<void> {
  const half = Math.floor((from + to) / 2)
  stream.addMany(to - from + 1 - 5)
  await Promise.all(numbers(half, to).map(n => deliver(listener, n)))
}

it('no event comes to a target that was refused, and none is lost', async () => {
  const stream = await Stream.start()
  const machine = machineOf(stream, { PIXCTL_WEBHOOK_SECRET: SECRET })
  const [a, b] = [await openTarget(204), await openTarget(204)]
  const one = await Listener.start(machine, '--forward-to', a.url)
  const tail = new Tail(machine, ['--forward-to', a.url, '--after', sequence(0)])
  await stream.clients(1)
  const refused = machine.pixctl(['webhook', 'listen', '--port', '0', '--forward-to', b.url, '--json'])
  await comeByBoth(stream, one, 1, EVENTS / 2)
  await expect.poll(() => new Set(eventsOf(a)).size).toBe(EVENTS / 2)
  expect(await refused).toMatchObject({ code: 6 })
  expect(b.got).toEqual([])
  // Both are killed, and started again with other targets.
  await Promise.all([one.kill(), tail.kill()])
  const restarted = Listener.startAs(machine, ['--port', String(one.port), '--forward-to', b.url])
  const tailAgain = new Tail(machine, ['--forward-to', b.url])
  const again = await restarted
  await comeByBoth(stream, again, EVENTS / 2 + 1, EVENTS)
  await expect.poll(() => new Set(eventsOf(b)).size).toBe(EVENTS / 2)
  const [toA, toB] = [eventsOf(a), eventsOf(b)]
  expect(toA.sort()).toEqual(ids(1, EVENTS / 2).sort())
  expect(toB.sort()).toEqual(ids(EVENTS / 2 + 1, EVENTS).sort())
  await tailAgain.end()
})
