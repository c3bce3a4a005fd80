/** However many pages are open, the service is called as for one screen. */

import { expect, it, onTestFinished } from 'vitest'
import { Counter, type CounterOptions } from '#charges/watching/counter.ts'
import { CONTACT_MS } from '#charges/watching/day.ts'
import { Failure, faultOf } from '#lib/failure.ts'
import { START, startWatching } from '../charges/watching/fake-store.ts'
import { settled } from '../support/clock.ts'
import { counterPages } from './counter-pages.ts'

it('three pages and 100 open charges stay within 120 calls a minute, with a person who keeps asking', async () => {
  const ids: string[] = []
  let counter!: Counter
  const { store, clock, channel, interrupt, end } = await startWatching(
    store => {
      ids.push(...store.createMany(1, 100))
      return { since: START - 3_600_000 }
    },
    { contactMs: CONTACT_MS },
    on => {
      const journalIfAny = async () => null
      const creator = {
        clock: on.clock,
        client: async () => on.store,
        journalIfAny,
      } as unknown as CounterOptions['creator']
      counter = new Counter({ watch: on.watch, creator, asFailure: faultOf })
      return counter.run()
    },
  )
  onTestFinished(async () => {
    interrupt.abort(new Failure('interrupted', '', { next: [] }))
    await end
  })
  const pages = await counterPages({ counter, clock } as never)
  await channel.ready()
  expect(await pages.visitor.text('/')).toContain('100 charges')
  store.drainCalls()
  for (let second = 0; second < 120; second++) {
    clock.advance(1_000)
    await settled()
    // Three tablets fetch the page; on one of them somebody asks every five seconds.
    await Promise.all([1, 2, 3].map(() => pages.visitor.text('/')))
    if (second % 5 === 0) await counter.ask(ids[second % 100]!)
  }
  expect(store.calls.length).toBeGreaterThan(24)
  expect(store.mostPerMinute).toBeLessThanOrEqual(120)
})
