/** The counter's pages in this process, over a day that the test makes, and a browser that is logged in. */

import { join } from 'node:path'
import type { WatchUpdate } from '#charges/watching/charges-watch.ts'
import type { Counter } from '#charges/watching/counter.ts'
import {
  type Creation,
  type Day,
  EMPTY_DAY,
  endOf,
  withCharges,
  withCreated,
  withCreation,
  withoutCreation,
  withReading,
} from '#charges/watching/day.ts'
import type { Payment } from '#contract/generated/types.ts'
import { CustomerScreen } from '#counter/customers.ts'
import { addPages } from '#counter/pages/index.tsx'
import type { CounterParts } from '#counter/serve.ts'
import { Failure } from '#lib/failure.ts'
import { stepText } from '#lib/suggestion.ts'
import { Site } from '#web/site.tsx'
import { FakeClock } from '../support/clock.ts'
import { paymentBody } from '../support/service.ts'
import { PORT, Visitor } from '../web/visitor.ts'

/** 14:05:12 in São Paulo. */
export const NOW = Date.parse('2026-11-20T17:05:12.000Z')
export const SINCE = Date.parse('2026-11-20T03:00:00.000Z')

/** A charge that was made so many seconds ago, for half an hour. */
export function charge(id: string, secondsAgo = 60, over: Partial<Payment> = {}, now = NOW): Payment {
  const at = now - secondsAgo * 1000
  const createdAt = new Date(at).toISOString()
  const expiresAt = new Date(at + 30 * 60_000).toISOString()
  return paymentBody({ id, createdAt, expiresAt, ...over }) as unknown as Payment
}

export function reading(changed: readonly Payment[], over: Partial<WatchUpdate> = {}): WatchUpdate {
  const whole = {
    unknown: new Map(),
    connection: 'live',
    hasChannel: false,
    readAt: NOW,
    serviceAheadMs: 0,
    isWhole: true,
  } as const
  return { changed, ...whole, ...over }
}

/** A reading that has failed. */
export const NO_ANSWER = new Failure('network', 'no answer within 15 s', { next: [] })

/** What the pages need of a counter. What the service answers is what the test says. */
export class FakeCounter
  implements Pick<Counter, 'day' | 'onChange' | 'create' | 'recover' | 'dismiss' | 'ask'>
{
  day: Day = EMPTY_DAY
  readonly clock: FakeClock
  readonly listeners = new Set<Parameters<Counter['onChange']>[0]>()
  /** What was sent: a creation by its key. */
  readonly sent: { key: string; amount: number; description: string }[] = []
  /** How the next creations end; by default they are under way. */
  answer: (creation: Creation) => Payment | Failure | null = () => null
  /** What the service says when it is asked; null: it doesn't answer. */
  said: (id: string) => Payment | null = id => this.day.charges.get(id) ?? null

  constructor(clock: FakeClock) {
    this.clock = clock
  }

  read(changed: readonly Payment[], over: Partial<WatchUpdate> = {}): void {
    const readAt = this.clock.now()
    this.day = withReading(this.day, reading(changed, { readAt, ...over }), readAt)
  }

  onChange(listener: Parameters<Counter['onChange']>[0]) {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  async create(request: Pick<Creation, 'amount' | 'description'>, key = ''): Promise<Payment | null> {
    this.sent.push({ key, ...request })
    return this.#end({ ...request, key, failure: null })
  }

  async recover(key: string): Promise<Payment | null> {
    const creation = this.day.creations.find(each => each.key === key)
    return creation ? this.#end({ ...creation, failure: null }) : null
  }

  async dismiss(key: string): Promise<void> {
    const creation = this.day.creations.find(each => each.key === key)
    if (creation && ['refused', 'unsent'].includes(endOf(creation))) this.day = withoutCreation(this.day, key)
  }

  async ask(id: string): Promise<Payment> {
    const payment = this.said(id)
    if (!payment) throw new Failure('network', 'no answer within 10 s', { next: [] })
    this.day = withCharges(this.day, [payment], this.clock.now())
    return payment
  }

  /** Ends at once, as the test says, or never. */
  async #end(creation: Creation): Promise<Payment | null> {
    const end = this.answer(creation)
    this.day = withCreation(this.day, end instanceof Failure ? { ...creation, failure: end } : creation)
    if (end === null) return new Promise(() => {})
    if (end instanceof Failure) return null
    this.day = withCreated(this.day, creation.key, end, this.clock.now())
    for (const listener of this.listeners) listener({ kind: 'made', key: creation.key, payment: end })
    return end
  }
}

export async function counterPages(over: Partial<CounterParts> = {}, clock = new FakeClock(NOW)) {
  const counter = new FakeCounter(clock)
  const site = new Site({
    product: 'pixctl',
    openCommand: 'pixctl charges watch --web',
    port: PORT,
    assetsFolder: join(import.meta.dirname, '../../dist/web'),
    clock,
    watch: () => () => {},
    onFault: fault => {
      throw fault
    },
  })
  const customers = new CustomerScreen('x'.repeat(43))
  addPages(site, {
    counter: counter as unknown as Counter,
    clock,
    host: '127.0.0.1',
    port: PORT,
    tls: undefined,
    isSandbox: true,
    shop: 'Loja centro',
    cents: false,
    since: SINCE,
    assetsFolder: '',
    unfinished: () => null,
    keptFile: String,
    commandText: stepText,
    onFault: () => {},
    customers,
    asked: new Map(),
    newLoginUrl: () => 'https://counter.test/#login=x',
    ...over,
  })
  const visitor = await Visitor.loggedIn(site)
  const csrf = /name="csrf" value="([^"]+)"/.exec(await visitor.text('/'))![1]!
  return { clock, counter, site, customers, visitor, csrf, stranger: new Visitor(site) }
}

/** What a person reads: without what is hidden, and without scripts. */
export function readable(html: string): string {
  const [, body = ''] = /<body[^>]*>(.*)<\/body>/s.exec(html) ?? []
  return body
    .replace(/<dialog.*?<\/dialog>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}
