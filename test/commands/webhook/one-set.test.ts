/** All processes of a profile that forward have the same targets, and one that forwards can be asked to try now. */

import { describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '#lib/clock.ts'
import { fastClock } from '../../support/clock.ts'
import { deliveriesOf, forwardStates } from '../../support/forwarding.ts'
import { localListeningMachine } from '../../support/listener.ts'
import { startListening } from '../../support/listening.ts'
import type { LocalMachine } from '../../support/local.ts'
import { errorOf, notesOf } from '../../support/pixctl.ts'
import { describeOnPostgres } from '../../support/postgres.ts'
import { runCommand } from '../../support/run.ts'
import { deliver, newSharedInbox } from '../../support/shared-inbox.ts'
import { openTarget } from '../../webhooks/target.ts'

/** A clock by which what waits for more than five seconds waits for ever. */
const neverLater: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms > 5_000 ? 3_600_000 : ms, signal),
  setTimer: (ms, call) => systemClock.setTimer(ms > 5_000 ? 3_600_000 : ms, call),
}

const listening = (to: string, ...flags: string[]) =>
  ['webhook', 'listen', '--port', '0', '--forward-to', to].concat(flags)

/** Two processes of a profile, on one machine or on two that share an inbox. */
function suite(two: () => Promise<readonly [LocalMachine, LocalMachine]>): void {
  it('is refused with other targets than those in force, which are named without their queries; nothing goes there', async () => {
    const [one, other] = await two()
    const [a, b] = [await openTarget(204), await openTarget(204)]
    const first = await startListening(one.host(), ['--forward-to', `payment.*=${a.url}`])
    const run = await runCommand([...listening(b.url), '--json'], { host: other.host({ clock: fastClock }) })
    const shown = `payment.*=${a.url.replace(/\?.*/, '')}?…`
    expect(errorOf(run)).toMatchObject({ exitCode: 6, error: expect.stringContaining(shown) })
    expect(notesOf(run)[0]).toMatch(/other targets .*; waiting up to 15 s for it to stop$/)
    expect(run.stderr).not.toContain('store=1')
    expect((await deliver(first.url, '1')).status).toBe(204)
    await a.requests(1)
    expect(b.got).toEqual([])
    // The refused one doesn't change where a replay goes.
    const replay = await one.pixctl(['webhook', 'replay', 'dlv_1', '--json'])
    expect(JSON.parse(replay.stdout)).toMatchObject({ to: a.url })
  })

  it('takes over with new targets when the old one ends while it waits, also what is pending', async () => {
    const [one, other] = await two()
    const [a, b] = [await openTarget(500), await openTarget(204)]
    const old = await startListening(one.host(), ['--forward-to', a.url])
    expect((await deliver(old.url, '1')).status).toBe(204)
    await a.requests(1)
    const waits = Promise.withResolvers<void>()
    const host = other.host({ clock: fastClock })
    const next = runCommand(listening(b.url, '--max', '1'), {
      host,
      onOutput: text => void (text.includes('waiting up to 15 s') && waits.resolve()),
    })
    await waits.promise
    await old.stop()
    await b.requests(1)
    expect(deliveriesOf(b)).toEqual(['dlv_1'])
    void next
  })

  it('with the same targets in another order is not refused', async () => {
    const [one, other] = await two()
    const [a, b] = [await openTarget(204), await openTarget(204)]
    const routes = ['--forward-to', `payment.approved=${a.url}`, '--forward-to', b.url]
    await startListening(one.host(), routes)
    const second = await startListening(other.host(), [...routes.slice(2), ...routes.slice(0, 2)])
    await second.says(/another pixctl of this profile is forwarding, and this one starts when/)
  })

  it('is asked to try now by replay --pending, which sends nothing itself', async () => {
    const [one, other] = await two()
    const target = await openTarget(...Array.from({ length: 5 }, () => 500), 204)
    const listener = await startListening(one.host({ clock: neverLater }), ['--forward-to', target.url])
    expect((await deliver(listener.url, '1')).status).toBe(204)
    // Of the next wait, the shortest is 6 s.
    await target.requests(5)
    const asks = async () => other.pixctl(['webhook', 'replay', '--pending', '--json'])
    const run = await asks()
    expect(run).toMatchObject({ code: 0, stdout: '' })
    const shown = target.url.replace(/\?.*/, '')
    expect(notesOf(run)).toEqual([expect.stringContaining(`forwards to ${shown}`)])
    expect(notesOf(run)[0]).toContain('asked to send 1 event now')
    // Asked twice, it tries no more than once.
    expect((await asks()).code).toBe(0)
    await target.requests(6)
    await expect.poll(() => forwardStates(one)).toEqual({ dlv_1: ['done', 6] })
  })

  it('is not asked for events that its targets do not get, which stay as they are', async () => {
    const [one, other] = await two()
    const [failing, target] = [await openTarget(422, 500), await openTarget(204)]
    const first = await startListening(one.host(), ['--forward-to', failing.url, '--park-on', '422'])
    for (const n of ['1', '2']) {
      expect((await deliver(first.url, n)).status).toBe(204)
      await failing.requests(Number(n))
    }
    await first.stop()
    const states = { dlv_1: ['parked', 1], dlv_2: ['pending', 1] }
    expect(await forwardStates(one)).toEqual(states)
    await startListening(one.host(), ['--forward-to', `deposit.*=${target.url}`])
    for (const which of ['--parked', '--pending']) {
      const run = await other.pixctl(['webhook', 'replay', which, '--json'])
      expect(run).toMatchObject({ code: 0, stdout: '' })
      const words = /^1 event stays as it is: that pixctl has no target for its type, only deposit/
      expect(notesOf(run)).toEqual([expect.stringMatching(words)])
    }
    expect(await forwardStates(one)).toEqual(states)
    expect(target.got).toEqual([])
  })
}

describe('a listener beside another one, on one machine', () =>
  suite(async () => {
    const machine = localListeningMachine()
    return [machine, machine]
  }))

describeOnPostgres('a listener beside another one, with a shared inbox', () =>
  suite(async () => {
    const { machine } = await newSharedInbox()
    return [machine(), machine()]
  }),
)
