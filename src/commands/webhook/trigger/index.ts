import { string as argument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { TransportError } from '#api/transport-error.ts'
import { BaseCommand } from '#cli/base-command.ts'
import { timeoutOf } from '#cli/context/context.ts'
import { AMOUNT_HELP, exampleAmount, exampleReceiver } from '#cli/flags/arguments.ts'
import { inboxFlag, secretFileFlag } from '#cli/flags/flags.ts'
import { sendFlags, sendOptions } from '#cli/flags/forwarding.ts'
import { printObject } from '#cli/output/present.ts'
import { DOCUMENTED_TYPES, deliveryHeaders, isSuccess } from '#contract/delivery.ts'
import { warnUnencrypted } from '#forwarding/routes.ts'
import { bodyStart, withHeaders } from '#forwarding/send.ts'
import { ATTEMPT_MS, createPost, refusedDelivery, unreachable } from '#forwarding/targets.ts'
import { formatDuration } from '#lib/local-time.ts'
import type { Field } from '#terminal/fields.ts'
import { signedDelivery } from '#webhooks/events.ts'
import { confirmTarget } from '../shared/confirm-target.ts'
import { texts as shared } from '../shared/texts.ts'
import { eventOf } from './event.ts'
import { texts } from './texts.ts'

export default class WebhookTrigger extends BaseCommand {
  static override summary = texts.summary()
  static override outputs = ['webhook-trigger'] as const
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> webhook trigger payment.approved --to 8080/webhook',
    `<%= config.bin %> webhook trigger payment.approved --to ${exampleReceiver()} --amount ${exampleAmount()} --yes`,
    `<%= config.bin %> webhook trigger --from ${shared.exampleDelivery()} --set data.status=FAILED --to 8080/webhook`,
    '<%= config.bin %> webhook trigger payment.expired --from body.json --to 8080/webhook',
  ]
  static override args = {
    type: argument({
      name: 'TYPE',
      ignoreStdin: true,
      description: texts.typeArgument(),
      options: [...DOCUMENTED_TYPES],
    }),
  }
  static override flags = {
    to: string({ description: texts.toFlag(), helpValue: 'URL', required: true }),
    from: string({ description: texts.fromFlag(), helpValue: 'DELIVERY|FILE|-' }),
    set: string({
      description: texts.setFlag(),
      helpValue: 'PATH=VALUE',
      multiple: true,
      multipleNonGreedy: true,
    }),
    'payment-id': string({ description: texts.paymentIdFlag(), helpValue: 'ID' }),
    amount: string({ ...AMOUNT_HELP, description: texts.amountFlag(), defaultHelp: async () => '10.50' }),
    'secret-file': secretFileFlag,
    ...sendFlags,
    inbox: { ...inboxFlag, dependsOn: ['from'] },
    yes: boolean({ description: texts.yesFlag() }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhookTrigger)
    const context = this.context(flags)
    const { host, out, debug } = context
    const { url: to, routes, extraHeaders } = sendOptions(flags.to, '--to', flags)
    const { type, eventId, body: sent } = await eventOf(context, args.type, flags)
    const tested = { url: to, port: 0, isTest: true } as const
    const signer = (await context.webhookSecrets(flags['secret-file'], tested)).signer(to)
    await confirmTarget(host, to, flags)
    const delivery = signedDelivery(signer.secret, host.clock.now(), sent)
    out.note(texts.sending(type, to))
    warnUnencrypted(routes, out)
    out.say(() => texts.signedWith(signer.description))
    const post = createPost(host, Math.min(timeoutOf(flags), ATTEMPT_MS), flags.insecure)
    const headers = withHeaders(deliveryHeaders(type, delivery), extraHeaders)
    const { status, ms, body } = await post(to, headers, delivery.body).catch(error => {
      if (!(error instanceof TransportError)) throw error
      throw unreachable(error, to, error.maybeSent ? [() => texts.mayHaveArrived(delivery.id)] : [])
    })
    debug(`POST ${new URL(to).host} ${status} ${ms} ms`)
    const result = { type, eventId, delivery: delivery.id, to, status, ms }
    const start = bodyStart(body, signer.secret, extraHeaders).trim()
    const fields = (): Field[] => [
      { label: texts.event(), value: type },
      { label: texts.eventId(), value: eventId },
      { label: texts.delivery(), value: delivery.id, whole: true },
      { label: texts.to(), value: to, whole: true },
      {
        label: texts.answer(),
        value: texts.answerIn(status, formatDuration(ms)),
        paint: isSuccess(status) ? out.style.green : out.style.red,
      },
      ...(start === '' ? [] : [{ label: texts.body(), value: start }]),
    ]
    await printObject<'webhook-trigger'>(out, result, fields)
    if (isSuccess(status)) return
    throw refusedDelivery(status, { to, signedWith: () => signer.description })
  }
}
