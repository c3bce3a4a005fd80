/** When a charge that somebody waits for is read while the realtime channel is open, and when it is lost. */

import { describe, expect, it } from 'vitest'
import { Failure, Stopped } from '#lib/failure.ts'
import type { TailItem } from '#realtime/batches.ts'
import { settled } from '../../support/clock.ts'
import { type FakeChannel, startWaiting } from './waiting-setup.ts'

const paid = { paymentId: 'pay_1', source: 'api', status: 'PAID' }

describe('charge wait with the realtime channel', () => {
  it('reads when the channel is ready, each minute, and at once when an event of the charge comes', async () => {
    const { clock, channel, reads, become, end } = startWaiting({ timeoutMs: 86_400_000 })
    await clock.advanceAsync(1_000)
    await channel.ready()
    await clock.advanceAsync(130_000)
    expect(reads).toEqual([0, 1, 61, 121])
    become('PAID')
    await channel.event(paid)
    expect(await end).toBe('PAID')
    expect(reads).toEqual([0, 1, 61, 121, 131])
    expect(channel.over?.aborted).toBe(true)
  })

  it('that brings what can not be read: reads at once, and every 5 s from then on, also after an event', async () => {
    const { clock, channel, reads, lines } = startWaiting()
    await clock.advanceAsync(0)
    await channel.ready()
    await clock.advanceAsync(20_000)
    await channel.unreadable()
    await channel.unreadable()
    await channel.event(paid)
    await clock.advanceAsync(70_000)
    expect(reads.slice(0, 6)).toEqual([0, 0, 20, 20, 25, 30])
    expect(reads.slice(-2)).toEqual([85, 90])
    expect(lines).toEqual([
      "a message of the realtime channel can't be read (it has no sequence; its members: op, event); reading every 5 s instead",
    ])
  })

  it.each<[string, Parameters<FakeChannel['event']>[0], Partial<TailItem>?]>([
    ['by data.id too', { id: 'pay_1' }],
    ['as the channel has read it', { payment_id: 'pay_1', id: 'item_1' }, { paymentId: 'pay_1' }],
    ['without data: it may be the one', '{"id":"evt_1","type":"payment.approved","paymentId":"pay_1"}'],
    ['in an envelope that is no JSON: it may be the one', '{"data":{"paymentId":"pay_2"}'],
  ])('reads at once for an event that names the charge %s', async (_name, data, item) => {
    const { clock, channel, reads, become, end } = startWaiting()
    await clock.advanceAsync(0)
    await channel.ready()
    become('PAID')
    await channel.event(data, item)
    expect(await end).toBe('PAID')
    expect(reads).toHaveLength(3)
  })

  it.each<[string, Parameters<FakeChannel['event']>[0], Partial<TailItem>?]>([
    ['another charge', { ...paid, paymentId: 'pay_2' }],
    ['another charge as the channel has read it', { payment_id: 'pay_2' }, { paymentId: 'pay_2' }],
  ])('reads nothing for %s', async (_name, data, item) => {
    const { clock, channel, reads, lines } = startWaiting()
    await clock.advanceAsync(0)
    await channel.ready()
    await channel.event(data, item)
    await clock.advanceAsync(50_000)
    expect(reads).toEqual([0, 0])
    expect(lines).toEqual([])
  })

  it('never trusts only an event, and reads every 5 s for the minute after it', async () => {
    const { clock, channel, reads, become, end } = startWaiting()
    await clock.advanceAsync(1_000)
    await channel.ready()
    await clock.advanceAsync(9_000)
    await channel.event(paid)
    await clock.advanceAsync(4_000)
    expect(reads).toEqual([0, 1, 10, 10])
    become('PAID')
    await clock.advanceAsync(1_000)
    expect(await end).toBe('PAID')
    expect(reads).toEqual([0, 1, 10, 10, 15])
  })

  it('reads each minute again after that, also if the clock is set back', async () => {
    const { clock, channel, reads } = startWaiting({ timeoutMs: 86_400_000 })
    await clock.advanceAsync(0)
    await channel.ready()
    await channel.event(paid)
    clock.jump(-3_600_000)
    await clock.advanceAsync(180_000)
    expect(reads).toEqual([0, 0, 0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 115, 175])
  })

  it('reads every 5 s while the channel is lost, says so once, and reads when it is back', async () => {
    const { clock, channel, reads, lines } = startWaiting({ timeoutMs: 86_400_000 })
    await clock.advanceAsync(0)
    await channel.ready()
    await clock.advanceAsync(20_000)
    await channel.lose('connection lost (close 1012); reconnecting')
    await clock.advanceAsync(11_000)
    await channel.ready()
    await channel.status(null)
    await clock.advanceAsync(30_000)
    await channel.lose('connection lost (close 1012); reconnecting')
    await clock.advanceAsync(5_000)
    expect(reads).toEqual([0, 0, 20, 25, 30, 31, 61, 66])
    expect(lines).toEqual([
      'realtime channel: connection lost (close 1012); reconnecting; reading every 5 s instead',
    ])
  })

  it('continues without the channel when the token is refused, and says so once', async () => {
    const { clock, channel, reads, lines, become, end } = startWaiting()
    await clock.advanceAsync(1_000)
    await channel.refuse(
      new Failure('unauthenticated', 'the realtime channel refused the token (close 4401)', {
        next: 'log in',
      }),
    )
    await clock.advanceAsync(10_000)
    become('PAID')
    await clock.advanceAsync(5_000)
    expect(await end).toBe('PAID')
    expect(reads).toEqual([0, 5, 10, 15])
    expect(lines).toEqual(['the realtime channel refused the token (close 4401); reading every 5 s instead'])
  })

  it('closes the channel when the time is up, after a last read', async () => {
    const { clock, channel, reads, end } = startWaiting({ timeoutMs: 90_000 })
    await clock.advanceAsync(0)
    await channel.ready()
    await clock.advanceAsync(90_000)
    expect(await end).toBe('PENDING')
    expect(reads).toEqual([0, 0, 60, 90])
    expect(channel.over?.aborted).toBe(true)
  })

  it('closes the channel when it is interrupted, and says how to continue', async () => {
    const { clock, channel, interrupt, lines, end } = startWaiting({ late: true })
    await clock.advanceAsync(0)
    await channel.ready()
    interrupt.abort(new Stopped('interrupted'))
    expect(await end).toMatchObject({
      category: 'interrupted',
      message: 'you stopped waiting',
      next: [{ command: 'charge wait', args: ['pay_1'], flags: { late: true } }],
    })
    expect(channel.over?.aborted).toBe(true)
    expect(lines).toEqual([])
  })

  it('says nothing about a keychain that has not answered when the wait is interrupted', async () => {
    const { clock, interrupt, lines, end } = startWaiting({
      open: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    await clock.advanceAsync(1_000)
    interrupt.abort(new Stopped('terminated'))
    expect(await end).toMatchObject({ category: 'terminated' })
    await settled()
    expect(lines).toEqual([])
  })
})
