import { string } from '@oclif/core/flags'
import { presentObject } from '../../../../cli/output/present.ts'
import { PERMISSIONS } from '../../../../contract/states.ts'
import { formatJson } from '../../../../terminal/json.ts'
import { SandboxCommand } from '../../shared/command.ts'

export default class SandboxKeyCreate extends SandboxCommand {
  static override summary = 'create an API key'
  static override description = 'The key is shown only once.'
  static override examples = ['<%= config.bin %> sandbox key create --permission payments:read --json']
  static override flags = {
    permission: string({
      description: 'what the key may do; everything by default',
      options: [...PERMISSIONS],
      multiple: true,
    }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxKeyCreate)
    const { permission, ...common } = flags
    const { out, dashboard } = await this.dashboard(common)
    const key = await dashboard.call<{ id: string; apiKey: string; permissions: string[] }>(
      'POST',
      '/keys',
      permission ? { permissions: permission } : {},
    )
    if (out.json) return out.data(formatJson(key))
    await presentObject(out, Object.entries(key), () => [
      { label: 'Key id', value: key.id, whole: true },
      { label: 'API key', value: key.apiKey, whole: true },
      { label: 'Permissions', value: key.permissions.join(', ') },
    ])
    out.note("copy the key now: it won't be shown again")
  }
}
