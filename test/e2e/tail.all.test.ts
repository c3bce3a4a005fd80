/** `events tail` as a process beside the sandbox; the rest is in test/commands/events. */

import { describe, expect, it } from 'vitest'
import { openStore } from '../support/store.ts'
import { Tail } from '../support/tailing.ts'

describe('the sandbox', () => {
  it('sends events as they happen', async () => {
    const { machine, sandbox, create, move } = await openStore()
    const env = { PIXCTL_REALTIME_URL: sandbox.realtimeUrl, PIXCTL_WS_TOKEN: sandbox.wsToken }
    const watch = new Tail(machine, ['--debug'], env)
    await watch.says(/< ready/)
    const { id } = await create('--amount', '10.50', '--description', 'Pedido 1, mesa 2')
    await watch.shows(1)
    await move(id, 'pay')
    await watch.shows(2)
    expect(watch.lines).toMatchObject([
      { event: { type: 'payment.created', data: { paymentId: id, description: 'Pedido 1, mesa 2' } } },
      { event: { type: 'payment.approved', data: { paymentId: id, status: 'PAID', netAmount: 10.39 } } },
    ])
    expect(BigInt(watch.lines[1].sequence)).toBe(BigInt(watch.lines[0].sequence) + 1n)
    const { code, stderr } = await watch.end('SIGINT')
    expect(code).toBe(130)
    expect(stderr).not.toContain(sandbox.wsToken)
  })
})
