/**
 * `pixctl/testing`: the sandbox for the tests of other programs, in their own process. It is the sandbox of
 * `sandbox start`; it uses none of pixctl's settings, profiles and variables.
 */

import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Clock, systemClock } from '#lib/clock.ts'
import { type Language, localized } from '#lib/language.ts'
import { MEMORY } from '#lib/sandbox/data.ts'
import type { Sandbox as Running } from '#sandbox/index.ts'
import { check, checkNode, checkOptions, MAX_WAIT_MS } from './testing/arguments.ts'
import { type Call, errorWith, worded } from './testing/errors.ts'
import { texts } from './testing/texts.ts'
import type * as api from './testing/types.ts'

export { signDelivery, verifySignature } from './testing/signatures.ts'

export const startSandbox: typeof api.startSandbox = async (options = {}) => {
  const here = { from: startSandbox, language: options?.language }
  try {
    checkOptions(options)
    checkNode(process.versions.node)
    const { port = 0, data = MEMORY, language = 'en', timeScale = 1, rateLimit = 'off' } = options
    const { apiKey, wsToken, webhooks } = options
    const [{ startSandbox }, operations, deliveries, requests] = await Promise.all([
      import('#sandbox/index.ts'),
      import('#sandbox/control/operations.ts'),
      import('#sandbox/control/deliveries.ts'),
      import('#sandbox/control/requests.ts'),
    ])
    const sandbox = await startSandbox({
      dataDir: data === MEMORY ? MEMORY : resolve(data),
      port,
      timeScale,
      rateLimit,
      given: {
        apiKey,
        wsToken,
        webhooks: webhooks?.map(({ url, ...webhook }) => ({ ...webhook, url: textOf(url) })),
      },
      keepsAlive: false,
      clock,
      // From src and from dist.
      assetsFolder: join(__dirname, '../dist/web'),
    })
    return controls(sandbox, language, { ...operations, ...deliveries, ...requests })
  } catch (thrown) {
    throw worded(thrown, here)
  }
}

/** How long a test waits for a delivery by default. Most runners give a test 5 seconds, and should show what was found. */
const WAIT_MS = 4_000

/** A fault may hold a delivery back for an hour, which must not keep the process alive either. */
const clock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }),
}

type Operations = typeof import('#sandbox/control/operations.ts') &
  typeof import('#sandbox/control/deliveries.ts') &
  typeof import('#sandbox/control/requests.ts')

/** What the functions of a sandbox work with. */
interface Controlled extends Pick<Running, 'parts'> {
  first: Running['parts']['stores']['first']
  operations: Operations
  call: ReturnType<typeof caller>
}

/** A URL has its text in `href`. */
const textOf = (url: unknown) => Object(url).href ?? url

/** Wraps a function of the sandbox: it checks its first value, and rejects in the user's language, and after the end. */
function caller(language: Language, checkRunning: (call: Call) => void) {
  return <Values extends unknown[], Result>(
    work: (...values: Values) => Result | Promise<Result>,
    argument?: 'id' | 'amount' | 'fault' | 'filter',
  ) =>
    async function called(...values: Values): Promise<Result> {
      const here = { from: called, language, id: values[0] }
      checkRunning(here)
      try {
        if (argument) check(argument, values[0])
        return await work(...values)
      } catch (thrown) {
        throw worded(thrown, here)
      }
    }
}

