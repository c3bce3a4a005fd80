/** Several processes take the same deliveries at the same time: each has its own connections. */

import { expect, it } from 'vitest'
import type { Inbox } from '#inbox/inbox.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { listed, numbered, numbers, take } from '../arriving.ts'
import { newInbox, openOn } from './opening.ts'

const EVENTS = 60

async function several(count: number): Promise<Inbox[]> {
  const place = await newInbox()
  return Promise.all(Array.from({ length: count }, () => openOn(place)))
}

/** All of them in another order for each process: 61 is a prime number, so each comes once. */
const reordered = (process: number) => numbers(EVENTS).map(n => (n * (1 + 7 * process)) % 61)

/** With `npm test` too, which otherwise knows only SQLite. */
describeOnPostgres('processes that share an inbox', tests, { always: true })

function tests(): void {
  it('keep an event once that all of them take, whatever the delivery ids', async () => {
    const inboxes = await several(4)
    const taken = await Promise.all(
      inboxes.flatMap((inbox, number) =>
        reordered(number).map(n => take(inbox, numbered(n, { delivery: `dlv_${n}_${number % 2}` }))),
      ),
    )
    const verdicts = taken.map(({ verdict }) => verdict)
    expect(verdicts.filter(verdict => verdict === 'accepted')).toHaveLength(EVENTS)
    const kept = await listed(inboxes[0]!, { forward: 'pending' })
    expect(kept.map(({ arrivalCount }) => arrivalCount)).toEqual(Array(EVENTS).fill(4))
  })

  it('keep ten arrivals of an event that comes to all of them at once', async () => {
    const inboxes = await several(4)
    await Promise.all(numbers(40).map(n => take(inboxes[n % 4]!, numbered(1))))
    const [event] = await listed(inboxes[0]!)
    expect(event).toMatchObject({ arrivalCount: 40 })
    expect(await inboxes[0]!.reading.arrivalsOf(event!.id)).toHaveLength(10)
  })
}
