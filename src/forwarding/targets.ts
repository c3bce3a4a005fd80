/** Where `webhook listen`, `replay`, `trigger` and `check` send to, and how. */

import { createTransport, type Transport } from '../api/transport.ts'
import { networkSettings } from '../cli/context/addresses.ts'
import type { Host } from '../cli/host/host.ts'
import { confirm } from '../cli/host/prompt.ts'
import { Failure } from '../shared/failure.ts'
import { isLoopback } from '../shared/plain-address.ts'

/** The longest a target may take that is asked once, in milliseconds: as for every single attempt. */
export const ATTEMPT_MS = 15_000
/** How much of a target's answer is read, and for how long: its status is what counts. */
const BODY_START = { bytes: 1024, ms: 1000 }

/** What a target answered. */
export interface TargetAnswer {
  status: number
  /** How its body begins. */
  body: Buffer
  /** Milliseconds it took. */
  ms: number
}

/**
 * One POST to a target. Throws TransportError when no answer came, or the signal's reason.
 *
 * @param headers names and values in turn
 */
export type Post = (url: string, headers: string[], body: Uint8Array) => Promise<TargetAnswer>

/** What a POST takes of the host; its signal aborts the one in flight. */
export type PostHost = Pick<Host, 'env' | 'clock' | 'signal'>

/** @param timeoutMs for each answer; `insecure` takes any certificate */
export function createPost(host: PostHost, timeoutMs: number, insecure = false): Post {
  const { env, clock, signal } = host
  const options = { ...networkSettings(env), insecure }
  let transport: Transport | undefined
  return async (url, headers, body) => {
    transport ??= await createTransport(options)
    const start = clock.monotonic()
    const request = { method: 'POST', url, headers, body, timeoutMs, signal, bodyStart: BODY_START } as const
    const answer = await transport.send(request)
    return { status: answer.status, body: answer.body, ms: clock.monotonic() - start }
  }
}

/** Before signed fakes of payments leave this machine: `--yes`, or a yes at the prompt. */
export async function confirmTarget(
  host: Host,
  url: string,
  { yes, noInput }: { yes: boolean; noInput: boolean },
): Promise<void> {
  const { hostname, host: name } = new URL(url)
  if (yes || isLoopback(hostname)) return
  const asked = !noInput && host.stdin.isTTY && host.stderr.isTTY === true
  if (asked && (await confirm(host, `Send signed test events to ${name}?`))) return
  throw new Failure('usage', `${name} is not this machine: nothing was sent`, {
    next: 'add --yes if signed test events may go there',
  })
}
