/** Processes of a profile with different targets, and with the same ones, while events come by both channels and some are killed. */

import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { envelope } from '../support/envelope.ts'
import { eventsOf } from '../support/forwarding.ts'
import { Listener, signed } from '../support/listener.ts'
import type { Machine } from '../support/pixctl.ts'
import { describeOnPostgres, newDatabase } from '../support/postgres.ts'
import { machineOf, Stream, sequence, Tail } from '../support/tailing.ts'
import { openTarget, SECRET } from '../webhooks/target.ts'

const EVENTS = 40

/** Event `evt_<n>` by webhook, again until the listener has answered 204. */
async function deliver(listener: () => Listener, n: number): Promise<void> {
  const body = envelope({ id: `evt_${n}`, type: 'payment.created', paymentId: `pay_${n}` })
  for (;;) {
    const answer = listener().send(signed({ delivery: `dlv_${n}`, type: 'payment.created', body }))
    if ((await answer.catch(() => null))?.status === 204) return
    await setTimeout(50)
  }
}

interface Setting {
  stream: Stream
  /** Of the first listener and the tail, and of a second listener. */
  machines: readonly [Machine, Machine]
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const ids = (from: number, to: number) => numbers(from, to).map(n => `evt_${n}`)

/** Some by one channel, some by the other, some by both: `evt_<from>` to `evt_<to>`. */
async function comeByBoth(stream: Stream, listener: () => Listener, from: number, to: number): Promise<void> {
  const half = Math.floor((from + to) / 2)
  stream.addMany(to - from + 1 - 5)
  await Promise.all(numbers(half, to).map(n => deliver(listener, n)))
}

async function differentTargets({ stream, machines }: Setting): Promise<void> {
  const [first, second] = machines
  const [a, b] = [await openTarget(204), await openTarget(204)]
  const one = await Listener.start(first, '--forward-to', a.url)
  const tail = new Tail(first, ['--forward-to', a.url, '--after', sequence(0)])
  await stream.clients(1)
  const refused = second.pixctl(['webhook', 'listen', '--port', '0', '--forward-to', b.url, '--json'])
  await comeByBoth(stream, () => one, 1, EVENTS / 2)
  await expect.poll(() => new Set(eventsOf(a)).size).toBe(EVENTS / 2)
  expect(await refused).toMatchObject({ code: 6 })
  expect(b.got).toEqual([])
  // Both are killed, and started again with other targets.
  await Promise.all([one.kill(), tail.kill()])
  const restarted = Listener.startAs(first, ['--port', String(one.port), '--forward-to', b.url])
  const tailAgain = new Tail(first, ['--forward-to', b.url])
  const again = await restarted
  await comeByBoth(stream, () => again, EVENTS / 2 + 1, EVENTS)
  await expect.poll(() => new Set(eventsOf(b)).size).toBe(EVENTS / 2)
  const [toA, toB] = [eventsOf(a), eventsOf(b)]
  report('different targets', [...toA, ...toB])
  expect(toA.sort()).toEqual(ids(1, EVENTS / 2).sort())
  expect(toB.sort()).toEqual(ids(EVENTS / 2 + 1, EVENTS).sort())
  await tailAgain.end()
}

async function sameTargets({ stream, machines }: Setting, ...flags: string[]): Promise<void> {
  const target = await openTarget(204)
  const routes = ['--forward-to', target.url, ...flags]
  const one = await Listener.start(machines[0], ...routes)
  const tail = new Tail(machines[0], [...routes, '--after', sequence(0)])
  const two = await Listener.start(machines[1], ...routes)
  await stream.clients(1)
  await comeByBoth(stream, () => two, 1, EVENTS / 2)
  await one.kill()
  await comeByBoth(stream, () => two, EVENTS / 2 + 1, EVENTS)
  await expect.poll(() => new Set(eventsOf(target)).size).toBe(EVENTS)
  report('same targets', eventsOf(target))
  // What was in flight when one was killed may come again.
  expect(eventsOf(target).length).toBeLessThanOrEqual(EVENTS + 4)
  await tail.end()
}

function report(what: string, got: readonly string[]): void {
  const lost = EVENTS - new Set(got).size
  process.stderr.write(`${what}: ${EVENTS} events, ${lost} lost, ${got.length - new Set(got).size} twice\n`)
}

it('no event comes to a target that was refused, and none is lost', async () => {
  const stream = await Stream.start()
  const machine = machineOf(stream, { PIXCTL_WEBHOOK_SECRET: SECRET })
  await differentTargets({ stream, machines: [machine, machine] })
})

describeOnPostgres('with a shared inbox', () => {
  it('with the same targets they go on for each other, several at once', async () => {
    const stream = await Stream.start()
    const { url } = await newDatabase()
    const machine = () => machineOf(stream, { PIXCTL_INBOX_URL: url, PIXCTL_WEBHOOK_SECRET: SECRET })
    const machines = [machine(), machine()] as const
    expect(await machines[0].pixctl(['inbox', 'init'])).toMatchObject({ code: 0 })
    await sameTargets({ stream, machines }, '--forward-concurrency', '4')
  })
})
