/** `webhook check --order`: the orders of a shop, against the sandbox of the profile. */

import { randomUUID } from 'node:crypto'
import { createTransport } from '#api/transport.ts'
import { TransportError } from '#api/transport-error.ts'
import { type Context, type Flags, timeoutOf } from '#cli/context/context.ts'
import { headersFor, readFlagFile } from '#cli/flags/forwarding.ts'
import { openControl } from '#cli/sandbox/control.ts'
import { withHeaders } from '#forwarding/send.ts'
import { ATTEMPT_MS, createPost, unreachable } from '#forwarding/targets.ts'
import { type Category, Failure, localizedMessage } from '#lib/failure.ts'
import { checkTarget, networkSettings, type PlainHttp } from '#lib/input/addresses.ts'
import type { CallSandbox } from '#lib/sandbox/data.ts'
import { suggest } from '#lib/suggestion.ts'
import { causeOf, type Look, type OrderOptions, runOrderChecks } from '#webhooks/check/orders/run-orders.ts'
import type { Reply } from '#webhooks/check/run-checks.ts'
import { testId } from '#webhooks/events.ts'
import type { Header } from '#webhooks/verify-delivery.ts'
import { confirmTarget } from '../shared/confirm-target.ts'
import type { Checked } from './check-results.ts'
import { texts } from './texts.ts'

interface OrderFlags extends Flags {
  order: string
  delivered: string
  shop?: string | undefined
  'shop-body'?: string | undefined
  'forward-header'?: string[] | undefined
  insecure: boolean
  yes: boolean
}

const PLACE = '{paymentId}'
/** Of a charge that the check creates, as it is sent. */
const CHARGE = '{"amount":10.50,"description":"pixctl webhook check"}'
/** How long a shop may take to create a charge, and how often that is looked at, in milliseconds. */
const CHARGE_MS = 15_000
const POLL_MS = 200
/** The newest charges, among which that of an order is. */
const NEWEST = 100

/** Failure (usage) for flags that aren't valid, a store that isn't a sandbox, or one without an endpoint; (network) without an answer. */
export async function checkOrders(context: Context, flags: OrderFlags): Promise<Checked> {
  const { host, out } = context
  const given = targetsOf(flags)
  const body =
    flags['shop-body'] === undefined ? Buffer.from('{}') : readFlagFile(flags['shop-body'], '--shop-body')
  const { order, shop: shopUrl } = given
  const { call, endpoints: registered } = await openSandbox(context, flags)
  const endpoints = toldOf(registered, flags.insecure ? 'allowed' : '--insecure')
  const targets = [...endpoints, order, ...(shopUrl === undefined ? [] : [shopUrl])]
  const [route, ...routes] = targets.map(url => ({ types: null, url }))
  const extraHeaders = headersFor([route!, ...routes], flags['forward-header'])
  const tested = { url: endpoints[0], port: 0, isTest: true } as const
  const secrets = await context.webhookSecrets(flags['secret-file'], tested)
  for (const url of targets) await confirmTarget(host, url, flags)
  out.note(texts.ordering(new URL(context.baseUrl()).host, order))
  const shop = await openShop(context, flags, extraHeaders)
  // Before anything is created.
  await shop.look(order.replaceAll(PLACE, testId('pay')))
  const checks = await runOrderChecks({
    call,
    begin: () =>
      shopUrl === undefined
        ? createCharge(context)
        : shopOrder(context, { call, url: shopUrl, body, post: shop.post }),
    look: paymentId => shop.look(order.replaceAll(PLACE, paymentId)),
    send: (to, headers, bytes) => shop.post(to, headers, bytes),
    endpoints: endpoints.map(url => ({ url, secret: secrets.signer(url).secret })),
    delivered: flags.delivered,
    clock: host.clock,
    signal: host.signal,
    onCheck: (name, number, total) => out.status(texts.progress(number, total, name)),
  })
  const rows = checks.map(check => ({ ...check, advice: check.passed ? null : () => causeOf(check) }))
  return { url: order, checks: rows, mistake: null }
}

/** The addresses of the flags, checked as targets of deliveries are. */
function targetsOf({ order, delivered, shop, insecure }: OrderFlags): { order: string; shop?: string } {
  if (!order.includes(PLACE)) throw new Failure('usage', texts.noPlace, { next: texts.addPlace })
  if (delivered.trim() === '') throw new Failure('usage', texts.noText, { next: texts.giveText })
  const plain = insecure ? 'allowed' : '--insecure'
  // In an address the braces would be escaped.
  const place = testId('pay')
  const url = checkTarget(order.replaceAll(PLACE, place), '--order', plain).replaceAll(place, PLACE)
  return { order: url, ...(shop === undefined ? {} : { shop: checkTarget(shop, '--shop', plain) }) }
}

/** What a sandbox never answers to this reading, whatever its code; and what it answers only with its code. */
const OTHERS: readonly Category[] = ['usage', 'forbidden', 'not_found', 'conflict', 'rate_limited']
const WITH_CODE: readonly Category[] = ['service', 'unauthenticated']

