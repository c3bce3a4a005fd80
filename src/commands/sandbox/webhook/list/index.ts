import { printList } from '#cli/output/present.ts'
import type { SandboxWebhookList as Endpoints } from '#contract/generated/output.ts'
import { formatLocal } from '#lib/local-time.ts'
import { sandboxReason } from '#lib/sandbox/texts.ts'
import { suggest } from '#lib/suggestion.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { eventNames } from '../shared/endpoints.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxWebhookList extends SandboxCommand {
  static override outputs = ['sandbox-webhook-list'] as const
  static override summary = texts.listSummary()
  static override description = texts.listDescription()
  static override examples = ['<%= config.bin %> sandbox webhook list']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxWebhookList)
    const { out, data } = await this.ask<{ data: Endpoints }>(flags, 'GET', '/webhooks')
    const values = ({ lastAttempt: last, ...endpoint }: Endpoints[number]) => [
      ...Object.values(endpoint),
      ...[last?.at, last?.status, last?.error],
    ]
    await printList<'sandbox-webhook-list'>(
      out,
      data,
      [
        { header: 'ID', whole: true, cell: ({ id }) => id },
        { header: 'URL', cell: ({ url }) => url },
        { header: texts.eventsHeader(), minWidth: 12, dropRank: 2, cell: ({ events }) => eventNames(events) },
        { header: texts.createdHeader(), dropRank: 3, cell: ({ createdAt }) => formatLocal(createdAt) },
        { header: texts.pendingHeader(), align: 'right', cell: ({ pending }) => String(pending) },
        { header: texts.deliveredHeader(), align: 'right', cell: ({ delivered }) => String(delivered) },
        { header: texts.failedHeader(), align: 'right', cell: ({ failed }) => String(failed) },
        {
          header: texts.lastAnswerHeader(),
          minWidth: 12,
          dropRank: 1,
          cell: ({ lastAttempt: last }) =>
            last ? String(last.status ?? sandboxReason(`${last.error}`)) : '',
        },
      ],
      values,
    )
    if (!out.human || data.length > 0) return
    out.note(suggest('sandbox webhook add', { say: texts.none, args: ['URL'] }))
  }
}
