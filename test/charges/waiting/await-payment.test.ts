/** When a charge that somebody waits for is read without the realtime channel, and the line on the terminal. */

import { describe, expect, it } from 'vitest'
import { Failure } from '#lib/failure.ts'
import { startWaiting } from '../../commands/charge/waiting-setup.ts'

describe('without a channel', () => {
  it('reads the charge every 5 s', async () => {
    const { clock, reads, become, end } = startWaiting({ open: async () => null })
    await clock.advanceAsync(12_000)
    become('PAID')
    await clock.advanceAsync(3_000)
    expect(await end).toBe('PAID')
    expect(reads).toEqual([0, 5, 10, 15])
  })

  it('does not open the channel for a charge that has ended', async () => {
    const { channel, end } = startWaiting({}, 'PAID')
    expect(await end).toBe('PAID')
    expect(channel.opened).toBe(0)
  })

  it('does not say PAID of a charge that has no time of payment', async () => {
    const { end } = startWaiting({}, 'PAID', { paidAt: null })
    expect(await end).toMatchObject({
      category: 'service',
      message: expect.stringContaining('paidAt: expected a past time, is null'),
    })
  })

  it('reads every 5 s until the channel is ready', async () => {
    const { clock, channel, reads } = startWaiting()
    await clock.advanceAsync(11_000)
    await channel.ready()
    await clock.advanceAsync(59_000)
    expect(reads).toEqual([0, 5, 10, 11])
  })
})

describe('a service that can not be read', () => {
  it('is said at the end only, of the charge as it was read before', async () => {
    const { clock, lines, fail, end } = startWaiting({ open: async () => null, timeoutMs: 12_000 })
    await clock.advanceAsync(1_000)
    fail(new Failure('network', 'no answer', { next: 'try again' }))
    await clock.advanceAsync(10_000)
    expect(lines).toEqual([])
    await clock.advanceAsync(1_000)
    expect(await end).toBe('PENDING')
    expect(lines).toEqual([
      'warning: this charge was read earlier; the last attempt to read it failed: no answer',
    ])
  })
})

describe('on a machine whose clock is wrong', () => {
  it('ends when the charge expires', async () => {
    const { clock, end } = startWaiting({ open: async () => null })
    let ended = false
    end.then(() => {
      ended = true
    })
    clock.jump(-86_400_000)
    await clock.advanceAsync(30 * 60_000 + 29_000)
    expect(ended).toBe(false)
    await clock.advanceAsync(1_000)
    expect(await end).toBe('PENDING')
  })
})

describe('the line on a terminal', () => {
  it('shows the amount and the remaining time, once each second, and is erased at the end', async () => {
    const { clock, statuses, channel, end } = startWaiting({ timeoutMs: 750_000 })
    await clock.advanceAsync(0)
    await channel.ready()
    await clock.advanceAsync(3_000)
    const lines = [...new Set(statuses)]
    expect(lines).toEqual([
      '30:00 left to pay R$ 10,50',
      '29:59 left to pay R$ 10,50',
      '29:58 left to pay R$ 10,50',
      '29:57 left to pay R$ 10,50',
    ])
    await clock.advanceAsync(747_000)
    await end
    expect(statuses.slice(-2)).toEqual(['17:31 left to pay R$ 10,50', ''])
    expect(new Set(statuses).size).toBe(751)
  })
})
