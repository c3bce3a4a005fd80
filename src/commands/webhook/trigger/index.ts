import { string as argument } from '@oclif/core/args'
import { boolean, string } from '@oclif/core/flags'
import { TransportError } from '#api/transport-error.ts'
import { BaseCommand } from '#cli/base-command.ts'
import { timeoutOf } from '#cli/context/context.ts'
import { AMOUNT_HELP, exampleAmount, exampleReceiver } from '#cli/flags/arguments.ts'
import { secretFileFlag } from '#cli/flags/flags.ts'
import { withJson } from '#cli/flags/json-shape.ts'
import { presentObject } from '#cli/output/present.ts'
import { DOCUMENTED_TYPES, isSuccess, TRANSPORT_TESTS } from '#contract/delivery.ts'
import { bodyStart } from '#forwarding/send.ts'
import { ATTEMPT_MS, createPost, refusedDelivery, unreachable } from '#forwarding/targets.ts'
import { Failure } from '#lib/failure.ts'
import { checkTarget } from '#lib/input/addresses.ts'
import { checkAmount } from '#lib/input/amounts.ts'
import { checkChargeId } from '#lib/input/ids.ts'
import { formatJson } from '#lib/json.ts'
import { formatDuration } from '#lib/local-time.ts'
import type { Field } from '#terminal/fields.ts'
import { headersOf, signedDelivery, type TestEvent, testEvent } from '#webhooks/events.ts'
import { confirmTarget } from '../shared/confirm-target.ts'
import { texts } from './texts.ts'

export default class WebhookTrigger extends BaseCommand {
  static override summary = texts.summary()
  static override description = withJson(
    '{"event","eventId","delivery","to","status","ms"}',
    texts.description(),
  )
  static override examples = [
    '<%= config.bin %> webhook trigger payment.approved --to 8080/webhook',
    `<%= config.bin %> webhook trigger payment.approved --to ${exampleReceiver()} --amount ${exampleAmount()} --yes`,
  ]
  static override args = {
    type: argument({
      name: 'TYPE',
      required: true,
      ignoreStdin: true,
      description: texts.typeArgument(),
      options: [...DOCUMENTED_TYPES],
    }),
  }
  static override flags = {
    to: string({ description: texts.toFlag(), helpValue: 'URL', required: true }),
    'payment-id': string({ description: texts.paymentIdFlag(), helpValue: 'ID' }),
    amount: string({ ...AMOUNT_HELP, description: texts.amountFlag(), defaultHelp: async () => '10.50' }),
    'secret-file': secretFileFlag,
    yes: boolean({ description: texts.yesFlag() }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhookTrigger)
    const { type } = args
    const context = this.context(flags)
    const { host, out, debug } = context
    const to = checkTarget(flags.to, '--to')
    const event = eventOf(type, flags, host.clock.now())
    const signer = (await context.webhookSecrets(flags['secret-file'])).signer(to)
    await confirmTarget(host, to, flags)
    const delivery = signedDelivery(signer.secret, host.clock.now(), JSON.stringify(event))
    out.note(texts.sending(type, to))
    out.say(() => texts.signedWith(signer.said))
    const post = createPost(host, Math.min(timeoutOf(flags), ATTEMPT_MS))
    const { status, ms, body } = await post(to, headersOf(type, delivery), delivery.body).catch(error => {
      if (!(error instanceof TransportError)) throw error
      throw unreachable(error, to, error.maybeSent ? [() => texts.mayHaveArrived(delivery.id)] : [])
    })
    debug(`POST ${new URL(to).host} ${status} ${ms} ms`)
    const result = { event: type, eventId: event.id, delivery: delivery.id, to, status, ms }
    const start = bodyStart(body).trim()
    const fields = (): Field[] => [
      { label: texts.event(), value: type },
      { label: texts.eventId(), value: event.id },
      { label: texts.delivery(), value: delivery.id, whole: true },
      { label: texts.to(), value: to, whole: true },
      {
        label: texts.answer(),
        value: texts.answerIn(status, formatDuration(ms)),
        paint: isSuccess(status) ? out.style.green : out.style.red,
      },
      ...(start === '' ? [] : [{ label: texts.body(), value: start }]),
    ]
    if (out.json) await out.data(formatJson(result))
    else await presentObject(out, Object.entries(result), fields)
    if (isSuccess(status)) return
    throw refusedDelivery(status, { to, signedWith: () => signer.said, secretFile: flags['secret-file'] })
  }
}

type Payment = { 'payment-id'?: string | undefined; amount?: string | undefined }

function eventOf(type: string, { 'payment-id': id, amount }: Payment, nowMs: number): TestEvent {
  if (TRANSPORT_TESTS.includes(type) && (id !== undefined || amount !== undefined)) {
    throw new Failure('usage', () => texts.onlyTransport(type), { next: texts.leaveOut })
  }
  return testEvent(type, {
    nowMs,
    paymentId: id === undefined ? undefined : checkChargeId(id),
    amount: amount === undefined ? undefined : checkAmount(amount),
  })
}
