import { string } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { inboxFlag } from '#cli/flags/flags.ts'
import { withJson } from '#cli/flags/json-shape.ts'
import { type Printed, toJson } from '#cli/output/json.ts'
import type { Delivery, Inbox } from '#inbox/inbox.ts'
import { decimalAmount } from '#terminal/amount.ts'
import { tsvFields } from '#terminal/tsv.ts'
import { headerPairs, readBody } from '#webhooks/verify-delivery.ts'
import { findDeliveries } from '../shared/find.ts'
import { attemptForScripts, listedForScripts } from '../shared/for-scripts.ts'
import { rejectedNumber } from '../shared/rejected.ts'
import { texts as shared } from '../shared/texts.ts'
import { printBody, printHeaders } from './print.ts'
import { showRejected } from './rejected.ts'
import { texts } from './texts.ts'
import { formatShown, payloadOf, printable, type Shown } from './view.ts'

export default class WebhookShow extends BaseCommand {
  static override summary = texts.summary()
  static override outputs = ['webhook-show', 'webhook-show-rejected'] as const
  static override description = withJson(
    '{"delivery","type","eventId","receivedAt","forward","attemptCount","lastStatus","amount","paymentId","description","channels","forwardedAs","verdict","headers":[…],"payload","payloadBase64","attempts":[{"to","status","ms","number","at","error","answer","replay"}]}' +
      texts.jsonRefused(),
    texts.description(),
  )
  static override examples = [
    `<%= config.bin %> webhook show ${shared.exampleDelivery()}`,
    `<%= config.bin %> webhook show ${shared.exampleDelivery()} --body | jq .data`,
    `<%= config.bin %> webhook show ${shared.exampleDelivery()} --headers > headers.txt`,
    '<%= config.bin %> webhook show rejected_17',
  ]
  static override args = {
    delivery: string({
      name: 'DELIVERY',
      required: true,
      ignoreStdin: true,
      description: texts.deliveryArgument(),
    }),
  }
  static override flags = {
    body: boolean({ description: texts.bodyFlag(), exclusive: ['headers', 'json'] }),
    headers: boolean({ description: texts.headersFlag(), exclusive: ['body', 'json'] }),
    inbox: inboxFlag,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhookShow)
    const context = this.context(flags)
    const { out } = context
    const refused = rejectedNumber(args.delivery)
    if (refused !== null) return showRejected(context, refused, flags)
    const { inbox, ids } = await findDeliveries(context, [args.delivery])
    const delivery = (await inbox.reading.find(ids[0]!))!
    if (flags.body) return printBody(out, delivery.body)
    const headers = headerPairs(delivery.headers)
    if (flags.headers) return printHeaders(out, headers)
    const shown = await describe(inbox, delivery, headers)
    if (out.json) await out.data(toJson<'webhook-show'>(forScripts(shown)))
    else if (out.human) await out.data(await formatShown(shown, out))
    else
      await out.data(tsvFields(Object.entries({ ...forScripts(shown), amount: decimalAmount(shown.amount) })))
  }
}

async function describe(inbox: Inbox, delivery: Delivery, headers: Shown['headers']): Promise<Shown> {
  const { id, body } = delivery
  // A list says what became of its event, and whether its channel had seen it before.
  const { value } = await inbox.reading.deliveries({ before: id + 1, limit: 1, details: true }).next()
  const json = printable(readBody(body).json)
  return { ...value![0]!, headers, body, json, sent: await inbox.reading.attemptsOf(delivery) }
}

function forScripts(shown: Shown): Printed<'webhook-show'> {
  const { verdict, headers, json, body, sent } = shown
  const attempts = sent.map(attemptForScripts)
  return { ...listedForScripts(shown), verdict, headers, ...payloadOf(json, body), attempts }
}
