/** Sends to a target, and the errors if it doesn't answer, or doesn't answer 2xx. */

import { type Answer, createTransport, type Transport } from '#api/transport.ts'
import type { TransportError } from '#api/transport-error.ts'
import type { Clock } from '#lib/clock.ts'
import { Failure } from '#lib/failure.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { localized, type Text } from '#lib/language.ts'
import { type Step, suggest } from '#lib/suggestion.ts'
import { texts as sharedTexts } from '#lib/texts.ts'
import { texts } from './texts.ts'

/** How long a target may take to answer one attempt, in milliseconds. */
export const ATTEMPT_MS = 15_000
/** How much of a target's answer is read, and for how long. Only its status matters. */
const BODY_START = { bytes: 1024, ms: 1000 }

/** With the beginning of its body, and the milliseconds that it took. */
export type TargetAnswer = Answer & { ms: number }

/**
 * Sends one POST; `headers` are names and values in turn, to which pixctl's User-Agent is added. Throws TransportError if no
 * answer came, or the signal's reason.
 */
export type Post = (url: string, headers: string[], body: Uint8Array) => Promise<TargetAnswer>

/** What a POST needs of the machine. The signal aborts the current request. */
export interface PostHost {
  env: Readonly<Record<string, string | undefined>>
  clock: Clock
  /** pixctl's own. */
  version: string
  signal: AbortSignal
}

/** @param insecure accepts any certificate */
export function createPost(host: PostHost, timeoutMs: number, insecure = false): Post {
  const { env, clock, version, signal } = host
  const options = { ...networkSettings(env), insecure }
  let transport: Transport | undefined
  return async (url, headers, body) => {
    transport ??= await createTransport(options)
    const start = clock.monotonic()
    const isNamed = headers.some(each => /^user-agent$/i.test(each))
    const all = isNamed ? headers : ['User-Agent', `pixctl/${version}`, ...headers]
    const limits = { timeoutMs, signal, bodyStart: BODY_START }
    const answer = await transport.send({ method: 'POST', url, headers: all, body, ...limits })
    return { ...answer, ms: clock.monotonic() - start }
  }
}

/** The error if no answer came. */
export function unreachable(error: TransportError, url: string, more: readonly Step[] = []): Failure {
  const next = [error.isOfProxy ? sharedTexts.checkProxy : texts.checkEndpoint, ...more]
  return new Failure('network', () => error.saidFor(url), { next })
}

/** A delivery that was sent once. */
export interface SentDelivery {
  to: string
  /** Describes the secret that signed it. */
  signedWith: Text
}

/** The error if the target answered, but not 2xx. */
export function refusedDelivery(
  status: number,
  { to, signedWith }: SentDelivery,
  say: Text = () => texts.notSuccess(status),
): Failure {
  const check = suggest('webhook check', { say: texts.toSeeWhy, args: [to] })
  const invalidSignature = [() => texts.invalidSignature(localized(signedWith)), check]
  const next = status === 401 ? invalidSignature : (adviceFor(status) ?? texts.checkLog)
  return new Failure('service', say, { next, details: { status } })
}

/** What to do if a target answers so; null if only its log says more. */
export function adviceFor(status: number): Text | null {
  if (status >= 300 && status < 400) return texts.redirect
  return status === 404 || status === 405 ? texts.noPost : null
}