interface Endpoint {
  url: string
  events: string[]
}

/** The endpoints of the store in force. Failure (usage) if it isn't a sandbox: only what a control route answers shows that. */
async function openSandbox(context: Context, flags: OrderFlags) {
  const url = context.baseUrl()
  const { profile, settings } = context.profile()
  const call = await openControl(context, flags, settings.dashboardUrl === undefined ? undefined : profile)
  const listed = await call<{ data?: unknown }>('GET', '/webhooks').catch(error => {
    if (!(error instanceof Failure)) throw error
    const { category, details } = error
    if (OTHERS.includes(category) || (WITH_CODE.includes(category) && details.code === undefined)) return null
    throw error
  })
  if (Array.isArray(listed?.data)) return { call, endpoints: listed.data as Endpoint[] }
  throw new Failure('usage', () => texts.notASandbox(url), {
    next: [texts.useSandbox, suggest('sandbox start', { say: texts.startOne, profile: 'none' })],
  })
}

/** Where the shop hears of payments. Failure (usage) if it doesn't. */
function toldOf(endpoints: readonly Endpoint[], plain: PlainHttp): [string, ...string[]] {
  const [first, ...others] = endpoints
    .filter(({ events }) => events.length === 0 || events.includes('payment.approved'))
    .map(({ url }) => checkTarget(url, texts.endpointAddress, plain))
  if (first !== undefined) return [first, ...others]
  throw new Failure('usage', texts.noEndpoint, {
    next: suggest('sandbox webhook add', { say: texts.addEndpoint, args: ['http://localhost:3000/webhook'] }),
  })
}

interface Shop {
  look(url: string): Promise<Look>
  post(url: string, headers: string[], body: Uint8Array): Promise<Reply>
}

/** Calls the shop. If the first answer of an address doesn't come, the run ends: Failure (network). */
async function openShop(context: Context, flags: OrderFlags, extraHeaders: readonly Header[]): Promise<Shop> {
  const { host, debug } = context
  const timeoutMs = Math.min(timeoutOf(flags), ATTEMPT_MS)
  const { insecure } = flags
  const transport = await createTransport({ ...networkSettings(host.env), insecure })
  const post = createPost(host, timeoutMs, insecure)
  const answering = new Set<string>()
  const reached = async <Answer extends { status: number }>(url: string, ask: () => Promise<Answer>) => {
    const name = new URL(url).host
    try {
      const answer = await ask()
      answering.add(name)
      debug(`${name} ${answer.status}`)
      return answer
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      if (!answering.has(name)) throw unreachable(error, url)
      return { problem: (): string => localizedMessage(error), timedOut: error.timedOut }
    }
  }
  return {
    async look(url) {
      const headers = withHeaders(['User-Agent', `pixctl/${host.version}`], extraHeaders)
      const request = { method: 'GET', url, headers, timeoutMs, signal: host.signal } as const
      const answer = await reached(url, () => transport.send(request))
      return 'problem' in answer ? answer : { status: answer.status, text: answer.body.toString() }
    },
    post: (url, headers, body) => reached(url, () => post(url, withHeaders(headers, extraHeaders), body)),
  }
}

type Begun = Awaited<ReturnType<OrderOptions['begin']>>

async function createCharge(context: Context): Promise<Begun> {
  const client = await context.client()
  const creation = await client.create(randomUUID(), Buffer.from(CHARGE))
  if ('payment' in creation) return { paymentId: creation.payment.id }
  throw creation.failure
}

interface Beginning {
  call: CallSandbox
  url: string
  body: Uint8Array
  post: Shop['post']
}

/** Begins an order in the shop, and finds the charge that it creates. */
async function shopOrder(context: Context, { call, url, body, post }: Beginning): Promise<Begun> {
  const { host, client } = context
  const newest = async () => (await (await client()).payments(1, NEWEST)).data.data.map(({ id }) => id)
  // The service limits how often charges are read, the control routes don't.
  const creations = async () => {
    const query = 'method=POST&path=/payments'
    const { data } = await call<{ data: { id: string; ms: number | null }[] }>('GET', `/requests?${query}`)
    return data.filter(({ ms }) => ms !== null).map(({ id }) => id)
  }
  const [charges, before] = [new Set(await newest()), new Set(await creations())]
  const answer = await post(url, ['Content-Type', 'application/json'], body)
  if ('problem' in answer) return answer
  const endMs = host.clock.monotonic() + CHARGE_MS
  let isAsked = false
  while (!isAsked && host.clock.monotonic() < endMs) {
    isAsked = (await creations()).some(id => !before.has(id))
    if (!isAsked) await host.clock.sleep(POLL_MS, host.signal)
  }
  const paymentId = (await newest()).find(id => !charges.has(id))
  return paymentId === undefined ? { problem: () => texts.noCharge(answer.status) } : { paymentId }
}
