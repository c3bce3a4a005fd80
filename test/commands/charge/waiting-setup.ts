/** A wait for a charge in virtual time, and a realtime channel that the test controls. */

import { type AwaitOptions, awaitPayment } from '#charges/waiting/single-wait.ts'
import type { OpenChannel } from '#charges/watching/charge-events.ts'
import { WaitView } from '#commands/charge/shared/wait-view.ts'
import type { Payment } from '#contract/generated/types.ts'
import type { Failure } from '#lib/failure.ts'
import { stepText } from '#lib/suggestion.ts'
import type { TailItem } from '#realtime/batches.ts'
import { createStyle } from '#terminal/style.ts'
import { FakeClock, settled } from '../../support/clock.ts'
import { paymentBody } from '../../support/service.ts'

const START = Date.parse('2099-01-01T00:00:00.000Z')

/** A realtime channel that the test controls. */
export class FakeChannel {
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

  unreadable(): Promise<unknown> {
    this.#on?.onUnreadable?.({ kind: 'unreadable', what: 'noSequence', members: 'op, event' })
    return settled()
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
    this.#batches.push([{ sequence: '9007199254740993', event, id: 'evt_1', type, store: '', paymentId }])
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

/** Waits for charge pay_1, and records every read and every message. */
export function startWaiting(
  over: Partial<AwaitOptions> = {},
  status: Payment['status'] = 'PENDING',
  members: Partial<Payment> = {},
) {
  const clock = new FakeClock(START)
  const channel = new FakeChannel()
  const interrupt = new AbortController()
  const lines: string[] = []
  const statuses: string[] = []
  /** Seconds from the start at which the charge was read. */
  const reads: number[] = []
  let charge = paymentBody({ status, ...members })
  let failure: Failure | undefined
  const client: AwaitOptions['client'] = {
    payment: async () => {
      reads.push((clock.monotonic() - START) / 1000)
      if (failure) throw failure
      // The service knows the time, whatever this machine takes it for.
      const at = clock.monotonic()
      return { data: charge as unknown as Payment, text: JSON.stringify({ data: charge }), at }
    },
    payments: async () => {
      throw new Error('one charge needs no page')
    },
  }
  const screen = {
    human: true,
    showsStatus: true,
    status: (text: string) => void statuses.push(text),
    note: () => {},
    data: async () => {},
    style: createStyle({ color: false }),
    columns: 80,
  }
  const view = new WaitView({ env: {}, platform: 'linux', clock, stderr: { isTTY: true } }, screen, {})
  const end = awaitPayment('pay_1', {
    client,
    clock,
    signal: interrupt.signal,
    out: {
      note: step => lines.push(stepText(step)),
      say: step => lines.push(stepText(step)),
      warn: step => lines.push(`warning: ${stepText(step)}`),
      clearStatus: () => statuses.push(''),
    },
    onWaiting: (open, leftMs) => view.waiting(open, leftMs),
    open: channel.open,
    timeoutMs: undefined,
    late: false,
    ...over,
  }).then(
    ({ status }) => status,
    error => error as Failure,
  )
  return {
    clock,
    channel,
    interrupt,
    lines,
    statuses,
    reads,
    end,
    become: (status: Payment['status']) => {
      charge = paymentBody({ status })
    },
    fail: (with_: Failure | undefined) => {
      failure = with_
    },
  }
}
