/** `webhook check`: tests whether an endpoint does what a correct receiver must do. */

import { TransportError } from '../../../api/transport.ts'
import { checkTarget } from '../../../cli/context/addresses.ts'
import { type Context, patienceOf } from '../../../cli/context/context.ts'
import { unreachable } from '../../../forwarding/target-failure.ts'
import { ATTEMPT_MS, confirmTarget, createPost } from '../../../forwarding/targets.ts'
import { Failure } from '../../../shared/failure.ts'
import { formatJson } from '../../../terminal/json.ts'
import { type CheckResult, runChecks, type Send } from '../../../webhooks/check.ts'
import { meaningOf } from '../../../webhooks/check-advice.ts'
import { checkTsvRow, type FailedCheck, formatChecks, formatMeanings, meaningLines } from './view.ts'

export interface CheckFlags {
  yes?: boolean | undefined
  'no-input'?: boolean | undefined
  'secret-file'?: string | undefined
  /** Seconds. */
  timeout?: number | undefined
}

/** Prints the result of every check. Failure (not_valid) if one failed. */
export async function check(context: Context, address: string, flags: CheckFlags): Promise<void> {
  const { host, out } = context
  const url = checkTarget(address, 'URL')
  const { secret, words } = (await context.webhookSecrets(flags['secret-file'])).signer(url)
  await confirmTarget(host, url, { yes: flags.yes === true, noInput: flags['no-input'] === true })
  out.note(`sending signed test events to ${url}`)
  out.note(`signed with ${words}`)
  const checks: CheckResult[] = []
  const run = runChecks({
    send: sender(context, url, Math.min(patienceOf(flags), ATTEMPT_MS)),
    secret,
    clock: host.clock,
    onCheck: (name, number, total) => out.status(`${number} of ${total}: ${name}`),
  })
  for await (const result of run) checks.push(result)
  const failed = checks
    .filter(({ passed }) => !passed)
    .map(each => ({ check: each, meaning: meaningOf(each, checks) }))
  await present(context, url, checks, failed)
  if (failed.length === 0) return out.note(`all ${checks.length} checks passed`)
  throw new Failure('not_valid', `${failed.length} of ${checks.length} checks failed`, {
    // For a person, the output already has the explanations.
    next: out.human ? [] : [...meaningLines(failed), `the events were signed with ${words}`],
  })
}

/** If nothing answers the first request, the run ends. Later, a missing answer is a failed check. */
function sender({ host, debug }: Context, url: string, timeoutMs: number): Send {
  const post = createPost(host, timeoutMs)
  let reached = false
  return async (headers, body) => {
    try {
      const { status, ms } = await post(url, headers, body)
      debug(`POST ${new URL(url).host} ${status} ${ms} ms`)
      reached = true
      return { status, ms }
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      if (!reached) throw unreachable(error, url)
      debug(`POST ${new URL(url).host} ${error.message}`)
      return { problem: error.message, timedOut: error.timedOut }
    }
  }
}

async function present(
  { out }: Context,
  url: string,
  checks: readonly CheckResult[],
  failed: readonly FailedCheck[],
): Promise<void> {
  if (out.json) return out.data(formatJson({ url, passed: failed.length === 0, checks }))
  if (!out.human) return out.data(checks.map(checkTsvRow).join(''))
  const { style, columns } = out
  await out.data(
    (await formatChecks(checks, { style, columns })) + formatMeanings(failed, { style, columns }),
  )
}
