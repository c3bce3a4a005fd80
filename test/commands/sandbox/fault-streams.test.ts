/** `events tail` and `webhook listen` survive every fault of their channel: nothing is lost, nothing is shown twice. */

import { describe, expect, it } from 'vitest'
import { type Order, startFaulty } from '../../sandbox/faults/ordering.ts'
import { readOutbox } from '../../sandbox/read-outbox.ts'
import { startReceiver } from '../../sandbox/receiver.ts'
import { settled } from '../../support/clock.ts'
import { freePort } from '../../support/http.ts'
import { startListening } from '../../support/listening.ts'
import { runCommand, testHost } from '../../support/run.ts'
import { rows } from '../../support/store.ts'

const MINUTE = 60_000
/** Before the first event of a sandbox. */
const BEFORE = '9007199254740992'

type Fault = Omit<Order, 'on'>

/** The ids of the events in the lines of `events tail --json`. */
const idsIn = (text: string) => text.match(/"event":\{"id":"evt_\w+/g)?.map(each => each.slice(15))

describe('events tail', () => {
  async function startShop() {
    const shop = await startFaulty()
    const { sandbox } = shop
    const host = testHost({
      env: {
        PIXCTL_BASE_URL: sandbox.baseUrl,
        PIXCTL_REALTIME_URL: sandbox.realtimeUrl,
        PIXCTL_WS_TOKEN: sandbox.wsToken,
      },
    })
    const ids = () => readOutbox(sandbox).map(({ event }) => event.id)
    return { ...shop, host, ids }
  }

  it.each<[Fault]>([
    [{ kind: 'status', status: 503 }],
    [{ kind: 'status', status: 429 }],
    [{ kind: 'garbage' }],
    [{ kind: 'close' }],
  ])('connects again after %j, with each event once', async (fault: Fault) => {
    const { order, control, host, ids, faults } = await startShop()
    await control('/deposits', { amount: 5 })
    await order({ on: 'realtime', ...fault, times: 1 })
    const tail = await runCommand(['events', 'tail', '--after', BEFORE, '--max', '2', '--json'], { host })
    expect(tail.code, tail.stderr).toBe(0)
    expect(idsIn(tail.stdout)).toEqual(ids())
    expect(await faults()).toMatchObject([{ used: 1 }])
  })

  it('goes on where it was when the connection is cut in place of a new event', async () => {
    const { order, control, host, ids, faults } = await startShop()
    await order({ on: 'realtime', kind: 'lose-answer', times: 1 })
    const before = ids().length
    const tail = runCommand(['events', 'tail', '--max', '2', '--json'], { host })
    while ((await faults())[0]?.used === 0) await settled()
    await control('/deposits', { amount: 5 })
    await control('/deposits', { amount: 6 })
    const { code, stdout, stderr } = await tail
    expect(code, stderr).toBe(0)
    expect(idsIn(stdout)).toEqual(ids().slice(before))
  })

  it.each<[Fault]>([[{ kind: 'hang' }], [{ kind: 'delay', delaySeconds: 3600 }]])(
    'does not wait for ever for %j',
    async fault => {
      const { order, host, clock, ids } = await startShop()
      await order({ on: 'realtime', ...fault, times: 1 })
      const args = ['events', 'tail', '--after', BEFORE, '--max', '1', '--json']
      const tail = runCommand(args, { host: { ...host, clock } })
      // It waits 20 s for ready, then up to half a second before the next connection.
      await clock.asleep(20_000)
      await clock.advanceAsync(20_500)
      const { code, stdout, stderr } = await tail
      expect(code, stderr).toBe(0)
      expect(idsIn(stdout)).toEqual(ids())
    },
  )
})

describe('webhook listen', () => {
  /** A listener that forwards, and a sandbox whose next delivery goes wrong. Both have the same clock. */
  async function listenTo(fault: Fault) {
    const shop = await startFaulty()
    const { control, order, clock } = shop
    const target = await startReceiver()
    const port = await freePort()
    const { secret } = (await control('/webhooks', { url: `http://127.0.0.1:${port}/` })).body.data
    const host = testHost({ clock, env: { PIXCTL_WEBHOOK_SECRET: secret } })
    const flags = ['--port', String(port), '--forward-to', target.url]
    const listener = await startListening(host, flags)
    await order({ on: 'webhook', ...fault, times: 1 })
    await control('/deposits', { amount: 5 })
    /** Resolves after so many attempts of the sandbox. */
    const attempted = async (attempts: number) => {
      for (;;) {
        const [endpoint] = (await control('/webhooks')).body.data
        const { delivered, pending, lastAttempt } = endpoint
        if (attempts === 1 ? lastAttempt && pending === 1 : delivered === 1) return
        await settled()
      }
    }
    /** The verdict and status of each line. */
    const shown = async () => rows((await listener.stop()).stdout).map(row => row.slice(3).join(' '))
    return { ...shop, target, attempted, shown }
  }

  it.each<[Fault, string[]]>([
    [{ kind: 'status', status: 503 }, ['accepted 204', 'duplicate 204']],
    [{ kind: 'lose-answer' }, ['accepted 204', 'duplicate 204']],
    [{ kind: 'garbage' }, ['rejected 401', 'accepted 204']],
    [{ kind: 'close' }, ['accepted 204']],
    [{ kind: 'hang' }, ['accepted 204']],
    // Held back for longer than its signature is valid.
    [{ kind: 'delay', delaySeconds: 600 }, ['rejected 401', 'accepted 204']],
  ])('takes a delivery with %j once, and forwards it once', async (fault, verdicts) => {
    const { clock, faults, target, attempted, shown } = await listenTo(fault)
    if (fault.kind === 'hang') {
      while ((await faults())[0]?.used === 0) await settled()
      clock.advance(10_000)
    }
    if (fault.kind === 'delay') {
      await clock.asleep(600_000)
      clock.advance(600_000)
    }
    await attempted(1)
    clock.advance(MINUTE)
    await attempted(2)
    await target.received.until(1)
    // Why one was refused is found later than it is answered, so its line may come after the next one.
    expect((await shown()).sort()).toEqual(verdicts.toSorted())
    expect(target.received.all).toHaveLength(1)
  })
})
