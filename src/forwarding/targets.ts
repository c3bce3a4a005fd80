/** Sends deliveries to a target, and the errors if it doesn't answer, or doesn't answer 2xx. */

import { createTransport, type Transport } from '#api/transport.ts'
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

export interface TargetAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The beginning of the body. */
  body: Buffer
  /** Milliseconds it took. */
  ms: number
}

/** Sends one POST; `headers` are names and values in turn. Throws TransportError if no answer came, or the signal's reason. */
export type Post = (url: string, headers: string[], body: Uint8Array) => Promise<TargetAnswer>

/** What a POST needs of the machine. The signal aborts the current request. */
export interface PostHost {
  env: Readonly<Record<string, string | undefined>>
  clock: Clock
  signal: AbortSignal
}

/** @param insecure accepts any certificate */
export function createPost(host: PostHost, timeoutMs: number, insecure = false): Post {
  const { env, clock, signal } = host
  const options = { ...networkSettings(env), insecure }
  let transport: Transport | undefined
  return async (url, headers, body) => {
    transport ??= await createTransport(options)
    const start = clock.monotonic()
    const request = { method: 'POST', url, headers, body, timeoutMs, signal, bodyStart: BODY_START } as const
    const answer = await transport.send(request)
    return { ...answer, ms: clock.monotonic() - start }
  }
}

/** The error if no answer came. */
export function unreachable(error: TransportError, url: string, next: readonly Step[] = []): Failure {
  return new Failure('network', () => error.saidFor(url), {
    next: [error.isOfProxy ? sharedTexts.checkProxy : texts.checkEndpoint, ...next],
  })
}

/** A delivery that was sent once. */
export interface SentDelivery {
  to: string
  /** Describes the secret that signed it. */
  signedWith: Text
}

/** The error if the target answered, but not 2xx. */
export function refusedDelivery(status: number, sent: SentDelivery): Failure {
  return new Failure('service', () => texts.notSuccess(status), {
    next: status === 401 ? invalidSignature(sent) : (adviceFor(status) ?? texts.checkLog),
    details: { status },
  })
}

/** What to do if a target says that the signature is invalid. */
export function invalidSignature({ to, signedWith }: SentDelivery): Step[] {
  return [
    () => texts.invalidSignature(localized(signedWith)),
    suggest('webhook check', { say: texts.toSeeWhy, args: [to] }),
  ]
}

/** What to do if a target answers so; null if only its log says more. */
export function adviceFor(status: number): Text | null {
  if (status >= 300 && status < 400) return texts.redirect
  return status === 404 || status === 405 ? texts.noPost : null
}
