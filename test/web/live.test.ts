/** Live updates: what the stream says, how often, and when it ends. */

import { Context } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import { Live } from '#web/live.ts'
import { FakeClock, settled } from '../support/clock.ts'
import { demoSite } from './demo.tsx'
import { Visitor } from './visitor.ts'

const HELLO = 'event: version\ndata: 0\n\n'
const ALIVE = 'event: alive\ndata: \n\n'
const CHANGED = 'event: changed\ndata: \n\n'

let clock: FakeClock
let changed: () => void
let watching: boolean
let live: Live

beforeEach(() => {
  clock = new FakeClock()
  watching = true
  live = new Live(clock, fn => {
    changed = fn
    return () => {
      watching = false
    }
  })
})

const OWNER = {}
const stream = (owner = OWNER) => live.stream(new Context(new Request('http://localhost/live')), owner)

/** A client that reads at once whatever comes. */
function client(owner = OWNER) {
  const seen: string[] = []
  const body = stream(owner)!.body!
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return true
      seen.push(decoder.decode(value))
    }
  })()
  return { seen, ended, leave: () => reader.cancel() }
}

it('says at once that something has changed, and what follows within 200 ms together', async () => {
  const { seen } = client()
  changed()
  changed()
  changed()
  await settled()
  expect(seen).toEqual([HELLO, CHANGED])
  await clock.advanceAsync(199)
  changed()
  await settled()
  expect(seen).toHaveLength(2)
  await clock.advanceAsync(1)
  await settled()
  expect(seen).toEqual([HELLO, CHANGED, CHANGED])
  await clock.advanceAsync(1_000)
  expect(seen).toHaveLength(3)
})

it('begins with the number of changes so far, which pages have too', async () => {
  changed()
  changed()
  expect(live.version).toBe(2)
  const { seen } = client()
  await settled()
  expect(seen).toEqual(['event: version\ndata: 2\n\n'])
})

it('says every 3 s that the connection is still there', async () => {
  const { seen } = client()
  await clock.advanceAsync(3_000)
  await settled()
  expect(seen).toEqual([HELLO, ALIVE])
  await clock.advanceAsync(6_000)
  await settled()
  expect(seen).toHaveLength(4)
})

it('owes one event to a client that reads slowly, however much changes', async () => {
  const reader = stream()!.body!.getReader()
  for (let count = 0; count < 50; count++) {
    changed()
    await clock.advanceAsync(200)
  }
  const read = async () => new TextDecoder().decode((await reader.read()).value)
  expect([await read(), await read()]).toEqual([HELLO, CHANGED])
  await clock.advanceAsync(200)
  expect(await read()).toBe(CHANGED)
  const next = read()
  await clock.advanceAsync(200)
  changed()
  expect(await next).toBe(CHANGED)
})

it('forgets a client that leaves', async () => {
  const one = client()
  await one.leave()
  expect(clock.pending).toBe(0)
  changed()
})

it('ends the streams of one owner only', async () => {
  const [one, other] = [client({}), client(OWNER)]
  live.end(OWNER)
  expect(await other.ended).toBe(true)
  changed()
  await settled()
  expect(one.seen).toEqual([HELLO, CHANGED])
  await one.leave()
})

it('ends every stream at close, and leaves no timer', async () => {
  const one = client()
  changed()
  changed()
  live.close()
  expect(await one.ended).toBe(true)
  expect(watching).toBe(false)
  expect(clock.pending).toBe(0)
  expect(stream()).toBeNull()
})

it('has so many streams of one owner at most, and the others keep theirs', async () => {
  const ask = async (owner: object) => {
    const answer = live.stream(new Context(new Request('http://localhost/live')), owner, 2)
    await settled()
    return answer !== null
  }
  const [customers, shop] = [{}, {}]
  const answers = []
  for (const owner of [customers, customers, customers, shop]) answers.push(await ask(owner))
  expect(answers).toEqual([true, true, false, true])
  live.close()
})

describe('a site', () => {
  it('ends the streams of a session that logs out', async () => {
    const visitor = await Visitor.loggedIn(demoSite())
    const answer = await visitor.get('/live')
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    await visitor.post('/logout', { csrf: await visitor.csrf() })
    expect(await answer.text()).toBe(HELLO)
  })

  it('answers 503 beyond 50 streams', async () => {
    const visitor = await Visitor.loggedIn(demoSite())
    for (let count = 0; count < 50; count++) await visitor.get('/live')
    expect((await visitor.get('/live')).status).toBe(503)
    visitor.site.close()
  })
})
