/** Proves from outside what a shop does (docs/decisions/webhooks.md#what-a-shop-does): each check has an order of its own. */

import { deliveryHeaders, isSuccess } from '#contract/delivery.ts'
import { type Clock, isoNow } from '#lib/clock.ts'
import type { Text } from '#lib/language.ts'
import type { CallSandbox, ControlCall } from '#lib/sandbox/data.ts'
import { sandboxReason } from '#lib/sandbox/texts.ts'
import { signedDelivery, type TestEvent, testId } from '../../events.ts'
import type { CheckResult } from '../run-checks.ts'
import { texts } from './texts.ts'

/** What an address of the shop answered, or in words why nothing came. */
export type ShopAnswer = { status: number; text: string } | { problem: Text }

export interface OrderOptions {
  /** A control route of the sandbox. */
  call: CallSandbox
  /** Begins an order in the shop; gives its charge. */
  begin(): Promise<string>
  look(paymentId: string): Promise<ShopAnswer>
  /** Sends a delivery: headers as names and values in turn. */
  send(to: string, headers: string[], body: Uint8Array): Promise<ShopAnswer>
  /** Those of the shop, each with the secret that signs for it. */
  endpoints: readonly { url: string; secret: string }[]
  /** What the answer holds once the goods are handed over. */
  delivered: string
  clock: Clock
  signal: AbortSignal
  onCheck(name: OrderCheckName, number: number, total: number): void
}

/** How long a paid order may take, also one whose charge couldn't be read at first: programs wait before they try again. */
const DELIVERED_MS = 15_000
const AFTER_FAILURE_MS = 30_000
/** How long an answer to a delivery may take; the sandbox itself waits 10 s. */
const ANSWERED_MS = 12_000
/** After what must change nothing, and at the end. */
const QUIET_MS = 2_000
/** How long a charge can't be read after the first answer: longer than a client tries again by itself. */
const OUTAGE_MS = 10_000
const END_MS = 5_000
const POLL_MS = 200

/** As the sandbox lists it. */
interface Delivery {
  delivery: string
  status: string
  body: string
  attempts: { status: number | null; error: string | null }[]
}

interface Look {
  paymentId: string
  /** How often the text is there; NaN if no answer came. */
  count: number
  got: Text
}

/** `kept` is how the order must stay. */
type Verdict = Pick<CheckResult, 'passed' | 'got'> & { kept?: Look }

const CHECKS = [
  ['delivered_when_paid', '6.1', texts.isThere, whenPaid],
  ['delivered_once', '6.2', texts.once, once],
  ['unpaid_not_delivered', '6.1', texts.isNotThere, whenUnpaid],
  ['delivered_when_paid_late', '3', texts.isThere, whenPaidLate],
  ['delivered_after_failure', '6.2', texts.isThere, afterFailure],
  ['never_again', '6.2', texts.asBefore, neverAgain],
] as const

export type OrderCheckName = (typeof CHECKS)[number][0]
export type OrderCheck = CheckResult<OrderCheckName>

/** One order after another. After a paid one that isn't delivered the others show nothing, and are skipped. */
export async function runOrderChecks(options: OrderOptions): Promise<OrderCheck[]> {
  const orders = new Orders(options)
  const results: OrderCheck[] = []
  for (const [index, [name, section, expected, judge]] of CHECKS.entries()) {
    const check = { name, section, expected }
    if (results[0]?.passed === false) {
      results.push({ ...check, passed: null, got: '' })
      continue
    }
    options.onCheck(name, index + 1, CHECKS.length)
    const { passed, got, kept } = await judge(orders, judge === neverAgain ? '' : await options.begin())
    if (passed && kept) orders.kept.push(kept)
    results.push({ ...check, passed, got })
  }
  return results
}

/** The cause of a check that failed, or why it was skipped; with the section that says what is right. */
export function causeOf({ name, passed, section }: OrderCheck): string {
  return passed === null ? texts.skipped() : `${texts.causes[name]()} (docs/service.md, ${section})`
}

/** How the sandbox and the shop are asked about orders. */
class Orders {
  readonly options: OrderOptions
  readonly kept: Look[] = []
  /** The payment of the first order: what others are told is made from it. */
  event: Partial<TestEvent> = {}
  /** How long the slowest order took so far: what must not happen could take as long. */
  slowestMs = 0
  /** Whether copies changed nothing: then other orders may not be there more than once either. */
  isOnce = false

  constructor(options: OrderOptions) {
    this.options = options
  }

  async control<Data>(...call: ControlCall): Promise<Data> {
    return (await this.options.call<{ data: Data }>(...call)).data
  }

  pay(paymentId: string, body = {}): Promise<unknown> {
    return this.control('POST', `/charges/${paymentId}/pay`, body)
  }

  wait(ms: number): Promise<void> {
    return this.options.clock.sleep(ms, this.options.signal)
  }

