/** Sends deliveries for `webhook listen`, `replay`, `trigger` and `check`, and for `events tail`. */

import { createTransport, type Transport } from '#api/transport.ts'
import type { Host } from '#cli/host/host.ts'
import { confirm } from '#cli/host/prompt.ts'
import { Failure } from '#lib/failure.ts'
import { networkSettings } from '#lib/input/addresses.ts'
import { isLoopback } from '#lib/plain-address.ts'
import { texts } from './texts.ts'

/** How long a target may take to answer one attempt, in milliseconds. */
export const ATTEMPT_MS = 15_000
/** How much of a target's answer is read, and for how long. Only its status matters. */
const BODY_START = { bytes: 1024, ms: 1000 }

/** The answer of a target. */
export interface TargetAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** The beginning of the body. */
  body: Buffer
  /** Milliseconds it took. */
  ms: number
}

/**
 * Sends one POST to a target. Throws TransportError if no answer came, or the signal's reason.
 *
 * @param headers names and values alternately
 */
export type Post = (url: string, headers: string[], body: Uint8Array) => Promise<TargetAnswer>

/** The parts of the host that a POST needs. The signal aborts the current request. */
export type PostHost = Pick<Host, 'env' | 'clock' | 'signal'>

/**
 * @param timeoutMs how long to wait for each answer
 * @param insecure accepts any certificate
 */
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

/** Asks before signed test payments are sent to another machine. `--yes` answers in advance. */
export async function confirmTarget(
  host: Host,
  url: string,
  { yes, noInput }: { yes: boolean; noInput: boolean },
): Promise<void> {
  const { hostname, host: name } = new URL(url)
  if (yes || isLoopback(hostname)) return
  const asked = !noInput && host.stdin.isTTY && host.stderr.isTTY === true
  if (asked && (await confirm(host, texts.sendTests(name)))) return
  throw new Failure('usage', () => texts.notThisMachine(name), {
    next: texts.addYes,
  })
}
