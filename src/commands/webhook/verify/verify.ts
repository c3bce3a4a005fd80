/** `webhook verify`: verifies one delivery, and explains why if it isn't valid. */

import { addAbortSignal } from 'node:stream'
import type { Context } from '#cli/context/context.ts'
import { presentObject } from '#cli/output/present.ts'
import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import { Failure } from '#lib/failure.ts'
import { parseTime } from '#lib/input/times.ts'
import { readInputFile } from '#lib/input-file.ts'
import { formatJson } from '#lib/json.ts'
import { systemErrorWords } from '#lib/system-error.ts'
import { explainSignature, needsSecret } from '#webhooks/mistakes/explain.ts'
import { headerValue, signatureInFile } from './signature-header.ts'
import { texts } from './texts.ts'
import { refusalFailure } from './verdict.ts'
import { type Verification, verificationFields } from './view.ts'

export interface VerifyFlags {
  signature?: string | undefined
  headers?: string | undefined
  /** A path, or `-`. */
  body?: string | undefined
  'secret-file'?: string | undefined
  /** Seconds. */
  tolerance?: number | undefined
  at?: string | undefined
}

/** Prints the verdict. Failure (not_valid) with the explanation if it isn't `valid`. */
export async function verify(context: Context, flags: VerifyFlags): Promise<void> {
  const { host, out } = context
  const header = headerOf(flags)
  const nowMs = flags.at === undefined ? host.clock.now() : parseTime(flags.at, '--at')
  const toleranceMs = flags.tolerance === undefined ? SIGNATURE_TOLERANCE_MS : flags.tolerance * 1000
  const body = await readBody(context, flags.body)
  const secrets = needsSecret(header) ? (await context.webhookSecrets(flags['secret-file'])).values : []
  const explanation = await explainSignature(header, body, { secrets, nowMs, toleranceMs, clock: host.clock })
  const verification = { ...explanation, isPast: flags.at !== undefined }
  await present(context, verification)
  if (explanation.reason === 'valid') return out.note(texts.isValid())
  throw refusalFailure(verification, explanation.reason)
}

/** The header's value; empty if it is missing. */
function headerOf({ signature, headers }: VerifyFlags): string {
  if (signature !== undefined) return headerValue(signature)
  if (headers !== undefined) return signatureInFile(headers) ?? ''
  throw new Failure('usage', texts.signatureMissing, { next: [texts.giveSignature, texts.giveHeaders] })
}

/** Reads the body from the file or from standard input. */
async function readBody({ host, out }: Context, path: string | undefined): Promise<Buffer> {
  if (path !== undefined && path !== '-') return readInputFile(path, texts.bodyHelp)
  if (host.stdin.isTTY) {
    if (path === undefined) {
      throw new Failure('usage', texts.bodyMissing, { next: texts.giveBody })
    }
    out.note(texts.readingTerminal())
  }
  const chunks: Buffer[] = []
  try {
    for await (const chunk of addAbortSignal(host.signal, host.stdin.stream)) chunks.push(chunk as Buffer)
  } catch (error) {
    host.signal.throwIfAborted()
    const { code } = error as NodeJS.ErrnoException
    throw new Failure('usage', () => texts.stdinUnreadable(systemErrorWords(`${code}`)), {
      next: texts.bodyHelp,
    })
  }
  return Buffer.concat(chunks)
}

/** Prints the result, with its names for scripts or with labels for a person. */
async function present({ out }: Context, verification: Verification): Promise<void> {
  const { reason, hints, timestamp, timestampMs, nowMs } = verification
  const skewSeconds = timestampMs === null ? null : Math.floor((nowMs - timestampMs) / 1000)
  const result = { valid: reason === 'valid', reason, timestamp, skewSeconds, hints }
  if (out.json) return out.data(formatJson(result))
  await presentObject(out, Object.entries(result), () => verificationFields(verification, out.style))
}
