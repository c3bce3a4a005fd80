import { string } from '@oclif/core/args'
import { presentObject } from '../../../../cli/output/present.ts'
import { suggest } from '../../../../shared/suggestion.ts'
import { formatJson } from '../../../../terminal/json.ts'
import { SandboxCommand } from '../../shared/command.ts'

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
  static override summary = 'add a store to the running sandbox'
  static override description =
    'The store has its own keys, charges, wallet, webhook endpoints and events, and the profile sandbox-NAME. ' +
    'With --json its key and WebSocket token are printed too.'
  static override examples = [
    '<%= config.bin %> sandbox store add filial',
    '<%= config.bin %> sandbox store add filial --json',
  ]
  static override args = {
    name: string({
      name: 'NAME',
      required: true,
      ignoreStdin: true,
      description: '1 to 30 lower-case letters, digits and hyphens',
    }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(SandboxStoreAdd)
    const { out, dashboard } = await this.dashboard(flags)
    const store = await dashboard.call<AddedStore>('POST', '/stores', { name: args.name })
    const { baseUrl, realtimeUrl, dashboardUrl, profile } = store
    if (out.json) await out.data(formatJson(store))
    else {
      await presentObject(out, Object.entries({ profile, baseUrl, realtimeUrl, dashboardUrl }), () => [
        { label: 'Profile', value: profile ?? 'none', whole: true },
        { label: 'Service', value: baseUrl },
        { label: 'Realtime', value: realtimeUrl },
        { label: 'Dashboard', value: dashboardUrl },
      ])
    }
    if (profile === null) {
      out.warn(`the store ${args.name} has no profile yet: the sandbox writes it when it starts again`)
    } else if (!out.json) {
      const flags = { amount: '10.50', profile }
      out.note(suggest('charge create', { say: 'to try it', flags, profile: 'none' }))
    }
  }
}
