import { withJson } from '#cli/flags/json-shape.ts'
import { presentObject } from '#cli/output/present.ts'
import { formatJson } from '#lib/json.ts'
import { suggest } from '#lib/suggestion.ts'
import { requiredArg, SandboxCommand } from '../../shared/command.ts'
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
    const { out, dashboard } = await this.dashboard(flags)
    const store = await dashboard.call<AddedStore>('POST', '/stores', { name: args.name })
    const { baseUrl, realtimeUrl, dashboardUrl, profile } = store
    if (out.json) await out.data(formatJson(store))
    else {
      await presentObject(out, Object.entries({ profile, baseUrl, realtimeUrl, dashboardUrl }), () => [
        { label: texts.profile(), value: profile ?? texts.none(), whole: true },
        { label: texts.service(), value: baseUrl },
        { label: texts.realtime(), value: realtimeUrl },
        { label: texts.dashboard(), value: dashboardUrl },
      ])
    }
    if (profile === null) {
      out.warn(() => texts.noProfileYet(args.name))
    } else if (!out.json) {
      const flags = { amount: '10.50', profile }
      out.note(suggest('charge create', { say: shared.tryIt, flags, profile: 'none' }))
    }
  }
}
