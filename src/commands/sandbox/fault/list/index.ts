import { printList } from '#cli/output/present.ts'
import { formatLocal } from '#lib/local-time.ts'
import type { FaultSummary } from '#lib/sandbox/faults.ts'
import { suggest } from '#lib/suggestion.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { frequencyOf, kindOf, placeOf } from '../shared/faults.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxFaultList extends SandboxCommand {
  static override outputs = ['sandbox-fault-list'] as const
  static override summary = texts.listSummary()
  static override description = texts.listDescription()
  static override examples = ['<%= config.bin %> sandbox fault list']

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxFaultList)
    const { out, data } = await this.ask<{ data: FaultSummary[] }>(flags, 'GET', '/faults')
    await printList<'sandbox-fault-list'>(out, data, [
      { header: 'ID', whole: true, cell: ({ id }) => id },
      { header: texts.onHeader(), cell: placeOf },
      { header: texts.doesHeader(), cell: kindOf },
      { header: texts.howOftenHeader(), cell: frequencyOf },
      { header: texts.usedHeader(), align: 'right', cell: ({ used }) => String(used) },
      { header: texts.addedHeader(), dropRank: 1, cell: ({ createdAt }) => formatLocal(createdAt) },
    ])
    if (!out.human || data.length > 0) return
    out.note(suggest('sandbox fault add', { say: texts.none, flags: { on: 'create', 'lose-answer': true } }))
  }
}