  quiet(ms = QUIET_MS): Promise<void> {
    return this.wait(ms + this.slowestMs)
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

  async look(paymentId: string): Promise<Look> {
    const answer = await this.options.look(paymentId)
    if ('problem' in answer) return { paymentId, count: Number.NaN, got: answer.problem }
    const { status, text } = answer
    // A shop that fails says nothing of the order.
    const none = status < 500 ? 0 : Number.NaN
    if (!isSuccess(status)) return { paymentId, count: none, got: () => texts.noOrder(status) }
    const count = text.split(this.options.delivered).length - 1
    return { paymentId, count, got: () => texts.times(count) }
  }

  /** Waits for the text. Where it doesn't come, what the payment's deliveries were answered says more. */
  async delivered(paymentId: string, ms: number): Promise<Verdict> {
    const { clock } = this.options
    const look = () => this.look(paymentId)
    const startMs = clock.monotonic()
    const { count, got } = await this.until(ms, look, found => found.count > 0)
    if (count > 0) {
      this.slowestMs = Math.max(this.slowestMs, clock.monotonic() - startMs)
      await this.quiet()
      // A counter may have gone on to another number.
      const kept = await look()
      return { passed: kept.count > 0, got: kept.got, kept }
    }
    const attempts = (await this.answered(paymentId)).map(delivery => delivery.attempts.at(-1))
    const answers = () => attempts.map(each => each?.status ?? sandboxReason(each?.error ?? 'no answer'))
    return { passed: false, got: () => texts.andAnswered(got, answers()) }
  }

  /** A payment's deliveries, once each was answered. */
  answered(paymentId: string, type = 'payment.approved'): Promise<Delivery[]> {
    const list = () => this.control<Delivery[]>('GET', `/deliveries?payment=${paymentId}&type=${type}`)
    return this.until(ANSWERED_MS, list, all => all.every(({ attempts }) => attempts.length > 0))
  }

  /** Sends again what wasn't accepted, as the service would; gives the statuses. */
  async again(paymentId: string): Promise<(number | null)[]> {
    const refused = (await this.answered(paymentId)).filter(({ status }) => status !== 'delivered')
    const statuses: (number | null)[] = []
    // In turn, so that two can't get in each other's way again.
    for (const { delivery } of refused) {
      const path = `/deliveries/${delivery}/redeliver`
      statuses.push((await this.control<{ status: number | null }>('POST', path, {})).status)
    }
    return statuses
  }

  /** Sends a body to each endpoint, signed, under a new delivery id; gives the statuses. */
  async tell(body: string): Promise<(number | null)[]> {
    const { endpoints, clock, send } = this.options
    const answers = endpoints.map(({ url, secret }) => {
      const delivery = signedDelivery(secret, clock.now(), body)
      return send(url, deliveryHeaders('payment.approved', delivery), delivery.body)
    })
    return (await Promise.all(answers)).map(answer => ('status' in answer ? answer.status : null))
  }
}

async function whenPaid(orders: Orders, paymentId: string): Promise<Verdict> {
  if ((await orders.look(paymentId)).count > 0) return { passed: false, got: texts.tooEarly }
  await orders.pay(paymentId)
  const verdict = await orders.delivered(paymentId, DELIVERED_MS)
  const [delivery] = await orders.answered(paymentId)
  orders.event = JSON.parse(delivery?.body ?? '{}')
  return verdict
}

/** Two deliveries at the same time, the event of the realtime channel, and a third delivery after them. */
async function once(orders: Orders, paymentId: string): Promise<Verdict> {
  await orders.pay(paymentId, { deliver: 'twice' })
  const [first] = await orders.answered(paymentId)
  // Two at the same time may get in each other's way: a 500 is right then, if the next attempt is accepted.
  const statuses = await orders.again(paymentId)
  const look = () => orders.look(paymentId)
  await orders.until(DELIVERED_MS, look, ({ count }) => count > 0)
  statuses.push(...(await orders.tell(first?.body ?? '')))
  await orders.quiet()
  const kept = await look()
  const refused = statuses.find(status => !isSuccess(status))
  orders.isOnce = kept.count === 1
  if (kept.count > 1 || refused === undefined) return { passed: orders.isOnce, got: kept.got, kept }
  return { passed: false, got: () => texts.answered(refused) }
}

/** The event is signed, and the charge isn't paid. */
async function whenUnpaid(orders: Orders, paymentId: string): Promise<Verdict> {
  const { event, options } = orders
  const data = { ...event.data, paymentId, id: paymentId }
  await orders.tell(JSON.stringify({ ...event, id: testId('evt'), createdAt: isoNow(options.clock), data }))
  await orders.quiet()
  const kept = await orders.look(paymentId)
  return { passed: kept.count === 0, got: kept.got, kept }
}

async function whenPaidLate(orders: Orders, paymentId: string): Promise<Verdict> {
  await orders.control('POST', `/charges/${paymentId}/expire`, {})
  await orders.answered(paymentId, 'payment.expired')
  // A shop that answers first, or asks by itself, must see it expired.
  await orders.quiet(0)
  await orders.pay(paymentId)
  return orders.delivered(paymentId, DELIVERED_MS)
}

/** While the charge can't be read, the shop can't know; it should answer 500, or try again itself. */
async function afterFailure(orders: Orders, paymentId: string): Promise<Verdict> {
  const fault = { on: 'get', status: 503, charge: paymentId }
  const { id } = await orders.control<{ id: string }>('POST', '/faults', fault)
  try {
    await orders.pay(paymentId)
    await orders.answered(paymentId)
    // Also a shop that answers first and reads then must meet it.
    await orders.quiet(OUTAGE_MS)
  } finally {
    await orders.control('DELETE', `/faults/${id}`)
  }
  await orders.again(paymentId)
  return orders.delivered(paymentId, AFTER_FAILURE_MS)
}

async function neverAgain(orders: Orders): Promise<Verdict> {
  await orders.quiet(END_MS)
  for (const { paymentId, count } of orders.kept) {
    const now = await orders.look(paymentId)
    if (now.count !== count || (orders.isOnce && count > 1)) return { passed: false, got: now.got }
  }
  return { passed: true, got: texts.asBefore }
}
