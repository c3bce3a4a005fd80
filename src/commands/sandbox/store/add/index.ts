import { printObject } from '#cli/output/present.ts'
import type { SandboxStoreAdd as AddedStore } from '#contract/generated/output.ts'
import { suggest } from '#lib/suggestion.ts'
import { requiredArg, SandboxCommand } from '../../shared/command.ts'
import { texts as shared } from '../../shared/texts.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxStoreAdd extends SandboxCommand {
  static override outputs = ['sandbox-store-add'] as const
  static override summary = texts.addSummary()
  static override description = texts.addDescription()
  static override examples = [
    '<%= config.bin %> sandbox store add filial',
    '<%= config.bin %> sandbox store add filial --json',
  ]
  static override args = { name: requiredArg('NAME', texts.nameArg()) }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxStoreAdd)
    const body = { name: args.name, profile: true }
    const { out, data: store } = await this.ask<{ data: AddedStore }>(flags, 'POST', '/stores', body)
    const { name, profile, baseUrl, realtimeUrl, dashboardUrl } = store
    const fields = () => [
      { label: texts.store(), value: name },
      { label: texts.profile(), value: profile ?? texts.none(), whole: true },
      { label: texts.service(), value: baseUrl },
      { label: texts.realtime(), value: realtimeUrl },
      { label: texts.dashboard(), value: dashboardUrl },
    ]
    await printObject<'sandbox-store-add'>(out, store, fields)
    if (profile === null) {
      out.warn(() => texts.noProfileYet(args.name))
    } else {
      const flags = { amount: '10.50', profile }
      out.note(suggest('charge create', { say: shared.tryIt, flags, profile: 'none' }))
    }
  }
}
