import { withJson } from '#cli/flags/json-shape.ts'
import { suggest } from '#lib/suggestion.ts'
import { requiredArg, SandboxCommand } from '../../shared/command.ts'
import { printObject } from '../../shared/print.ts'
import { texts as shared } from '../../shared/texts.ts'
import { texts } from '../shared/texts.ts'

interface AddedStore {
  baseUrl: string
  realtimeUrl: string
  dashboardUrl: string
  apiKey: string
  wsToken: string
  /** Null if the sandbox couldn't write it. */
  profile: string | null
}

export default class SandboxStoreAdd extends SandboxCommand {
  static override summary = texts.addSummary()
  static override description = withJson(
    '{"baseUrl","realtimeUrl","dashboardUrl","apiKey","wsToken","profile"}',
    texts.addDescription(),
  )
  static override examples = [
    '<%= config.bin %> sandbox store add filial',
    '<%= config.bin %> sandbox store add filial --json',
  ]
  static override args = { name: requiredArg('NAME', texts.nameArg()) }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxStoreAdd)
    const body = { name: args.name }
    const { out, answer: store } = await this.ask<AddedStore>(flags, 'POST', '/stores', body)
    const { baseUrl, realtimeUrl, dashboardUrl, profile } = store
    const fields = () => [
      { label: texts.profile(), value: profile ?? texts.none(), whole: true },
      { label: texts.service(), value: baseUrl },
      { label: texts.realtime(), value: realtimeUrl },
      { label: texts.dashboard(), value: dashboardUrl },
    ]
    await printObject(out, store, fields, { profile, baseUrl, realtimeUrl, dashboardUrl })
    if (profile === null) {
      out.warn(() => texts.noProfileYet(args.name))
    } else {
      const flags = { amount: '10.50', profile }
      out.note(suggest('charge create', { say: shared.tryIt, flags, profile: 'none' }))
    }
  }
}
