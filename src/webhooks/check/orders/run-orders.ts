/**
 * Proves from outside what a shop does (docs/decisions/webhooks.md#what-a-shop-does): each check begins an order of its own
 * in the sandbox, pays it or doesn't, and looks at what the shop says about it.
 */

import { deliveryHeaders, isSuccess } from '#contract/delivery.ts'
import { type Clock, isoNow } from '#lib/clock.ts'
import type { Text } from '#lib/language.ts'
import type { CallSandbox } from '#lib/sandbox/data.ts'
import { sandboxReason } from '#lib/sandbox/texts.ts'
import { signedDelivery, type TestEvent, testId } from '../../events.ts'
import type { CheckResult, Reply } from '../run-checks.ts'
import { texts } from './texts.ts'

/** What the address of an order answered, or in words why nothing came. */
export type Look = { status: number; text: string } | { problem: Text }

export interface OrderOptions {
  /** A control route of the sandbox. */
  call: CallSandbox
  /** Begins an order in the shop; gives its charge, or in words why there is none. */
  begin(): Promise<{ paymentId: string } | { problem: Text }>
  look(paymentId: string): Promise<Look>
  /** Sends a delivery: headers as names and values in turn. */
  send(to: string, headers: string[], body: Uint8Array): Promise<Reply>
  /** Those of the shop, each with the secret that signs for it. */
  endpoints: readonly { url: string; secret: string }[]
  /** What the answer holds once the goods are handed over. */
  delivered: string
  clock: Clock
  signal: AbortSignal
  onCheck?(name: OrderCheckName, number: number, total: number): void
}

/** How long a paid order may take, also one whose charge couldn't be read at first: programs wait before they try again. */
const DELIVERED_MS = 15_000
const AFTER_FAILURE_MS = 30_000
/** How long an answer to a delivery may take; the sandbox itself waits 10 s. */
const ANSWERED_MS = 12_000
/** After a delivery that must change nothing, and at the end. */
const QUIET_MS = 2_000
const END_MS = 5_000
const POLL_MS = 200

/** As the sandbox lists it. */
interface Delivery {
  delivery: string
  status: string
  body: string
  attempts: { status: number | null; error: string | null }[]
}

type Verdict = Pick<CheckResult, 'passed' | 'got'>

/** It throws a {@link Stuck} if an order can't be begun. */
type Judge = (orders: Orders) => Promise<Verdict>

class Stuck {
  readonly problem: Text

  constructor(problem: Text) {
    this.problem = problem
  }
}

const CHECKS = [
  ['delivered_when_paid', '6.1', texts.isThere, whenPaid],
  ['delivered_once', '6.2', texts.once, once],
  ['unpaid_not_delivered', '6.1', texts.isNotThere, whenUnpaid],
  ['delivered_when_paid_late', '3', texts.isThere, whenPaidLate],
  ['delivered_after_failure', '6.2', texts.isThere, afterFailure],
  ['never_again', '6.2', texts.asBefore, neverAgain],
] as const satisfies readonly (readonly [string, string, Text, Judge])[]

export type OrderCheckName = (typeof CHECKS)[number][0]
export type OrderCheck = CheckResult<OrderCheckName>

/** One order after another. After a paid one that isn't delivered the others show nothing, and are skipped. */
export async function runOrderChecks(options: OrderOptions): Promise<OrderCheck[]> {
  const orders = new Orders(options)
  const results: OrderCheck[] = []
  for (const [index, [name, section, expected, judge]] of CHECKS.entries()) {
    const isSkipped = results[0]?.passed === false
    if (!isSkipped) options.onCheck?.(name, index + 1, CHECKS.length)
    const verdict: Verdict = isSkipped ? { passed: null, got: '' } : await judged(judge, orders)
    results.push({ name, section, expected, ...verdict })
  }
  return results
}

/** The cause of a check that failed, or why it was skipped; with the section that says what is right. */
export function causeOf({ name, passed, section }: OrderCheck): string {
  return passed === null ? texts.skipped() : `${texts.causes[name]()} (docs/service.md, ${section})`
}

