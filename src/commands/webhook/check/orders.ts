/** `webhook check --order`: the orders of a shop, against the sandbox of the profile. */

import { randomUUID } from 'node:crypto'
import { createTransport } from '#api/transport.ts'
import { TransportError } from '#api/transport-error.ts'
import { type Context, timeoutOf } from '#cli/context/context.ts'
import { headersFor, readFlagFile } from '#cli/flags/forwarding.ts'
import { openControl } from '#cli/sandbox/control.ts'
import { warnUnencrypted } from '#forwarding/routes.ts'
import { shownStart, withHeaders } from '#forwarding/send.ts'
import { ATTEMPT_MS, unreachable } from '#forwarding/targets.ts'
import { Failure, localizedMessage } from '#lib/failure.ts'
import { checkTarget, networkSettings } from '#lib/input/addresses.ts'
import { suggest } from '#lib/suggestion.ts'
import { causeOf, runOrderChecks, type ShopAnswer } from '#webhooks/check/orders/run-orders.ts'
import { testId } from '#webhooks/events.ts'
import { confirmTarget } from '../shared/confirm-target.ts'
import type { Checked } from './check-results.ts'
import type { CheckFlags } from './index.ts'
import { texts } from './texts.ts'

type OrderFlags = CheckFlags & { order: string; delivered: string }

const PLACE = '{paymentId}'
/** Of a charge that the check creates, as it is sent: an amount that isn't the same in centavos once a program has cut them off. */
const CHARGE = Buffer.from('{"amount":19.99,"description":"pixctl webhook check"}')
/** How often the charges are read for that of an order, and how long between two readings, in milliseconds: the service limits calls. */
const READINGS = 10
const BETWEEN_MS = 1_500

/** Failure (usage) for flags that aren't valid, a store that isn't a sandbox, or one without an endpoint; (network) without an answer. */
export async function checkOrders(context: Context, flags: OrderFlags): Promise<Checked> {
  const { host, out } = context
  const { 'shop-body': file, shop, delivered } = flags
  if (!flags.order.includes(PLACE)) throw new Failure('usage', texts.noPlace, { next: texts.addPlace })
  if (delivered.trim() === '') throw new Failure('usage', texts.noText, { next: texts.giveText })
  const checked = (url: string, what: string) =>
    checkTarget(url, what, flags.insecure ? 'allowed' : '--insecure')
  // In an address the braces would be escaped.
  const place = testId('pay')
  const order = checked(flags.order.replaceAll(PLACE, place), '--order')
  const begins = shop === undefined ? undefined : checked(shop, '--shop')
  const body = file === undefined ? Buffer.from('{}') : readFlagFile(file, '--shop-body')
  const { call, urls } = await openSandbox(context, flags)
  const endpoints = urls.map(url => checked(url, texts.endpointAddress()))
  const targets = [order, ...endpoints, ...(begins === undefined ? [] : [begins])]
  const shown = order.replaceAll(place, PLACE)
  for (const url of targets) await confirmTarget(host, url, flags)
  const tested = { url: endpoints[0] ?? '', port: 0, isTest: true } as const
  const secrets = await context.webhookSecrets(flags['secret-file'], tested)
  out.note(texts.ordering(new URL(context.baseUrl()).host, shown))
  const signed = endpoints.map(url => ({ url, signer: secrets.signer(url) }))
  for (const { signer } of signed) out.say(() => texts.signedWith(signer.description))
  const ask = await openShop(context, flags, targets)
  // Before anything is created.
  await ask('GET', order, [])
  const checks = await runOrderChecks({
    call,
    begin: () =>
      begins === undefined
        ? createCharge(context)
        : beginIn(context, () => ask('POST', begins, ['Content-Type', 'application/json'], body)),
    look: paymentId => ask('GET', order.replaceAll(place, paymentId), []),
    send: (to, headers, bytes) => ask('POST', to, headers, bytes),
    endpoints: signed.map(({ url, signer }) => ({ url, secret: signer.secret })),
    delivered,
    clock: host.clock,
    signal: host.signal,
    onCheck: (name, number, total) => out.status(texts.progress(number, total, name)),
  })
  const rows = checks.map(check => ({ ...check, advice: check.passed ? null : () => causeOf(check) }))
  return { url: shown, checks: rows, mistake: null }
}

