import type { Interfaces } from '@oclif/core'
import { string } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import type { Context } from '#cli/context/context.ts'
import { secretFileFlag, toleranceFlag } from '#cli/flags/flags.ts'
import { printObject } from '#cli/output/present.ts'
import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import { parseSignature } from '#contract/signature.ts'
import { Failure } from '#lib/failure.ts'
import { readInput, readInputFile } from '#lib/files.ts'
import { parseTime, SPAN_WORDS } from '#lib/input/times.ts'
import { utf16Of } from '#lib/text-bytes.ts'
import { explainSignature } from '#webhooks/wrong-signature/explain.ts'
import { headerValue, signatureInFile } from './signature-header.ts'
import { texts } from './texts.ts'
import { refusalFailure, verificationFields } from './verification.ts'

export default class WebhookVerify extends BaseCommand {
  static override summary = texts.summary()
  static override outputs = ['webhook-verify'] as const
  static override description = texts.description()
  static override examples = [
    "<%= config.bin %> webhook verify --signature 't=1772000000,v1=…' < body.json",
    '<%= config.bin %> webhook verify --headers headers.txt --body body.json --at 2026-11-20T14:03',
  ]
  static override flags = {
    signature: string({ description: texts.signatureFlag(), helpValue: 't=…,v1=…' }),
    headers: string({ description: texts.headersFlag(), helpValue: 'FILE' }),
    body: string({ description: texts.bodyFlag(), helpValue: 'FILE|-' }),
    'secret-file': secretFileFlag,
    tolerance: toleranceFlag(texts.toleranceFlag()),
    at: string({ description: texts.atFlag(SPAN_WORDS), helpValue: 'TIME' }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookVerify)
    const now = this.host.clock.now()
    const nowMs = flags.at === undefined ? now : parseTime(flags.at, '--at', now)
    const context = this.context(flags)
    const { host, out } = context
    const header = headerOf(flags)
    const toleranceMs = flags.tolerance ?? SIGNATURE_TOLERANCE_MS
    const body = await readBody(context, flags.body)
    const isTried = parseSignature(header) !== null
    const secrets = isTried ? (await context.webhookSecrets(flags['secret-file'])).values : []
    const options = { secrets, nowMs, toleranceMs, clock: host.clock }
    const explanation = await explainSignature(header, body, options)
    const verification = {
      ...explanation,
      isPast: flags.at !== undefined,
      isUtf16: utf16Of(body) !== undefined,
      bodyBytes: body.length,
      secrets: isTried ? secrets.length : null,
    }
    const { reason, hints, timestamp, timestampMs } = explanation
    const skewSeconds = timestampMs === null ? null : Math.floor((nowMs - timestampMs) / 1000)
    const result = { valid: reason === 'valid', reason, timestamp, skewSeconds, hints: hints ?? [] }
    await printObject<'webhook-verify'>(out, result, () => verificationFields(verification, out.style))
    if (reason === 'valid') return out.note(texts.isValid())
    throw refusalFailure(verification, reason)
  }
}

type VerifyFlags = Interfaces.InferredFlags<typeof WebhookVerify.flags>

/** The header's value; empty if it is missing. */
function headerOf({ signature, headers }: VerifyFlags): string {
  const inFile = headers === undefined ? undefined : (signatureInFile(headers) ?? '')
  const header = signature === undefined ? inFile : headerValue(signature)
  if (header !== undefined) return header
  throw new Failure('usage', texts.signatureMissing, { next: [texts.giveSignature, texts.giveHeaders] })
}

async function readBody({ host, out }: Context, path: string | undefined): Promise<Buffer> {
  if (path !== undefined && path !== '-') return readInputFile(path, texts.bodyHelp)
  if (host.stdin.isTTY) {
    if (path === undefined) {
      throw new Failure('usage', texts.bodyMissing, { next: texts.giveBody })
    }
    out.note(texts.readingTerminal())
  }
  return readInput(host.stdin.stream, host.signal, { next: texts.bodyHelp })
}
