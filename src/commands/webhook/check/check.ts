/** `webhook check`: tests whether an endpoint does what a correct receiver must do. */

import { TransportError } from '#api/transport-error.ts'
import { type Context, timeoutOf } from '#cli/context/context.ts'
import { ATTEMPT_MS, createPost, unreachable } from '#forwarding/targets.ts'
import { Failure, saidBy } from '#lib/failure.ts'
import { checkTarget } from '#lib/input/addresses.ts'
import { formatJson } from '#lib/json.ts'
import { adviceOn } from '#webhooks/check/advice.ts'
import { type Reply, runChecks } from '#webhooks/check/run.ts'
import { dateOf, runtimeOf } from '#webhooks/mistakes/cause/cause.ts'
import { confirmTarget } from '../shared/confirm-target.ts'
import { texts } from './texts.ts'
import { adviceLines, type Checked, type CheckRow, checkedJson, formatChecked, tsvRows } from './view.ts'

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
  const signer = (await context.webhookSecrets(flags['secret-file'])).signer(url)
  await confirmTarget(host, url, flags)
  out.note(texts.sending(url))
  out.say(() => texts.signedWith(signer.said))
  const endpoint = createEndpoint(context, url, Math.min(timeoutOf(flags), ATTEMPT_MS))
  const report = await runChecks({
    send: endpoint.send,
    secret: signer.secret,
    clock: host.clock,
    onCheck: (name, number, total) => out.status(texts.progress(number, total, name)),
    onTry: number => out.status(texts.searching(number)),
  })
  endpoint.mustHaveAnswered()
  const checks: CheckRow[] = report.checks.map(each => ({
    ...each,
    advice: each.passed ? null : () => adviceOn(each, report),
  }))
  const checked = { url, checks, cause: report.cause }
  await present(context, checked)
  const count = countsOf(checks)
  if (count.failed === 0) return out.note(texts.allPassed(checks.length))
  throw new Failure('not_valid', () => texts.someFailed(count.failed, checks.length, count.skipped), {
    // For a person, the output already has the explanations.
    next: out.human ? [] : [...adviceLines(checked), () => texts.eventsSignedWith(signer.said)],
  })
}

function countsOf(checks: readonly CheckRow[]): { failed: number; skipped: number } {
  const count = (result: false | null) => checks.filter(({ passed }) => passed === result).length
  return { failed: count(false), skipped: count(null) }
}

/** Sends to one endpoint, and notes whether it ever answered. */
function createEndpoint({ host, debug }: Context, url: string, timeoutMs: number) {
  const post = createPost(host, timeoutMs)
  const name = new URL(url).host
  let hasAnswered = false
  let firstCut: TransportError | undefined
  return {
    /** If nothing takes the first request, the run ends. Later, a missing answer is a failed check. */
    async send(headers: string[], body: Uint8Array): Promise<Reply> {
      try {
        const answer = await post(url, headers, body)
        const { status, ms } = answer
        debug(`POST ${name} ${status} ${ms} ms`)
        hasAnswered = true
        return { status, ms, runtime: runtimeOf(answer.headers), dateMs: dateOf(answer.headers) }
      } catch (error) {
        if (!(error instanceof TransportError)) throw error
        // A receiver may cut the connection of a delivery that it refuses, and answer others.
        const isCut = error.maybeSent && !error.timedOut
        if (!hasAnswered && !isCut) throw unreachable(error, url)
        firstCut ??= error
        debug(`POST ${name} ${error.message}`)
        return { problem: () => saidBy(error), timedOut: error.timedOut }
      }
    },
    /** Failure (network) if every connection was cut. */
    mustHaveAnswered(): void {
      if (!hasAnswered && firstCut) throw unreachable(firstCut, url)
    },
  }
}

async function present({ out }: Context, checked: Checked): Promise<void> {
  if (out.json) return out.data(formatJson(checkedJson(checked)))
  if (!out.human) return out.data(tsvRows(checked))
  const { style, columns } = out
  await out.data(await formatChecked(checked, { style, columns }))
}
