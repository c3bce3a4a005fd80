/**
 * `pixctl/testing`: the sandbox for the tests of other programs, in their own process. It is the sandbox of
 * `sandbox start`; it uses none of pixctl's settings, profiles and variables.
 */

import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Clock, systemClock } from '#lib/clock.ts'
import type { Language } from '#lib/language.ts'
import { MEMORY } from '#lib/sandbox/data.ts'
import type { Sandbox as Running } from '#sandbox/index.ts'
import { check, checkNode, checkOptions } from './testing/arguments.ts'
import { type Call, callOf, errorWith, worded } from './testing/errors.ts'
import { texts } from './testing/texts.ts'
import type * as api from './testing/types.ts'

export { signDelivery, verifySignature } from './testing/signatures.ts'

export const startSandbox: typeof api.startSandbox = async (options = {}) => {
  const here = callOf(startSandbox, options?.language)
  try {
    checkOptions(options)
    checkNode(process.versions.node)
    const { port = 0, data = MEMORY, language = 'en', timeScale = 1, rateLimit = 'off' } = options
    const { startSandbox } = await import('#sandbox/index.ts')
    const sandbox = await startSandbox({
      dataDir: data === MEMORY ? MEMORY : resolve(data),
      port,
      timeScale,
      rateLimit,
      keepsAlive: false,
      clock,
      // From src and from dist.
      assetsFolder: join(__dirname, '../dist/web'),
    })
    return controls(sandbox, language)
  } catch (thrown) {
    throw worded(thrown, here)
  }
}

/** A fault may hold a delivery back for an hour, which must not keep the process alive either. */
const clock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }),
}

function controls(sandbox: Running, language: Language): api.Sandbox {
  const { baseUrl, realtimeUrl, dashboardUrl, apiKey, wsToken, operations } = sandbox
  let stopped: Promise<void> | undefined
  const checkRunning = (call: Call) => {
    if (stopped) throw errorWith('stopped', texts.stopped, call)
  }
  /** A function of the sandbox that checks its first value, and rejects in the user's language, and after the end. */
  const call = <Values extends unknown[], Result>(
    work: (...values: Values) => Result | Promise<Result>,
    argument?: 'id' | 'amount' | 'fault',
  ) =>
    async function called(...values: Values): Promise<Result> {
      const here = callOf(called, language, values[0])
      checkRunning(here)
      try {
        if (argument) check(argument, values[0])
        return await work(...values)
      } catch (thrown) {
        throw worded(thrown, here)
      }
    }
  const stop = () => {
    stopped ??= keepingAlive(sandbox.close())
    return stopped
  }
  function newLoginUrl(): string {
    checkRunning(callOf(newLoginUrl, language))
    return sandbox.newLoginUrl() ?? dashboardUrl
  }
  return {
    ...{ baseUrl, realtimeUrl, dashboardUrl, apiKey, wsToken },
    pay: call(id => operations.move(id, 'pay'), 'id'),
    expire: call(id => operations.move(id, 'expire'), 'id'),
    fail: call(id => operations.move(id, 'fail'), 'id'),
    deposit: call(operations.deposit, 'amount'),
    // A URL has its text in `href`.
    addWebhook: call((url, events) => operations.addEndpoint(Object(url).href ?? url, events)),
    addFault: call(operations.addFault, 'fault'),
    clearFaults: call(operations.clearFaults),
    charges: call(operations.charges),
    newLoginUrl,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Nothing of the sandbox keeps the process alive, but a caller that waits for its end must see it. */
async function keepingAlive(end: Promise<void>): Promise<void> {
  const ended = new AbortController()
  systemClock.sleep(LONGEST_END_MS, ended.signal).catch(() => {})
  await end.finally(() => ended.abort())
}

/** More than the sandbox gives to running calls and attempts. */
const LONGEST_END_MS = 60_000
