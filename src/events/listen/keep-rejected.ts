/** Keeps refused deliveries, without anything that could be a secret. */

import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { RejectedWriter, WaitingRejected } from '#inbox/rejected/writer.ts'
import type { Notes } from '#lib/notes.ts'
import { headersToKeep, secretForms } from '#webhooks/verify-delivery.ts'
import type { Hints } from '#webhooks/wrong-signature/explain.ts'
import type { StreamContext } from '../stream.ts'
import { texts } from '../texts.ts'
import type { ShownRefusal } from './view.ts'

/** Starts what writes them, in a thread of its own. */
export async function startRejectedWriter(
  { host, dataDir, profile }: StreamContext,
  out: Notes,
): Promise<RejectedWriter> {
  const { RejectedWriter } = await import('#inbox/rejected/writer.ts')
  return new RejectedWriter({
    thread: join(host.root, 'dist', 'rejected-thread.cjs'),
    dataDir,
    profile,
    clock: host.clock,
    onFault: message => out.warn(() => texts.rejectedNotKept(message)),
  })
}

/** @param body null if it was not read to its end */
export type KeepRejected = (
  shown: ShownRefusal,
  request: IncomingMessage,
  body: Buffer | null,
  hints: Hints | Promise<Hints>,
) => void

/** Returns at once: most of the work is done when a delivery is written, and in a flood most never are. */
export function createKeeper(
  writer: { add(rejected: WaitingRejected): void },
  secrets: readonly string[],
  toleranceMs: number,
): KeepRejected {
  const forms = secretForms(secrets)
  const isSecret = (text: string) => forms.some(form => text.includes(form))
  const harmless = (text: string | null) => (text === null || isSecret(text) ? null : text)
  return ({ receivedAt, delivery, type, reason, status }, request, body, hints) => {
    const { method, url, headers, rawHeaders } = request
    writer.add({
      body,
      hints,
      describe: () => ({
        receivedAt,
        delivery: harmless(delivery),
        event: harmless(type),
        reason,
        status,
        method: method ?? '',
        // Without the query, which may hold a token.
        path: (url ?? '').replace(/[?#].*$/s, ''),
        headers: headersToKeep({ headers, rawHeaders }, forms),
        bodyBytes: body?.length ?? claimedLength(headers['content-length']),
        toleranceMs,
      }),
      mayKeep: bytes => {
        const { buffer, byteOffset, byteLength } = bytes
        const view = Buffer.from(buffer, byteOffset, byteLength)
        return !forms.some(form => view.includes(form))
      },
    })
  }
}

function claimedLength(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null
}
