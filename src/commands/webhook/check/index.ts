import { string as argument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import type { InferredFlags } from '@oclif/core/interfaces'
import { TransportError } from '#api/transport-error.ts'
import { BaseCommand } from '#cli/base-command.ts'
import { type Context, type Flags, timeoutOf } from '#cli/context/context.ts'
import { exampleReceiver } from '#cli/flags/arguments.ts'
import { secretFileFlag } from '#cli/flags/flags.ts'
import { sendFlags, sendOptions } from '#cli/flags/forwarding.ts'
import { toJson } from '#cli/output/typed-json.ts'
import { warnUnencrypted } from '#forwarding/routes.ts'
import { bodyStart, withHeaders } from '#forwarding/send.ts'
import { ATTEMPT_MS, createPost, type Post, unreachable } from '#forwarding/targets.ts'
import { escapeControls } from '#lib/escape.ts'
import { Failure, localizedMessage } from '#lib/failure.ts'
import type { Text } from '#lib/language.ts'
import { adviceOn } from '#webhooks/check/advice.ts'
import { runtimeOf } from '#webhooks/check/mistake.ts'
import { type Reply, runChecks } from '#webhooks/check/run-checks.ts'
import type { Header } from '#webhooks/verify-delivery.ts'
import { confirmTarget } from '../shared/confirm-target.ts'
import { type Checked, checkedForScripts, formatChecked, tsvRows } from './check-results.ts'
import { texts } from './texts.ts'

export type CheckFlags = InferredFlags<typeof WebhookCheck.flags> & Flags

export default class WebhookCheck extends BaseCommand {
  static override summary = texts.summary()
  static override outputs = ['webhook-check'] as const
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> webhook check http://localhost:8080/webhook',
    `<%= config.bin %> webhook check ${exampleReceiver()} --yes`,
    "<%= config.bin %> webhook check --order 'http://localhost:3000/orders/{paymentId}' --delivered 'delivered 1'",
  ]
  static override args = {
    url: argument({ name: 'URL', ignoreStdin: true, description: texts.urlArgument() }),
  }
  static override flags = {
    order: string({ description: texts.orderFlag(), helpValue: 'URL', dependsOn: ['delivered'] }),
    delivered: string({ description: texts.deliveredFlag(), helpValue: 'TEXT', dependsOn: ['order'] }),
    shop: string({ description: texts.shopFlag(), helpValue: 'URL', dependsOn: ['order'] }),
    'shop-body': string({ description: texts.shopBodyFlag(), helpValue: 'FILE', dependsOn: ['shop'] }),
    'secret-file': secretFileFlag,
    ...sendFlags,
    yes: boolean({ description: texts.yesFlag() }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhookCheck)
    const context = this.context(flags)
    const { order, delivered } = flags
    if ((args.url === undefined) === (order === undefined)) {
      throw new Failure('usage', texts.oneOfBoth, { next: [texts.receiverOr, texts.orOrders] })
    }
    if (order === undefined || delivered === undefined)
      return this.#checkReceiver(context, `${args.url}`, flags)
    const { checkOrders } = await import('./orders.ts')
    await present(context, await checkOrders(context, { ...flags, order, delivered }))
  }

  async #checkReceiver(context: Context, given: string, flags: CheckFlags): Promise<void> {
    const { host, out } = context
    const { url, routes, extraHeaders } = sendOptions(given, 'URL', flags)
    const tested = { url, port: 0, isTest: true } as const
    const signer = (await context.webhookSecrets(flags['secret-file'], tested)).signer(url)
    await confirmTarget(host, url, flags)
    out.note(texts.sending(url))
    warnUnencrypted(routes, out)
    out.say(() => texts.signedWith(signer.description))
    const post = createPost(host, Math.min(timeoutOf(flags), ATTEMPT_MS), flags.insecure)
    const send = sendingTo(context, post, { url, secret: signer.secret, extraHeaders })
    const report = await runChecks({
      send,
      secret: signer.secret,
      clock: host.clock,
      onCheck: (name, number, total) => out.status(texts.progress(number, total, name)),
      onTry: number => out.status(texts.searching(number)),
    })
    const checks = report.checks.map(check => ({
      ...check,
      advice: check.passed ? null : () => adviceOn(check, report),
    }))
    await present(
      context,
      { url, checks, mistake: report.mistake },
      checks[0]?.passed ? texts.unseen : undefined,
    )
  }
}

/** Prints it. Failure (not_valid) if a check failed. */
async function present({ out }: Context, checked: Checked, unseen?: Text): Promise<void> {
  const { checks } = checked
  if (out.json) await out.data(toJson<'webhook-check'>(checkedForScripts(checked)))
  else if (out.human) await out.data(await formatChecked(checked, out))
  else await out.data(tsvRows(checked))
  const count = (result: false | null) => checks.filter(({ passed }) => passed === result).length
  const failed = count(false)
  if (failed === 0) out.note(texts.allPassed(checks.length))
  if (unseen !== undefined) out.note(unseen)
  if (failed === 0) return
  throw new Failure('not_valid', () => texts.someFailed(failed, checks.length, count(null)), {
    // A person has the advice right above.
    next: out.human ? [] : texts.seeAdvice,
  })
}

/** Sends to one endpoint. If the first request gets no answer, the run ends; later that is a failed check. */
function sendingTo(
  { debug }: Context,
  post: Post,
  { url, secret, extraHeaders }: { url: string; secret: string; extraHeaders: readonly Header[] },
) {
  const name = new URL(url).host
  let hasAnswered = false
  return async (headers: string[], body: Uint8Array): Promise<Reply> => {
    try {
      const answer = await post(url, withHeaders(headers, extraHeaders), body)
      const { status, ms } = answer
      debug(`POST ${name} ${status} ${ms} ms`)
      hasAnswered = true
      const begins = bodyStart(answer.body, secret, extraHeaders)
      const start = escapeControls(begins.replaceAll(/\s+/g, ' ').trim())
      return { status, ms, start, runtime: runtimeOf(answer.headers) }
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      if (!hasAnswered) throw unreachable(error, url)
      debug(`POST ${name} ${error.message}`)
      return { problem: () => localizedMessage(error), timedOut: error.timedOut }
    }
  }
}