async function judged(judge: Judge, orders: Orders): Promise<Verdict> {
  try {
    const verdict = await judge(orders)
    orders.keep(verdict.passed === true)
    return verdict
  } catch (thrown) {
    if (!(thrown instanceof Stuck)) throw thrown
    return { passed: false, got: thrown.problem }
  }
}

/** The orders of a run, and how the sandbox and the shop are asked about them. */
class Orders {
  readonly options: OrderOptions
  /** The payment of the first order: what others are told is made from it. */
  event: TestEvent | null = null
  /** Those that are as they should be, with how often they were delivered. */
  readonly right: { paymentId: string; count: number }[] = []
  #latest: { paymentId: string; count: number } | null = null

  constructor(options: OrderOptions) {
    this.options = options
  }

  async begin(): Promise<string> {
    this.#latest = null
    const begun = await this.options.begin()
    if ('problem' in begun) throw new Stuck(begun.problem)
    return begun.paymentId
  }

  /** Whether the order that was looked at last is as it should be: then it must stay so. */
  keep(isRight: boolean): void {
    if (isRight && this.#latest !== null) this.right.push(this.#latest)
    this.#latest = null
  }

  move(paymentId: string, how: 'pay' | 'expire', body: object = {}): Promise<unknown> {
    return this.options.call('POST', `/charges/${paymentId}/${how}`, body)
  }

  wait(ms: number): Promise<void> {
    return this.options.clock.sleep(ms, this.options.signal)
  }

  /** Asks again until it holds, at the latest after the time; gives the last answer. */
  async until<T>(ms: number, ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
    const { clock } = this.options
    const endMs = clock.monotonic() + ms
    for (;;) {
      const answer = await ask()
      if (holds(answer) || clock.monotonic() >= endMs) return answer
      await this.wait(POLL_MS)
    }
  }

  /** How often the text is in the answer, and that in words. */
  async look(paymentId: string): Promise<{ count: number; got: Text; isAnswered: boolean }> {
    const look = await this.options.look(paymentId)
    if ('problem' in look) return { count: 0, got: look.problem, isAnswered: false }
    const isOrder = isSuccess(look.status)
    const count = isOrder ? look.text.split(this.options.delivered).length - 1 : 0
    this.#latest = { paymentId, count }
    const got = isOrder ? () => texts.times(count) : () => texts.noOrder(look.status)
    return { count, got, isAnswered: true }
  }

  /** Waits for the text. Where it doesn't come, what the payment's deliveries were answered says more. */
  async delivered(paymentId: string, ms: number): Promise<Verdict> {
    const look = () => this.look(paymentId)
    const { count, got } = await this.until(ms, look, found => found.count > 0)
    if (count > 0) {
      // How it is then is how it must stay.
      await this.wait(QUIET_MS)
      await look()
      return { passed: true, got }
    }
    const attempts = (await this.deliveries(paymentId)).map(delivery => delivery.attempts.at(-1))
    const answers = () => attempts.map(each => each?.status ?? sandboxReason(each?.error ?? 'no answer'))
    return { passed: false, got: () => texts.andAnswered(got, answers()) }
  }

  deliveries(paymentId: string, type = 'payment.approved'): Promise<Delivery[]> {
    const query = `payment=${paymentId}&type=${type}`
    return this.options.call<{ data: Delivery[] }>('GET', `/deliveries?${query}`).then(({ data }) => data)
  }

  /** The deliveries once each was answered, or not in time. */
  answered(paymentId: string, type?: string): Promise<Delivery[]> {
    const isAnswered = ({ attempts }: Delivery) => attempts.length > 0
    return this.until(
      ANSWERED_MS,
      () => this.deliveries(paymentId, type),
      all => all.every(isAnswered),
    )
  }

  /** Sends again what wasn't accepted, as the service would; gives the status of each, null for none. */
  async again(deliveries: readonly Delivery[]): Promise<(number | null)[]> {
    const statuses: (number | null)[] = []
    for (const { delivery, status, attempts } of deliveries) {
      const path = `/deliveries/${delivery}/redeliver`
      const again = () => this.options.call<{ data: { status: number | null } }>('POST', path, {})
      const isAccepted = status === 'delivered'
      statuses.push(isAccepted ? (attempts.at(-1)?.status ?? null) : (await again()).data.status)
    }
    return statuses
  }

  /** Sends a body to each endpoint, signed, under a delivery id of its own; gives what was not accepted. */
  async tell(body: string): Promise<Reply[]> {
    const { endpoints, clock, send } = this.options
    const replies: Reply[] = []
    for (const { url, secret } of endpoints) {
      const delivery = signedDelivery(secret, clock.now(), body)
      replies.push(await send(url, deliveryHeaders('payment.approved', delivery), delivery.body))
    }
    return replies.filter(reply => !('status' in reply && isSuccess(reply.status)))
  }
}

async function whenPaid(orders: Orders): Promise<Verdict> {
  const paymentId = await orders.begin()
  await orders.move(paymentId, 'pay')
  const verdict = await orders.delivered(paymentId, DELIVERED_MS)
  const [delivery] = await orders.answered(paymentId)
  if (delivery) orders.event = JSON.parse(delivery.body)
  return verdict
}

/** Two deliveries at the same time, the event of the realtime channel, and a third delivery after them. */
async function once(orders: Orders): Promise<Verdict> {
  const paymentId = await orders.begin()
  await orders.move(paymentId, 'pay', { deliver: 'twice' })
  const deliveries = await orders.answered(paymentId)
  // Two at the same time may get in each other's way: a 500 is right then, if the next attempt is accepted.
  const statuses = await orders.again(deliveries)
  const look = () => orders.look(paymentId)
  await orders.until(DELIVERED_MS, look, ({ count }) => count > 0)
  const [refused] = await orders.tell(deliveries[0]?.body ?? '')
  await orders.wait(QUIET_MS)
  const { count, got } = await look()
  if (count > 1) return { passed: false, got }
  const wrong = statuses.find(status => !isSuccess(status))
  if (wrong !== undefined) return { passed: false, got: () => texts.answered(wrong) }
  if (refused === undefined) return { passed: count === 1, got }
  return { passed: false, got: 'status' in refused ? () => texts.answered(refused.status) : refused.problem }
}

/** The event is signed, and the charge isn't paid. */
async function whenUnpaid(orders: Orders): Promise<Verdict> {
  const paymentId = await orders.begin()
  const { event } = orders
  const data = { ...event?.data, paymentId, id: paymentId }
  const told = { ...event, id: testId('evt'), createdAt: isoNow(orders.options.clock), data }
  await orders.tell(JSON.stringify(told))
  await orders.wait(QUIET_MS)
  const { count, got, isAnswered } = await orders.look(paymentId)
  return { passed: isAnswered && count === 0, got }
}

async function whenPaidLate(orders: Orders): Promise<Verdict> {
  const paymentId = await orders.begin()
  await orders.move(paymentId, 'expire')
  await orders.answered(paymentId, 'payment.expired')
  await orders.move(paymentId, 'pay')
  return orders.delivered(paymentId, DELIVERED_MS)
}

/** While the charge can't be read, the shop can't know; it should answer 500, or try again itself. */
async function afterFailure(orders: Orders): Promise<Verdict> {
  const { call } = orders.options
  const paymentId = await orders.begin()
  type Fault = { id: string; used: number }
  const fault = { on: 'get', status: 503, charge: paymentId }
  const { id } = (await call<{ data: Fault }>('POST', '/faults', fault)).data
  try {
    await orders.move(paymentId, 'pay')
    await orders.answered(paymentId)
    const faults = () => call<{ data: Fault[] }>('GET', '/faults').then(({ data }) => data)
    await orders.until(QUIET_MS, faults, all => all.some(each => each.id === id && each.used > 0))
  } finally {
    await call('DELETE', `/faults/${id}`)
  }
  await orders.again(await orders.deliveries(paymentId))
  return orders.delivered(paymentId, AFTER_FAILURE_MS)
}

/** All orders that were right, after some time. */
async function neverAgain(orders: Orders): Promise<Verdict> {
  await orders.wait(END_MS)
  for (const { paymentId, count } of [...orders.right]) {
    const now = await orders.look(paymentId)
    if (now.count !== count || !now.isAnswered) return { passed: false, got: now.got }
  }
  return { passed: true, got: texts.asBefore }
}