function controls(sandbox: Running, language: Language, operations: Operations): api.Sandbox {
  const { baseUrl, realtimeUrl, dashboardUrl, apiKey, wsToken, parts } = sandbox
  let stopped: Promise<void> | undefined
  const checkRunning = (call: Call) => {
    if (stopped) throw errorWith('stopped', texts.stopped, call)
  }
  const stop = () => {
    stopped ??= keepingAlive(sandbox.close())
    return stopped
  }
  function newLoginUrl(): string {
    checkRunning({ from: newLoginUrl, language })
    return sandbox.newLoginUrl() ?? dashboardUrl
  }
  const controlled = { parts, first: parts.stores.first, operations, call: caller(language, checkRunning) }
  return {
    ...{ baseUrl, realtimeUrl, dashboardUrl, apiKey, wsToken },
    ...chargeControls(controlled),
    ...webhookControls(controlled),
    ...accessControls(controlled),
    newLoginUrl,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

function chargeControls({ parts, first, operations, call }: Controlled) {
  return {
    pay: call(
      (id: string, options: Parameters<api.Sandbox['pay']>[1] = {}) =>
        operations.pay(parts, first, id, options).data,
      'id',
    ),
    expire: call((id: string) => operations.move(parts, first, id, 'expire').data, 'id'),
    fail: call((id: string) => operations.move(parts, first, id, 'fail').data, 'id'),
    deposit: call(
      (amount: number | string) => operations.depositOf(operations.deposit(parts, first, String(amount))),
      'amount',
    ),
    charges: call(() => operations.charges(parts, first)),
    requests: call(async ({ timeout, status, ...filter }: api.RequestFilter = {}) => {
      const texts = status === undefined ? filter : { ...filter, status: String(status) }
      if (timeout === undefined) return operations.findRequests(parts, first.id, texts)
      check('timeout', timeout)
      const limits = { ms: timeout, signal: parts.faults.closing }
      return keepingAlive(operations.findRequests(parts, first.id, texts, limits))
    }),
    advance: call((duration: string) => keepingAlive(operations.advance(parts, duration))),
    reset: call(() => operations.reset(parts, first)),
  }
}

function webhookControls({ parts, first, operations, call }: Controlled) {
  const { database, deliverer } = parts
  const waitForDelivery: api.Sandbox['waitForDelivery'] = async (filter, options) => {
    const { timeout = WAIT_MS } = options ?? {}
    check('timeout', timeout)
    const limits = { ms: timeout, signal: parts.faults.closing }
    const parsed = operations.filterOf(parts, first, filter)
    const { deliveries, why } = await keepingAlive(
      operations.waitForDeliveries(parts, first.id, parsed, limits),
    )
    const [delivery] = deliveries
    if (delivery) return delivery
    const text = () => texts.noDelivery(timeout / 1000, localized(why ?? ''))
    throw Object.assign(new Error(), { code: 'no_delivery', text })
  }
  return {
    addWebhook: call(((url, events, options) =>
      operations.addEndpoint(parts, first, {
        ...options,
        url: textOf(url),
        events,
      })) as api.Sandbox['addWebhook']),
    removeWebhook: call((id: string) => operations.removeEndpoint(parts, first, id), 'id'),
    rotateSecret: call((id: string) => operations.rotateSecret(parts, first, id), 'id'),
    deliveries: call((filter: api.DeliveryFilter = {}) =>
      operations.listDeliveries(database, first.id, operations.filterOf(parts, first, filter)),
    ),
    waitForDelivery: call(waitForDelivery, 'filter'),
    redeliver: call((id: string) => deliverer.sendAgain(first.id, id), 'id'),
  }
}

function accessControls({ parts, first, operations, call }: Controlled) {
  const { faults } = parts
  return {
    createKey: call((wanted: Parameters<api.Sandbox['createKey']>[0] = {}) =>
      operations.createKey(parts, first, wanted),
    ),
    revokeKey: call((id: string) => void operations.revokeKey(parts, first, id), 'id'),
    disableStore: call(() => void operations.setAvailable(parts, first, false)),
    enableStore: call(() => void operations.setAvailable(parts, first, true)),
    addFault: call((order: api.Fault) => operations.addFault(parts, first, order), 'fault'),
    removeFault: call((id: string) => faults.clear(first.id, id), 'id'),
    clearFaults: call(() => void faults.clearAll(first.id)),
  }
}

/** Nothing of the sandbox keeps the process alive, but a caller that waits for something must see it. */
async function keepingAlive<Result>(work: Promise<Result>): Promise<Result> {
  const ended = new AbortController()
  systemClock.sleep(2 * MAX_WAIT_MS, ended.signal).catch(() => {})
  return work.finally(() => ended.abort())
}
