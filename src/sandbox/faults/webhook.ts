/** Faults in the sandbox's own deliveries. The request is already signed, so what changes after that doesn't verify. */

import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { aborted } from '#lib/ending.ts'
import type { FaultSummary } from '#lib/sandbox/faults.ts'
import type { Sender, SendResult } from '../webhooks/sender.ts'
import type { Faults } from './faults.ts'

export interface SignedRequest {
  url: string
  headers: Record<string, string>
  body: Uint8Array
}

type Post = (body: Uint8Array | Readable) => Promise<SendResult>

/** Rejects if the sandbox closes before the end: the attempt is made again at the next start. */
export async function sendFaulty(
  fault: FaultSummary,
  faults: Faults,
  sender: Sender,
  { url, headers, body }: SignedRequest,
): Promise<SendResult> {
  const post: Post = sent => sender.post(url, { ...headers, 'Content-Length': String(body.length) }, sent)
  switch (fault.kind) {
    case 'status': {
      const { status, ...rest } = await post(body)
      return { ...rest, status: status === null ? null : fault.status }
    }
    case 'lose-answer': {
      const { error } = await post(body)
      return { status: null, error: error ?? `the answer was lost (fault ${fault.id})`, answer: null }
    }
    case 'delay':
      await faults.wait(fault)
      return post(body)
    case 'garbage':
      return post(altered(fault, body))
    case 'hang':
      return hang(faults, post, body)
    case 'close':
      return post(firstHalf(body, () => setImmediate()))
  }
}

/** Half of the body, then nothing: the receiver waits for the rest until the attempt times out. */
async function hang(faults: Faults, post: Post, body: Uint8Array): Promise<SendResult> {
  const ended = new AbortController()
  const end = AbortSignal.any([ended.signal, faults.closing])
  const result = await post(firstHalf(body, () => aborted(end)))
  ended.abort()
  faults.closing.throwIfAborted()
  return result
}

/** Half of a body; the error after it cuts the connection. */
function firstHalf(body: Uint8Array, then: () => Promise<unknown>): Readable {
  return Readable.from(
    (async function* () {
      yield body.subarray(0, body.length >> 1)
      await then()
      throw new Error('the fault cuts the request')
    })(),
  )
}

/**
 * In turn: the event with another id, which only the signature shows, and a body in which the second half is blank.
 * Both have the length of the body.
 */
function altered({ used }: FaultSummary, body: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(body)
  if (used % 2 === 0) return bytes.fill(0x20, bytes.length >> 1)
  // The body begins with {"id": "evt_…, so this is a digit of the id.
  const digit = Buffer.from(bytes.buffer).indexOf('evt_') + 4
  bytes[digit] = bytes[digit] === 0x30 ? 0x31 : 0x30
  return bytes
}
