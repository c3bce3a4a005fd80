import { string } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { inboxFlag } from '#cli/flags/flags.ts'
import { type Printed, toJson } from '#cli/output/typed-json.ts'
import type { Inbox, LogEvent } from '#inbox/inbox.ts'
import { decimalAmount } from '#terminal/amount.ts'
import { tsvFields } from '#terminal/tsv.ts'
import { headerPairs, readBody } from '#webhooks/verify-delivery.ts'
import { findEvents } from '../shared/find.ts'
import { attemptForScripts, listedForScripts } from '../shared/for-scripts.ts'
import { rejectedNumber } from '../shared/rejected.ts'
import { texts as shared } from '../shared/texts.ts'
import { showRejected } from './rejected.ts'
import { formatShown, payloadOf, printable, printBody, printHeaders, type Shown } from './shown-event.ts'
import { texts } from './texts.ts'

export default class WebhookShow extends BaseCommand {
  static override summary = texts.summary()
  static override outputs = ['webhook-show', 'webhook-show-rejected'] as const
  static override description = texts.description()
  static override json = texts.json()
  static override examples = [
    `<%= config.bin %> webhook show ${shared.exampleDelivery()}`,
    `<%= config.bin %> webhook show ${shared.exampleDelivery()} --body | jq .data`,
    `<%= config.bin %> webhook show ${shared.exampleDelivery()} --headers > headers.txt`,
    '<%= config.bin %> webhook show rejected_17',
  ]
  static override args = {
    'delivery|event': string({
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
    const name = args['delivery|event']
    const refused = rejectedNumber(name)
    if (refused !== null) return showRejected(context, refused, flags)
    const { inbox, ids } = await findEvents(context, [name])
    const event = (await inbox.reading.find(ids[0]!))!
    if (flags.body) return printBody(out, event.body)
    if (flags.headers) return printHeaders(out, headerPairs(event.headers))
    const shown = await describe(inbox, event)
    if (out.json) await out.data(toJson<'webhook-show'>(forScripts(shown)))
    else if (out.human) await out.data(await formatShown(shown, out))
    else
      await out.data(tsvFields(Object.entries({ ...forScripts(shown), amount: decimalAmount(shown.amount) })))
  }
}

async function describe({ reading }: Inbox, { id, headers, body }: LogEvent): Promise<Shown> {
  // A list knows what is read out of its body, and its channels.
  const { value } = await reading.events({ before: id + 1, limit: 1, details: true }).next()
  const [arrivals, attempts] = [await reading.arrivalsOf(id), await reading.attemptsOf(id)]
  const json = printable(readBody(body).json)
  return { ...value![0]!, headers: headerPairs(headers), body, json, arrivals, attempts }
}

function forScripts(shown: Shown): Printed<'webhook-show'> {
  const { headers, json, body } = shown
  const arrivals = shown.arrivals.map(({ channel, delivery, receivedAt }) => ({
    channel,
    delivery,
    receivedAt,
  }))
  const attempts = shown.attempts.map(attemptForScripts)
  return { ...listedForScripts(shown), headers, ...payloadOf(json, body), arrivals, attempts }
}
