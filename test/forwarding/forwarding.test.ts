/** How long a run waits for the forwarding of a profile at the end, with a clock that stands still. */

import { describe, expect, it, onTestFinished } from 'vitest'
import type { Output } from '#cli/output/output.ts'
import { Forwarding, type ForwardingOptions } from '#forwarding/forwarding.ts'
import { type Step, stepText } from '#lib/suggestion.ts'
import { ended, openInbox, takeMany } from '../inbox/arriving.ts'
import { FakeClock } from '../support/clock.ts'

const TIMEOUT_MS = 10_000
const ROUTES = [{ types: null, url: 'http://127.0.0.1:3000/hooks' }]

/** Somebody who waits until all is forwarded, by another process: this one only looks. */
async function catchingUp() {
  const inbox = await openInbox()
  const clock = new FakeClock()
  await takeMany(inbox, 2)
  const accept = (event: number) => inbox.writing.attempted(ended(event, 200))
  const { signal } = new AbortController()
  const options = { host: { env: {}, clock, signal }, inbox, signal, routes: ROUTES, timeoutMs: 10_000 }
  const forwarding = new Forwarding(options as unknown as ForwardingOptions)
  const state = { over: false }
  forwarding.caughtUp(TIMEOUT_MS).then(() => {
    state.over = true
  })
  await clock.asleep()
  return { accept, clock, forwarding, state }
}

describe('what is to be forwarded at the end', () => {
  it.each([0, 3_600_000, -3_600_000])('is waited for as long as was asked (clock set by %i ms)', async by => {
    const { clock, forwarding, state } = await catchingUp()
    clock.jump(by)
    await clock.advanceAsync(TIMEOUT_MS - 1)
    expect(state.over).toBe(false)
    await clock.advanceAsync(1)
    expect(state.over).toBe(true)
    const failure = await forwarding.pendingFailure(TIMEOUT_MS)
    expect(failure?.message).toMatch(/^2 still pending/)
  })

  it('is waited for again each time the target has accepted something', async () => {
    const { accept, clock, forwarding, state } = await catchingUp()
    await clock.advanceAsync(TIMEOUT_MS - 1)
    await accept(1)
    await clock.advanceAsync(TIMEOUT_MS - 1)
    expect(state.over).toBe(false)
    await accept(2)
    await clock.advanceAsync(50)
    expect(state.over).toBe(true)
    expect(await forwarding.pendingFailure(TIMEOUT_MS)).toBeNull()
  })
})

it.each([
  [1, 'alone'],
  [2, 'shared'],
])('with %i at once to each target, the turn to forward is %s', async (concurrency, expected) => {
  const end = new AbortController()
  const { signal } = end
  const asked: string[] = []
  const lease = async (_role: string, mode: string) => {
    asked.push(mode)
    end.abort()
    return null
  }
  const inbox = { isShared: true, queue: { lease, routesInForce: async () => null } }
  const out = { warn: () => {}, say: () => {} }
  const host = { env: {}, clock: new FakeClock(), signal }
  const options = { host, inbox, out, signal, routes: ROUTES, concurrency, timeoutMs: 10_000, view: {} }
  await new Forwarding(options as unknown as ForwardingOptions).run()
  expect(asked).toEqual([expected])
})

/** Forwarding whose inbox gives these holds in turn; null while another process has the role. */
async function holding(isShared: boolean, ...holds: (AbortController | null)[]) {
  /** Why nothing can be claimed. */
  const broken: Error[] = []
  const theirs: { routes: string[] | null } = { routes: ['http://127.0.0.1:3000/hooks'] }
  const clock = new FakeClock()
  const end = new AbortController()
  const lines: string[] = []
  const keep = (text: Step) => void lines.push(stepText(text))
  const out = { warn: keep, say: keep, note: keep } as unknown as Output
  const inbox = {
    isShared,
    queue: {
      lease: async () => {
        const lost = holds.shift()
        return lost ? { lost: lost.signal, lastAsk: 0, release: async () => {} } : null
      },
      routesInForce: async () => theirs.routes,
      claim: async () => {
        if (broken.length > 0) throw broken[0]
        return []
      },
      pendingTypes: async () => new Map([['payment.created', 2]]),
      unclaim: async () => {},
    },
    watch: () => ({ stop: () => {} }),
  }
  const view = { attempt: () => {}, forwarding: () => {}, release: () => {} }
  const options = { host: { env: {}, clock, signal: end.signal }, signal: end.signal, out, inbox, view }
  const signer = () => ({ secret: 'whsec_1' })
  const target = { routes: ROUTES, signer, timeoutMs: 10_000, concurrency: 8 }
  const forwarding = new Forwarding({ ...options, ...target } as unknown as ForwardingOptions)
  const running = forwarding.run()
  onTestFinished(async () => {
    end.abort()
    await running
  })
  return { clock, lines, forwarding, holds, theirs, broken }
}

describe('what is said of the turn to forward', () => {
  it('is that it was lost, and that forwarding goes on', async () => {
    const first = new AbortController()
    const { clock, lines } = await holding(true, first, new AbortController())
    await clock.advanceAsync(0)
    expect(lines).toEqual([])
    first.abort()
    await expect
      .poll(() => lines)
      .toEqual([
        expect.stringMatching(/^forwarding has stopped: .*; it goes on when it can$/),
        'forwarding goes on',
      ])
  })

  it.each([true, false])('while another process has it (shared inbox: %s)', async isShared => {
    const { clock, lines, forwarding } = await holding(isShared, null)
    await clock.asleep()
    expect(lines).toEqual([expect.stringMatching(/^another pixctl of this profile is forwarding/)])
    expect(lines[0]).toContain('all runs of a profile need the same --forward-to')
    expect(/all have .* the same --forward-concurrency/.test(String(lines[0]))).toBe(isShared)
    expect((await forwarding.pendingFailure(TIMEOUT_MS))?.message).toBe(
      '2 still pending: another pixctl of this profile forwards, and none of them was accepted for 10 s',
    )
  })

  it('names the targets of another process once, and that it goes on when that one ends', async () => {
    const { clock, lines, holds, theirs } = await holding(true, null, null, null)
    theirs.routes = ['payment.*=https://shop.example/pix']
    await clock.advanceAsync(2500)
    expect(lines).toEqual([
      expect.stringMatching(/^another pixctl of this profile is forwarding/),
      expect.stringContaining('forwards to other targets (payment.*=https://shop.example/pix)'),
    ])
    holds.push(new AbortController())
    await clock.advanceAsync(1000)
    expect(lines.slice(2)).toEqual(['forwarding goes on'])
  })

  it('is said once if the inbox is away, and that forwarding goes on', async () => {
    const { clock, lines, broken } = await holding(true, new AbortController())
    broken.push(new Error('the server is away'))
    await clock.advanceAsync(5000)
    expect(lines).toEqual([expect.stringMatching(/^forwarding is paused: .*the server is away/)])
    broken.pop()
    await clock.advanceAsync(1000)
    expect(lines.slice(1)).toEqual(['forwarding goes on'])
  })
})
