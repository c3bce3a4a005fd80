/** `events tail` with an inbox on PostgreSQL: one of several works, and another one goes on when it is gone. */

import { expect, it, onTestFinished } from 'vitest'
import { eventsOf } from '../support/forwarding.ts'
import type { Machine } from '../support/pixctl.ts'
import { describeOnPostgres, newDatabase } from '../support/postgres.ts'
import { machineOf, range, Stream, sequence, Tail } from '../support/tailing.ts'
import { type Answer, openTarget, type Target } from '../webhooks/target.ts'

/** Makes machines that share an inbox. */
async function sharing(stream: Stream): Promise<() => Machine> {
  const { url } = await newDatabase()
  const machine = () => machineOf(stream, { PIXCTL_INBOX_URL: url })
  expect(await machine().pixctl(['inbox', 'init'])).toMatchObject({ code: 0 })
  return machine
}

/** Continues a process that was stopped, so that it can end with the test. */
function continued(tail: Tail): Tail {
  onTestFinished(() => void tail.child.kill('SIGCONT'))
  return tail
}

describeOnPostgres('two tails that share an inbox', () => {
  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'forward each event once, and in order, when %s hits the one that works',
    async signal => {
      const stream = await Stream.start()
      const machine = await sharing(stream)
      const slow: Answer = response => void setTimeout(() => response.writeHead(204).end(), 20)
      const target = await openTarget(slow)
      const flags = (from: string) => [
        ...['--forward-to', target.url, '--forward-concurrency', '4'],
        ...['--forward-header', `X-From: ${from}`],
      ]
      const one = continued(new Tail(machine(), [...flags('one'), '--after', sequence(0)]))
      await stream.clients(1)
      const two = new Tail(machine(), flags('two'))
      await two.says(/this one stands by/)
      let last = ''
      // No more than can soon be forwarded: a lease must end before the second one goes on.
      const feed = setInterval(() => {
        if (numberOf(last) - target.got.length < 100) last = stream.add()
      }, 10)
      onTestFinished(() => clearInterval(feed))
      await target.requests(30)
      one.child.kill(signal)
      await two.says(/this events tail works now/)
      await target.requests(target.got.length + 30)
      clearInterval(feed)
      last = stream.add()
      await untilGot(target, last)
      if (signal === 'SIGSTOP') {
        one.child.kill('SIGCONT')
        await one.says(/this events tail stands by/)
        await untilGot(target, stream.add())
      }
      const ids = eventsOf(target)
      expect(new Set(ids)).toEqual(new Set(range(1, new Set(ids).size)))
      // Only what was in flight at the signal came again, once, from the other one.
      const again = [...sendersOf(target)].filter(([, senders]) => senders.length > 1)
      expect(again.length).toBeLessThanOrEqual(16)
      // One that SIGSTOP hits between its last look at the lease and its request sends it when it goes on.
      for (const [id, senders] of again) expect([id, senders.sort()]).toEqual([id, ['one', 'two']])
    },
  )
})

/** The number of an event of the stream; 0 of none. */
const numberOf = (id: string) => Number(id.slice('evt_'.length))

/** Which tails have sent each delivery, in order. */
function sendersOf({ got }: Target): Map<unknown, unknown[]> {
  const senders = new Map<unknown, unknown[]>()
  for (const { headers } of got) {
    const id = headers['x-service-delivery']
    senders.set(id, [...(senders.get(id) ?? []), headers['x-from']])
  }
  return senders
}

/** Resolves once the target has got an event. */
async function untilGot(target: Target, id: string): Promise<void> {
  while (!eventsOf(target).includes(id)) await target.requests(target.got.length + 1)
}
