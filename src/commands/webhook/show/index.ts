import { string } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { noAnswerText } from '#api/transport-error.ts'
import { BaseCommand } from '#cli/base-command.ts'
import { inboxFlag } from '#cli/flags/flags.ts'
import { withJson } from '#cli/flags/json-shape.ts'
import type { Delivery, Inbox } from '#inbox/inbox.ts'
import { formatJson } from '#lib/json.ts'
import { english } from '#lib/language.ts'
import { tsvFields } from '#terminal/tsv.ts'
import { headerPairs, readBody } from '#webhooks/verify-delivery.ts'
import { findDeliveries } from '../shared/find.ts'
import { rejectedNumber } from '../shared/rejected.ts'
import { texts as shared } from '../shared/texts.ts'
import { printBody, printHeaders } from './print.ts'
import { showRejected } from './rejected.ts'
import { texts } from './texts.ts'
import { formatShown, payloadOf, printable, type Shown } from './view.ts'

export default class WebhookShow extends BaseCommand {
  static override summary = texts.summary()
  static override description = withJson(
    '{"delivery","event","eventId","paymentId","receivedAt","channel","verdict","forward","forwardedAs","headers":[…],"payload","attempts":[…]}' +
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
    if (out.json) await out.data(formatJson(asJson(shown)))
    else if (out.human) await out.data(await formatShown(shown, out))
    else await out.data(tsvFields(Object.entries(asJson(shown))))
  }
}

async function describe(inbox: Inbox, delivery: Delivery, headers: Shown['headers']): Promise<Shown> {
  const { json, amount } = readBody(delivery.body)
  // A list says what became of its event, and whether its channel had seen it before.
  const query = { before: delivery.id + 1, limit: 1, details: true }
  const { value } = await inbox.reading.deliveries(query).next()
  const { forward, forwardedAs, verdict } = value![0]!
  return {
    ...delivery,
    forward,
    forwardedAs,
    verdict,
    headers,
    amount,
    json: printable(json),
    sent: await inbox.reading.attemptsOf(delivery),
    count: delivery.attempts,
  }
}

function asJson(shown: Shown): object {
  const { delivery, event, eventId, paymentId, receivedAt, channel, verdict, forward, forwardedAs } = shown
  const { headers, json, body, sent } = shown
  const attempts = sent.map(({ at, to, status, ms, attempt, replay, error, answer }) => {
    const reason = error === null ? null : english(noAnswerText(error))
    return { at, to, status, ms, attempt, replay, error: reason, answer }
  })
  const facts = { delivery, event, eventId, paymentId, receivedAt, channel, verdict, forward, forwardedAs }
  return { ...facts, headers, ...payloadOf(json, body), attempts }
}