/** Where the shop hears of payments. Failure (usage) if it doesn't, or if what is in force is no sandbox: only its answer shows that. */
async function openSandbox(context: Context, flags: OrderFlags) {
  const url = context.baseUrl()
  const { profile, settings } = context.profile()
  const call = await openControl(context, flags, settings.dashboardUrl === undefined ? undefined : profile)
  type Endpoints = { url: string; events: string[] }[]
  const answer = await call<{ data?: Endpoints }>('GET', '/webhooks').catch(error => {
    const isAnswer = error instanceof Failure && error.details.status !== undefined
    if (isAnswer && error.category !== 'unauthenticated') return null
    throw error
  })
  if (!Array.isArray(answer?.data)) {
    throw new Failure('usage', () => texts.notASandbox(url), {
      next: [texts.useSandbox, suggest('sandbox start', { say: texts.startOne, profile: 'none' })],
    })
  }
  const told = answer.data.filter(({ events }) => events.length === 0 || events.includes('payment.approved'))
  if (told.length > 0) return { call, urls: told.map(endpoint => endpoint.url) }
  throw new Failure('usage', texts.noEndpoint, {
    next: suggest('sandbox webhook add', { say: texts.addEndpoint, args: ['http://localhost:3000/webhook'] }),
  })
}

/** Calls the shop. If the first answer of an address doesn't come, the run ends: Failure (network). */
async function openShop({ host, out, debug }: Context, flags: OrderFlags, targets: readonly string[]) {
  const [route, ...routes] = targets.map(url => ({ types: null, url }))
  const extraHeaders = headersFor([route!, ...routes], flags['forward-header'])
  warnUnencrypted([route!, ...routes], out)
  const transport = await createTransport({ ...networkSettings(host.env), insecure: flags.insecure })
  const limits = { timeoutMs: Math.min(timeoutOf(flags), ATTEMPT_MS), signal: host.signal }
  const answering = new Set<string>()
  type Method = 'GET' | 'POST'
  return async (method: Method, url: string, given: string[], body?: Uint8Array): Promise<ShopAnswer> => {
    const name = new URL(url).host
    const headers = withHeaders(['User-Agent', `pixctl/${host.version}`, ...given], extraHeaders)
    try {
      const answer = await transport.send({ method, url, headers, ...(body && { body }), ...limits })
      answering.add(name)
      debug(`${method} ${name} ${answer.status}`)
      return { status: answer.status, text: answer.body.toString() }
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      if (!answering.has(name)) throw unreachable(error, url)
      return { problem: () => localizedMessage(error) }
    }
  }
}

async function createCharge(context: Context) {
  const creation = await (await context.client()).create(randomUUID(), CHARGE)
  if ('payment' in creation) return creation.payment.id
  throw creation.failure
}

/** Begins an order in the shop, and finds the charge that it creates. Failure (usage) if there is none, (network) without an answer. */
async function beginIn({ client, clock, signal }: Context, post: () => Promise<ShopAnswer>) {
  const newest = async () => (await (await client()).payments(1, 1)).data.data[0]?.id
  const before = await newest()
  const answer = await post()
  if ('problem' in answer) throw new Failure('network', answer.problem, { next: texts.readLog })
  const { status, text } = answer
  for (let reading = 1; reading <= READINGS; reading++) {
    const paymentId = await newest()
    if (paymentId !== undefined && paymentId !== before) return paymentId
    await clock.sleep(BETWEEN_MS, signal)
  }
  throw new Failure('usage', () => texts.noCharge(status, shownStart(text)), { next: texts.giveBody })
}
