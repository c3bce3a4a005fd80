/** How many events `events tail --forward-to` takes while their target accepts none. */

import { expect, it } from 'vitest'
import { TailForwarding, type TailForwardingOptions } from '#events/tail/forwarding.ts'
import type { Arrival } from '#inbox/inbox.ts'
import { SqliteQueue } from '#inbox/sqlite/queue.ts'
import { type Step, stepText } from '#lib/suggestion.ts'
import { ended, firstPending, openInbox } from '../../inbox/arriving.ts'
import { FakeClock, settled } from '../../support/clock.ts'

it('waits for a 2xx while more than 1,000 wait for one, and says so once', async () => {
  const inbox = await openInbox()
  const warnings: string[] = []
  const done: string[] = []
  const { signal } = new AbortController()
  const options = {
    inbox: {
      writing: { insert: async (arrival: Arrival) => inbox.insert(arrival) },
      queue: new SqliteQueue(inbox, { dataDir: '', profile: '', clock: new FakeClock() }),
    },
    out: { warn: (text: Step) => warnings.push(stepText(text)) },
    host: { env: {}, clock: new FakeClock(), signal },
    signal,
    routes: [{ types: null, url: 'http://127.0.0.1:3000/hooks' }],
    stream: 'ws://127.0.0.1:8080/realtime',
    onDone: (sequence: string) => done.push(sequence),
  }
  const forwarding = new TailForwarding(options as unknown as TailForwardingOptions)
  const items = Array.from({ length: 1001 }, (_, n) => {
    const id = `evt_${n}`
    return { sequence: String(9_000_000 + n), event: `{"id":"${id}"}`, id, type: 'payment.created' }
  })
  // In one commit, as the writer does it.
  await inbox.inTransaction(() => forwarding.save(items, new Set()))
  await forwarding.shown(items, new Set(items))
  let isRoom = false
  const room = async () => {
    isRoom = false
    await forwarding.room()
    isRoom = true
  }
  room()
  await settled()
  expect([isRoom, done]).toEqual([false, []])

  inbox.inTransaction(() => inbox.attempted(ended(firstPending(inbox)!.id, 204)))
  await forwarding.shown([], new Set())
  await settled()
  expect([isRoom, done]).toEqual([true, ['9000000']])
  await room()
  expect(isRoom).toBe(true)
  expect(warnings).toEqual([expect.stringContaining('1001 events are waiting for a 2xx')])
})
