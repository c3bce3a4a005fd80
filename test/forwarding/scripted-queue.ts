/** A queue and a target as a test describes them, and a forwarding loop between them, on a clock that stands still. */

import { onTestFinished } from 'vitest'
import type { ForwardResult } from '#forwarding/attempt.ts'
import { ForwardLoop, type ForwardLoopOptions } from '#forwarding/forward-loop.ts'
import type { Attempt, Delivery } from '#inbox/inbox.ts'
import { FakeClock } from '../support/clock.ts'
import { SECRET } from '../webhooks/target.ts'

/** Null for an event without a payment. */
export type Payment = string | null

interface Kept {
  delivery: Delivery
  state: 'pending' | 'done' | 'parked'
  isClaimed: boolean
}

/** What an engine of the inbox keeps of the queue, written anew from the interface: slow, and easy to read. */
export class ScriptedQueue {
  readonly kept: Kept[] = []
  /** How many claims, and how many deliveries each gave. */
  readonly claims: number[] = []
  readonly attempts: Attempt[] = []
  readonly #inOrder: boolean
  /** Called before each operation: it may wait, or throw. */
  before: (operation: 'claim' | 'unclaim' | 'record') => Promise<void> = async () => {}

  constructor(inOrder = false) {
    this.#inOrder = inOrder
  }

  add(...payments: Payment[]): void {
    for (const paymentId of payments) {
      const id = this.kept.length + 1
      const delivery: Delivery = {
        id,
        channel: 'webhook',
        delivery: `dlv_${id}`,
        given: `dlv_${id}`,
        event: 'payment.created',
        eventId: `evt_${id}`,
        paymentId,
        receivedAt: '2026-03-10T12:00:00.000Z',
        headers: '',
        body: Buffer.from(String(id)),
        forward: 'pending',
        attempts: 0,
        lastStatus: null,
      }
      this.kept.push({ delivery, state: 'pending', isClaimed: false })
    }
  }

  async claim(most: number): Promise<Delivery[]> {
    await this.before('claim')
    const heads = this.kept.filter(each => this.#isHead(each)).slice(0, most)
    for (const each of heads) each.isClaimed = true
    this.claims.push(heads.length)
    return heads.map(({ delivery }) => ({ ...delivery }))
  }

  async unclaim(ids: readonly number[]): Promise<void> {
    await this.before('unclaim')
    for (const id of ids) this.of(id).isClaimed = false
  }

  async record(attempt: Attempt): Promise<void> {
    await this.before('record')
    const kept = this.of(attempt.id)
    this.attempts.push(attempt)
    kept.delivery.attempts++
    if (attempt.outcome === 'failed' || kept.state !== 'pending') return
    kept.state = attempt.outcome
    kept.isClaimed = false
  }

  of(id: number): Kept {
    return this.kept[id - 1]!
  }

  get pending(): number[] {
    return this.kept.filter(({ state }) => state === 'pending').map(({ delivery }) => delivery.id)
  }

  #isHead(kept: Kept): boolean {
    if (kept.state !== 'pending' || kept.isClaimed) return false
    const { paymentId, id } = kept.delivery
    if (this.#inOrder || paymentId === null) return true
    const ofPayment = this.kept.filter(
      each => each.delivery.paymentId === paymentId && each.state === 'pending',
    )
    return ofPayment[0]!.delivery.id === id
  }
}

/** A queue with events of these payments, in order of arrival. */
export function queueOf(...payments: Payment[]): ScriptedQueue {
  const queue = new ScriptedQueue()
  queue.add(...payments)
  return queue
}

/** How the target answers an attempt: its status, or null to cut the connection; and after how many milliseconds. */
export interface ScriptedAnswer {
  status: number | null
  afterMs?: number
}

export interface Run {
  queue: ScriptedQueue
  clock: FakeClock
  loop: ForwardLoop
  lost: AbortController
  results: ForwardResult[]
  faults: unknown[]
  /** The ids in the order in which they came to the target. */
  sent: number[]
  /** The ids that wait for their answer. */
  inFlight: Set<number>
  /** Ends the loop as Ctrl-C does; resolves when it has ended. */
  stop(): Promise<void>
  running: Promise<void>
}

type RunOptions = Partial<Omit<ForwardLoopOptions, 'queue' | 'post'>> & {
  queue?: ScriptedQueue
  clock?: FakeClock
  /** Called when an attempt comes to the target. */
  answer?: (id: number, attempt: number) => ScriptedAnswer
}

/** A loop that runs until the test ends. */
export function runLoop({ answer = () => ({ status: 204 }), ...over }: RunOptions = {}): Run {
  const clock = over.clock ?? new FakeClock()
  const queue = over.queue ?? new ScriptedQueue(over.concurrency === 1)
  const end = new AbortController()
  const lost = new AbortController()
  const [results, faults, sent]: [ForwardResult[], unknown[], number[]] = [[], [], []]
  const inFlight = new Set<number>()
  const times = new Map<number, number>()
  const post = async (_to: string, _headers: string[], body: Uint8Array) => {
    const id = Number(Buffer.from(body).toString())
    const attempt = (times.get(id) ?? 0) + 1
    times.set(id, attempt)
    sent.push(id)
    inFlight.add(id)
    const { status, afterMs = 5 } = answer(id, attempt)
    await clock.sleep(afterMs)
    inFlight.delete(id)
    if (status === null) throw new Error('the connection was cut')
    return { status, headers: {}, body: Buffer.alloc(0), ms: afterMs }
  }
  const loop = new ForwardLoop({
    to: 'http://127.0.0.1:3000/hooks',
    secret: SECRET,
    shouldPark: undefined,
    concurrency: 4,
    clock,
    signal: end.signal,
    lost: lost.signal,
    random: () => 1,
    onAttempt: result => void results.push(result),
    onFault: error => void faults.push(error),
    ...over,
    post,
    queue,
    record: attempt => queue.record(attempt),
  })
  const running = loop.run()
  const stop = async () => {
    end.abort()
    await clock.advanceAsync(60_000)
    await running
  }
  running.catch(() => {})
  onTestFinished(() => stop().catch(() => {}))
  return { queue, clock, loop, lost, results, faults, sent, inFlight, stop, running }
}
