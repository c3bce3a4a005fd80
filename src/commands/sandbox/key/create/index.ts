import { string } from '@oclif/core/flags'
import { duration, several } from '#cli/flags/flags.ts'
import { printObject } from '#cli/output/present.ts'
import type { SandboxKeyCreate as CreatedKey } from '#contract/generated/output.ts'
import { PERMISSIONS } from '#contract/states.ts'
import { formatLocal } from '#lib/local-time.ts'
import { SandboxCommand } from '../../shared/command.ts'
import { texts } from '../shared/texts.ts'

export default class SandboxKeyCreate extends SandboxCommand {
  static override outputs = ['sandbox-key-create'] as const
  static override summary = texts.createSummary()
  static override description = texts.createDescription()
  static override examples = [
    '<%= config.bin %> sandbox key create --permission payments:read --json',
    '<%= config.bin %> sandbox key create --expires 90s',
  ]
  static override flags = {
    permission: string({
      description: texts.permission(),
      options: [...PERMISSIONS],
      ...several,
    }),
    expires: duration({ description: texts.expires(), helpValue: 'DURATION' }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(SandboxKeyCreate)
    const { permission, expires, ...common } = flags
    const { out, data: key } = await this.ask<{ data: CreatedKey }>(common, 'POST', '/keys', {
      ...(permission ? { permissions: permission } : {}),
      ...(expires === undefined ? {} : { expiresIn: expires / 1000 }),
    })
    await printObject<'sandbox-key-create'>(out, key, () => [
      { label: texts.keyId(), value: key.id, whole: true },
      { label: texts.apiKey(), value: key.apiKey, whole: true },
      { label: texts.permissions(), value: key.permissions.join(', ') },
      ...(key.expiresAt === null ? [] : [{ label: texts.expiresAt(), value: formatLocal(key.expiresAt) }]),
    ])
    out.note(texts.copyNow())
  }
}
