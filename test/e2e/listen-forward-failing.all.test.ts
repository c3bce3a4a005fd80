/** `webhook listen --forward-to` with a target that fails, and with a second listener beside it. */

import { describe, expect, it } from 'vitest'
import { forwardingListener, forwardStates } from '../support/forwarding.ts'
import { Listener, listeningMachine, signed } from '../support/listener.ts'
import { openTarget, signedAt } from '../webhooks/target.ts'

describe('a target that fails', () => {
  it('gets what is pending when it is back, although the listener was killed', async () => {
    const machine = listeningMachine()
    const target = await openTarget(204)
    await target.stop()
    const first = await forwardingListener(machine, target)
    for (const n of [1, 2]) await first.send(signed({ delivery: `dlv_${n}` }))
    await first.shows(3)
    await first.kill()
    await target.start()
    const second = await Listener.startAs(machine, ['--forward-to', target.url])
    await target.requests(2)
    expect(target.got.map(({ headers }) => headers['x-service-delivery'])).toEqual(['dlv_1', 'dlv_2'])
    for (const got of target.got) expect(signedAt(got)).toBeGreaterThan(0)
    const { stderr } = await second.end()
    const shown = target.url.replace('?store=1', '')
    expect(stderr).toContain(`forwarding to ${shown}, starting with 2 pending from earlier`)
    expect(stderr).toContain('0 received, 2 forwarded, 0 still pending')
    expect(await forwardStates(machine)).toMatchObject({
      dlv_1: ['done', expect.any(Number)],
      dlv_2: ['done', 1],
    })
  })
})

describe('two listeners on one inbox', () => {
  it('both take deliveries, and only one of them forwards, each once', async () => {
    const machine = listeningMachine()
    const target = await openTarget(204)
    const one = await forwardingListener(machine, target)
    const two = await forwardingListener(machine, target)
    await two.says(/another pixctl of this profile is forwarding/)
    const ids = Array.from({ length: 20 }, (_, n) => `dlv_${n}`)
    await Promise.all(
      ids.map((delivery, n) => (n % 2 ? one : two).send(signed({ delivery, id: `evt_${n}` }))),
    )
    await target.requests(20)
    await two.send(signed({ delivery: 'dlv_last' }))
    await target.requests(21)
    const sent = target.got.map(({ headers }) => headers['x-service-delivery'])
    expect([...sent].sort()).toEqual([...ids, 'dlv_last'].sort())
    // The second takes over once the first is gone.
    await one.kill()
    await two.send(signed({ delivery: 'dlv_after' }))
    await target.requests(22)
    expect((await two.end()).stderr.match(/another pixctl/g)).toHaveLength(1)
  })
})
