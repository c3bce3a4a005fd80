/** When the inspector makes a list anew, and when open pages are told to ask for it. */

import { expect, it } from 'vitest'
import type { ListPage } from '#inspector/delivery-list.ts'
import { ListCache } from '#inspector/list-cache.ts'
import { FakeClock } from '../support/clock.ts'

/** An inbox in which deliveries arrive, and whose list takes a while to read. */
class SlowInbox {
  readonly clock = new FakeClock()
  readonly #watchers = new Set<() => void>()
  readonly lists = new ListCache(this.clock, this)
  #arrived = 0
  /** How often it was read. */
  reads = 0

  watch(changed: () => void): () => void {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }

  changed(): void {
    for (const watcher of this.#watchers) watcher()
  }

  arrive(): void {
    this.#arrived++
    this.changed()
  }

  /** What a page gets: how many deliveries there were when the list was read, which takes that long. */
  async page(ms: number, key = ''): Promise<number> {
    const { next } = await this.lists.get(key, async () => {
      this.reads++
      const there = this.#arrived
      await this.clock.sleep(ms)
      return { entries: [], next: { kept: there, rejected: 0 } } satisfies ListPage
    })
    return next!.kept
  }
}

/** A page in a browser: it asks again after each change, one request at a time. */
function openPage(inbox: SlowInbox, ms: number, key = '') {
  const page = { shows: -1 }
  let isStale = true
  let isAsking = false
  const ask = async () => {
    isStale = true
    if (isAsking) return
    isAsking = true
    while (isStale) {
      isStale = false
      page.shows = await inbox.page(ms, key)
    }
    isAsking = false
  }
  inbox.watch(() => void ask())
  void ask()
  return page
}

/** A list that took so long twice already. */
async function slowInbox(ms: number): Promise<SlowInbox> {
  const inbox = new SlowInbox()
  for (let reads = 1; reads <= 2; reads++) {
    const page = inbox.page(ms)
    await inbox.clock.advanceAsync(ms)
    expect([await page, inbox.reads]).toEqual([0, reads])
  }
  return inbox
}

it('gives a list that took 100 ms twice again for a second, and then makes it anew', async () => {
  const inbox = await slowInbox(100)
  inbox.arrive()
  await inbox.clock.advanceAsync(999)
  expect(await inbox.page(100)).toBe(0)
  await inbox.clock.advanceAsync(1)
  const third = inbox.page(100)
  await inbox.clock.advanceAsync(100)
  expect([await third, inbox.reads]).toEqual([1, 3])
})

it('makes a list that was slow once each time', async () => {
  const inbox = new SlowInbox()
  for (const [n, ms] of [5, 300, 5, 300].entries()) {
    const page = inbox.page(ms)
    await inbox.clock.advanceAsync(ms)
    expect([await page, inbox.reads]).toEqual([n, n + 1])
    inbox.arrive()
  }
})

it('makes a quick list each time', async () => {
  const inbox = new SlowInbox()
  for (let n = 0; n < 3; n++) {
    const page = inbox.page(40)
    await inbox.clock.advanceAsync(40)
    expect(await page).toBe(n)
    inbox.arrive()
  }
})

it('lets an open page show what came just after a slow list was read, though nothing comes later', async () => {
  const inbox = await slowInbox(100)
  const page = openPage(inbox, 100)
  inbox.arrive()
  await inbox.clock.advanceAsync(900)
  expect(page.shows).toBe(0)
  await inbox.clock.advanceAsync(100 + 100)
  expect([page.shows, inbox.reads]).toEqual([1, 3])
})

it('lets an open page show what came while a slow list was read', async () => {
  const inbox = await slowInbox(100)
  await inbox.clock.advanceAsync(1_000)
  const page = openPage(inbox, 100)
  await inbox.clock.advanceAsync(50)
  inbox.arrive()
  await inbox.clock.advanceAsync(50 + 1_000 + 100)
  expect([page.shows, inbox.reads]).toEqual([1, 4])
})

it.each([20, 100])('lets an open page show what came while its first list was read, in %s ms', async ms => {
  const inbox = new SlowInbox()
  const page = openPage(inbox, ms)
  await inbox.clock.advanceAsync(ms / 2)
  inbox.arrive()
  await inbox.clock.advanceAsync(ms / 2 + ms)
  expect(page.shows).toBe(1)
})

it('lets an open page show what came before it asked for a slow list that was being read', async () => {
  const inbox = await slowInbox(100)
  await inbox.clock.advanceAsync(1_000)
  const other = inbox.page(100)
  await inbox.clock.advanceAsync(50)
  inbox.arrive()
  const page = openPage(inbox, 100)
  await inbox.clock.advanceAsync(50)
  expect([await other, page.shows]).toEqual([0, 0])
  await inbox.clock.advanceAsync(1_000 + 100)
  expect([page.shows, inbox.reads]).toEqual([1, 4])
})

it('reads no list again because an open page is told to ask for another one', async () => {
  const inbox = new SlowInbox()
  const pages = [100, 130].map(ms => openPage(inbox, ms, `${ms}`))
  await inbox.clock.advanceAsync(200)
  inbox.arrive()
  await inbox.clock.advanceAsync(200)
  // Both lists were slow twice.
  expect([inbox.reads, inbox.clock.pending]).toEqual([4, 0])
  inbox.arrive()
  await inbox.clock.advanceAsync(60_000)
  expect(pages.map(({ shows }) => shows)).toEqual([2, 2])
  expect([inbox.reads, inbox.clock.pending]).toEqual([6, 0])
})
