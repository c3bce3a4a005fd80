/**
 * `pixctl/testing`: the sandbox for the tests of other programs, in their own process. It is the sandbox of
 * `sandbox start`; it uses none of pixctl's settings, profiles and variables.
 */

import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Clock, systemClock } from '#lib/clock.ts'
import { inLanguage, type Language, said, type Text } from '#lib/language.ts'
import { MEMORY } from '#lib/sandbox/data.ts'
import type { Sandbox as Running } from '#sandbox/index.ts'
import { texts } from './testing/texts.ts'
import type * as api from './testing/types.ts'

export { signDelivery, verifySignature } from './testing/signatures.ts'

export const startSandbox: typeof api.startSandbox = async (options = {}) => {
  const { port = 0, data, language = 'en', timeScale = 1, rateLimit = 'off' } = options
  try {
    const { startSandbox } = await import('#sandbox/index.ts')
    const sandbox = await startSandbox({
      dataDir: data && data !== MEMORY ? resolve(data) : MEMORY,
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
    throw inWords(thrown, language)
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
  const checkRunning = () => {
    if (stopped) throw errorWith('stopped', texts.stopped, language)
  }
  /** A function of the sandbox that rejects in the user's language, and after the end. */
  const call =
    <Values extends unknown[], Result>(work: (...values: Values) => Result | Promise<Result>) =>
    async (...values: Values): Promise<Result> => {
      checkRunning()
      try {
        return await work(...values)
      } catch (thrown) {
        throw inWords(thrown, language)
      }
    }
  const stop = () => {
    stopped ??= keepingAlive(sandbox.close())
    return stopped
  }
  return {
    ...{ baseUrl, realtimeUrl, dashboardUrl, apiKey, wsToken },
    pay: call(id => operations.move(id, 'pay')),
    expire: call(id => operations.move(id, 'expire')),
    fail: call(id => operations.move(id, 'fail')),
    deposit: call(operations.deposit),
    addWebhook: call(operations.addEndpoint),
    addFault: call(operations.addFault),
    clearFaults: call(operations.clearFaults),
    charges: call(operations.charges),
    newLoginUrl: () => {
      checkRunning()
      return sandbox.newLoginUrl() ?? dashboardUrl
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Nothing of the sandbox keeps the process alive, but whoever waits for its end must see it. */
async function keepingAlive(end: Promise<void>): Promise<void> {
  const ended = new AbortController()
  systemClock.sleep(LONGEST_END_MS, ended.signal).catch(() => {})
  await end.finally(() => ended.abort())
}

/** More than the sandbox gives to running calls and attempts. */
const LONGEST_END_MS = 60_000

/** An error of the sandbox with its message in the user's language. Others, mistakes in the call, stay. */
function inWords(thrown: unknown, language: Language): unknown {
  const error = thrown as NodeJS.ErrnoException & { said?: Text; port?: number }
  // A folder that another user could write is refused without a code.
  const { code = 'ESANDBOXDATA', port = '' } = error
  if (code === 'ERR_UNKNOWN_BUILTIN_MODULE') return errorWith(code, texts.olderNode, language)
  if (code === 'EADDRINUSE') return errorWith(code, () => texts.portInUse(port), language)
  return 'said' in error ? errorWith(code, () => said(error.said ?? ''), language) : thrown
}

function errorWith(code: string, text: Text, language: Language): api.SandboxError {
  return Object.assign(new Error(inLanguage(language, () => said(text))), { code })
}
