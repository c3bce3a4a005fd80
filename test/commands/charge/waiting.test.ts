/** When a charge that somebody waits for is read, and what is told meanwhile, in virtual time. */

import { describe, expect, it } from 'vitest'
import { awaitPayment, type WaitOptions } from '../../../src/commands/charge/shared/waiting.ts'
import type { OpenChannel } from '../../../src/commands/charge/shared/waiting-realtime.ts'
import type { Payment } from '../../../src/contract/generated/types.ts'
import type { TailItem } from '../../../src/realtime/tail.ts'
import { Failure } from '../../../src/shared/failure.ts'
import { stepText } from '../../../src/shared/suggestion.ts'
import { FakeClock, settled } from '../../support/clock.ts'
import { paymentBody } from '../../support/service.ts'

const START = Date.parse('2099-01-01T00:00:00.000Z')

/** A channel that says what the test says. */
class Channel {
  opened = 0
  over: AbortSignal | undefined
  #on: Parameters<OpenChannel>[0] | undefined
  #batches: (readonly TailItem[])[] = []
  #end: Error | undefined
  #wake = () => {}

  readonly open: OpenChannel = async on => {
    this.opened++
    this.#on = on
    this.over = on.signal
    on.signal.addEventListener('abort', () => this.#wake())
    return this.#items(on.signal)
  }

  ready(): Promise<unknown> {
    this.#on?.onReady?.()
    return settled()
  }

  /** The connection goes; the text is said of the first one alone, until one has proved good. */
  lose(text?: string): Promise<unknown> {
    this.#on?.onLost?.()
    return text === undefined ? settled() : this.status(text)
  }

  status(text: string | null): Promise<unknown> {
    this.#on?.onStatus(text)
    return settled()
  }

  /** An event, by the text of its envelope or by its data. */
  event(
    data: Record<string, unknown> | string,
    { type = 'payment.approved', paymentId }: Partial<TailItem> = {},
  ): Promise<unknown> {
    const event = typeof data === 'string' ? data : JSON.stringify({ id: 'evt_1', type, data })
    this.#batches.push([{ sequence: '9007199254740993', event, id: 'evt_1', type, paymentId }])
    this.#wake()
    return settled()
  }

  refuse(error: Error): Promise<unknown> {
    this.#end = error
    this.#wake()
    return settled()
  }

  async *#items(signal: AbortSignal): AsyncGenerator<readonly TailItem[]> {
    for (;;) {
      signal.throwIfAborted()
      const batch = this.#batches.shift()
      if (batch) yield batch
      else if (this.#end) throw this.#end
      else {
        await new Promise<void>(resolve => {
          this.#wake = resolve
        })
      }
    }
  }
}

/** Somebody who waits for charge pay_1, and all that they do and are told. */
function waiting(over: Partial<WaitOptions> = {}, status: Payment['status'] = 'PENDING') {
  const clock = new FakeClock(START)
  const channel = new Channel()
  const interrupt = new AbortController()
  const lines: string[] = []
  const statuses: string[] = []
  /** Seconds from the start at which the charge was read. */
  const reads: number[] = []
  let charge = paymentBody({ status })
  let failure: Failure | undefined
  const client: WaitOptions['client'] = {
    payment: async () => {
      reads.push((clock.monotonic() - START) / 1000)
      if (failure) throw failure
      // The service knows the time, whatever this machine takes it for.
      const at = clock.monotonic()
      return { data: charge as unknown as Payment, text: JSON.stringify({ data: charge }), at }
    },
  }
  const end = awaitPayment('pay_1', {
    client,
    clock,
    signal: interrupt.signal,
    out: {
      note: step => lines.push(stepText(step)),
      warn: step => lines.push(`warning: ${stepText(step)}`),
      status: text => statuses.push(text),
      clearStatus: () => statuses.push(''),
    },
    open: channel.open,
    patienceMs: undefined,
    late: false,
    ...over,
  }).then(
    ({ data }) => data.status,
    error => error as Failure,
  )
  return {
    ...{ clock, channel, interrupt, lines, statuses, reads, end },
    become: (status: Payment['status']) => {
      charge = paymentBody({ status })
    },
    fail: (with_: Failure | undefined) => {
      failure = with_
    },
  }
}

const paid = { paymentId: 'pay_1', source: 'api', status: 'PAID' }

describe('without a channel', () => {
  it('reads the charge every 5 s', async () => {
    const { clock, reads, become, end } = waiting({ open: async () => null })
    await clock.advanceAsync(12_000)
    become('PAID')
    await clock.advanceAsync(3_000)
    expect(await end).toBe('PAID')
    expect(reads).toEqual([0, 5, 10, 15])
  })

  it('opens none for a charge that is over', async () => {
    const { channel, end } = waiting({}, 'PAID')
    expect(await end).toBe('PAID')
    expect(channel.opened).toBe(0)
  })

  it('reads every 5 s until the channel is ready', async () => {
    const { clock, channel, reads } = waiting()
    await clock.advanceAsync(11_000)
    await channel.ready()
    await clock.advanceAsync(59_000)
    expect(reads).toEqual([0, 5, 10, 11])
  })

  it('a clock that is set back puts no read off', async () => {
    const { clock, reads } = waiting({ open: async () => null, patienceMs: 86_400_000 })
    await clock.advanceAsync(1_500)
    clock.jump(-3_600_000)
    await clock.advanceAsync(7_000)
    expect(reads).toHaveLength(2)
  })
})

describe('on a machine whose clock is wrong', () => {
  it.each([2_400_000, -86_400_000])('ends when the charge does (%i ms off)', async off => {
    const { clock, end } = waiting({ open: async () => null })
    let ended = false
    end.then(() => {
      ended = true
    })
    clock.jump(off)
    await clock.advanceAsync(30 * 60_000 + 29_000)
    expect(ended).toBe(false)
    await clock.advanceAsync(1_000)
    expect(await end).toBe('PENDING')
  })

  it.each([2_400_000, -86_400_000])('takes as long as it was told to (%i ms off)', async off => {
    const { clock, reads, end } = waiting({ open: async () => null, patienceMs: 7_000 })
    await clock.advanceAsync(1_000)
    clock.jump(off)
    await clock.advanceAsync(6_000)
    expect(await end).toBe('PENDING')
    expect(reads).toEqual([0, 5, 7])
  })
})

describe('with the channel', () => {
  it('reads when it is ready and every minute, and at once when an event of the charge comes', async () => {
    const { clock, channel, reads, become, end } = waiting({ patienceMs: 86_400_000 })
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

  it.each<[string, Parameters<Channel['event']>[0], Partial<TailItem>?]>([
    ['by data.id too', { id: 'pay_1' }],
    ['by data.id beside another name', { id: 'pay_1', paymentId: 'pay_2' }],
    ['as the channel has read it', { payment_id: 'pay_1', id: 'item_1' }, { paymentId: 'pay_1' }],
    ['without data: it may be the one', '{"id":"evt_1","type":"payment.approved","paymentId":"pay_1"}'],
    ['in data of null: it may be the one', '{"id":"evt_1","data":null}'],
    ['in data that is a text: it may be the one', '{"id":"evt_1","data":"pay_1"}'],
    ['in an envelope that is null: it may be the one', 'null'],
    ['in an envelope that is no JSON: it may be the one', '{"data":{"paymentId":"pay_2"}'],
    ['by a name that is none: it may be the one', { paymentId: 7, id: null }],
  ])('knows the charge %s', async (_name, data, item) => {
    const { clock, channel, reads, become, end } = waiting()
    await clock.advanceAsync(0)
    await channel.ready()
    become('PAID')
    await channel.event(data, item)
    expect(await end).toBe('PAID')
    expect(reads).toHaveLength(3)
  })

  it.each<[string, Parameters<Channel['event']>[0], Partial<TailItem>?]>([
    ['another charge', { ...paid, paymentId: 'pay_2' }],
    ['another charge by its id', { id: 'pay_2' }],
    ['another charge as the channel has read it', { payment_id: 'pay_2' }, { paymentId: 'pay_2' }],
  ])('reads nothing for %s', async (_name, data, item) => {
    const { clock, channel, reads, lines } = waiting()
    await clock.advanceAsync(0)
    await channel.ready()
    await channel.event(data, item)
    await clock.advanceAsync(50_000)
    expect(reads).toEqual([0, 0])
    expect(lines).toEqual([])
  })

  it('never takes an event for a payment, and reads every 5 s for the minute after it', async () => {
    const { clock, channel, reads, become, end } = waiting()
    await clock.advanceAsync(1_000)
    await channel.ready()
    await clock.advanceAsync(9_000)
    await channel.event(paid)
    await clock.advanceAsync(4_000)
    expect(reads).toEqual([0, 1, 10])
    become('PAID')
    await clock.advanceAsync(1_000)
    expect(await end).toBe('PAID')
    expect(reads).toEqual([0, 1, 10, 15])
  })

  it('goes back to every minute after that', async () => {
    const { clock, channel, reads } = waiting({ patienceMs: 86_400_000 })
    await clock.advanceAsync(0)
    await channel.ready()
    await channel.event(paid)
    await clock.advanceAsync(180_000)
    expect(reads).toEqual([0, 0, 0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 115, 175])
  })

  it('keeps to half of the rate limit, however many events come', async () => {
    const { clock, channel, reads } = waiting({ patienceMs: 86_400_000 })
    await clock.advanceAsync(0)
    await channel.ready()
    for (let tenth = 0; tenth < 1200; tenth++) {
      await channel.event(paid)
      await clock.advanceAsync(100)
    }
    const most = Math.max(...reads.map(from => reads.filter(each => each >= from && each < from + 60).length))
    expect(most).toBe(60)
    expect(reads.length).toBeGreaterThan(100)
  })

  it('reads every 5 s while it is lost, says so once, and reads when it is back', async () => {
    const { clock, channel, reads, lines } = waiting({ patienceMs: 86_400_000 })
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
      'realtime channel: connection lost (close 1012); reconnecting, and reading the charge every 5 s meanwhile',
    ])
  })

  it('reads every 5 s also while it is lost again before that was worth a word', async () => {
    const { clock, channel, reads, lines } = waiting({ patienceMs: 86_400_000 })
    await clock.advanceAsync(0)
    await channel.status('no connection (close 1013); trying again')
    await channel.ready()
    await clock.advanceAsync(1_000)
    await channel.lose()
    await clock.advanceAsync(9_000)
    await channel.ready()
    await channel.status('connected; events were missed while disconnected')
    await clock.advanceAsync(50_000)
    expect(reads).toEqual([0, 0, 5, 10, 10])
    expect(lines).toEqual([expect.stringContaining('no connection (close 1013)')])
  })

  it('goes on without it where the token is refused, and says so once', async () => {
    const { clock, channel, reads, lines, become, end } = waiting()
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
    expect(lines).toEqual([
      'the realtime channel refused the token (close 4401); reading the charge every 5 s instead',
    ])
  })

  it('reads again after 5 s where a reading failed', async () => {
    const { clock, channel, reads, fail } = waiting()
    await clock.advanceAsync(0)
    await channel.ready()
    fail(new Failure('network', 'no answer', { next: 'try again' }))
    await channel.event({ id: 'pay_1' }, { type: 'payment.expired' })
    await clock.advanceAsync(61_000)
    fail(undefined)
    await clock.advanceAsync(9_000)
    expect(reads.slice(0, 5)).toEqual([0, 0, 0, 5, 10])
    expect(reads.at(-1)).toBe(65)
  })

  it('goes on past EXPIRED with late, and tells of the late payment', async () => {
    const { clock, channel, reads, become, end } = waiting({ late: true })
    await clock.advanceAsync(0)
    await channel.ready()
    become('EXPIRED')
    await channel.event({ ...paid, status: 'EXPIRED' }, { type: 'payment.expired' })
    await clock.advanceAsync(7_200_000)
    become('PAID')
    await channel.event(paid)
    expect(await end).toBe('PAID')
    expect(reads.length).toBeLessThan(150)
  })

  it('is closed when the time is over, after a last reading', async () => {
    const { clock, channel, reads, end } = waiting({ patienceMs: 90_000 })
    await clock.advanceAsync(0)
    await channel.ready()
    await clock.advanceAsync(90_000)
    expect(await end).toBe('PENDING')
    expect(reads).toEqual([0, 0, 60, 90])
    expect(channel.over?.aborted).toBe(true)
  })

  it('is closed when it is interrupted, and how to go on is said', async () => {
    const { clock, channel, interrupt, lines, end } = waiting({ late: true })
    await clock.advanceAsync(0)
    await channel.ready()
    interrupt.abort(new Failure('interrupted', 'interrupted'))
    expect(await end).toMatchObject({
      category: 'interrupted',
      message: 'stopped waiting; the charge was not changed',
      next: [{ command: 'charge wait', args: ['pay_1'], flags: { late: true } }],
    })
    expect(channel.over?.aborted).toBe(true)
    expect(lines).toEqual([])
  })

  it('says nothing of a keychain that is still asked when the wait is interrupted', async () => {
    const { clock, interrupt, lines, end } = waiting({
      open: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    })
    await clock.advanceAsync(1_000)
    interrupt.abort(new Failure('terminated', 'terminated'))
    expect(await end).toMatchObject({ category: 'terminated' })
    await settled()
    expect(lines).toEqual([])
  })
})

describe('the line on a terminal', () => {
  it('says the amount and what the customer has left, each second once, and goes at the end', async () => {
    const { clock, statuses, channel, end } = waiting({ patienceMs: 750_000 })
    await clock.advanceAsync(0)
    await channel.ready()
    await clock.advanceAsync(3_000)
    const lines = [...new Set(statuses)]
    expect(lines).toEqual([
      'waiting for R$ 10,50; the customer has 30:00 left',
      'waiting for R$ 10,50; the customer has 29:59 left',
      'waiting for R$ 10,50; the customer has 29:58 left',
      'waiting for R$ 10,50; the customer has 29:57 left',
    ])
    await clock.advanceAsync(747_000)
    await end
    expect(statuses.slice(-2)).toEqual(['waiting for R$ 10,50; the customer has 17:31 left', ''])
    expect(new Set(statuses).size).toBe(751)
  })

  it('counts down to expiresAt', async () => {
    const { clock, statuses } = waiting()
    await clock.advanceAsync(0)
    expect(statuses.at(-1)).toBe('waiting for R$ 10,50; the customer has 30:00 left')
  })

  it('knows no end of a late wait', async () => {
    const { clock, statuses } = waiting({ late: true }, 'EXPIRED')
    await clock.advanceAsync(1_000)
    expect(statuses.at(-1)).toBe('waiting for R$ 10,50; the charge is EXPIRED')
  })
})
