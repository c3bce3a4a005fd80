/** `webhook listen --forward-to` with `--forward-concurrency`, `--park-on` and `--park-after`, and what becomes of it. */

import { describe, expect, it } from 'vitest'
import { forwardingListener, forwardStates } from '../../support/forwarding.ts'
import { localListeningMachine, signed } from '../../support/listener.ts'
import { jsonLines } from '../../support/store.ts'
import { type Answer, openTarget } from '../../webhooks/target.ts'

/** Refuses one event as long as it should. */
function refusing(id: string) {
  const state = { refuses: true }
  const answer: Answer = (response, { body }) => {
    const isRefused = state.refuses && JSON.parse(body.toString()).id === id
    response.writeHead(isRefused ? 422 : 204).end(isRefused ? 'unknown order' : undefined)
  }
  return { state, answer }
}

describe('a delivery that the target refuses', () => {
  it('is parked with --park-on, shown and counted, and sent again by replay --parked', async () => {
    const machine = localListeningMachine()
    const { state, answer } = refusing('evt_1')
    const target = await openTarget(answer)
    const listener = await forwardingListener(machine, target, '--park-on', '400,422')
    for (const n of [1, 2]) await listener.send(signed({ delivery: `dlv_${n}`, id: `evt_${n}` }))
    const lines = await listener.shows(4)
    expect(lines.filter(({ attempt }) => attempt)).toMatchObject([
      { delivery: 'dlv_1', forward: 'parked', attempt: { status: 422, number: 1, answer: 'unknown order' } },
      { delivery: 'dlv_2', forward: 'done', attempt: { status: 204, number: 1 } },
    ])
    const { stderr } = await listener.end()
    expect(stderr).toContain(`parked dlv_1: ${target.shown} answered 422`)
    expect(stderr).toContain('pixctl webhook replay --parked')
    expect(stderr).toContain('2 received, 1 forwarded, 0 still pending, 1 parked')
    expect(await forwardStates(machine)).toEqual({ dlv_1: ['parked', 1], dlv_2: ['done', 1] })
    const only = await machine.pixctl(['webhook', 'deliveries', '--forward', 'parked'])
    expect(only.stdout.split('\n')).toHaveLength(2)

    const still = await machine.pixctl(['webhook', 'replay', '--parked', '--json'])
    expect(still.code).toBe(8)
    expect(await forwardStates(machine)).toMatchObject({ dlv_1: ['parked', 2] })
    state.refuses = false
    const replayed = await machine.pixctl(['webhook', 'replay', '--parked', '--json'])
    expect(replayed.code).toBe(0)
    expect(jsonLines(replayed.stdout)).toMatchObject([{ delivery: 'dlv_1', status: 204 }])
    expect(await forwardStates(machine)).toMatchObject({ dlv_1: ['done', 3] })
  })

  it('ends --max with exit 8 if it was parked', async () => {
    const target = await openTarget(refusing('evt_1').answer)
    const flags = ['--park-after', '1', '--max', '1']
    const listener = await forwardingListener(localListeningMachine(), target, ...flags)
    await listener.send(signed({ delivery: 'dlv_1', id: 'evt_1' }))
    const { code, stderr } = await listener.ended
    expect(code).toBe(8)
    expect(stderr).toContain(`1 parked: ${target.shown} refused them`)
  })
})
