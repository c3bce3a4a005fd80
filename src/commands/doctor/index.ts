import { BaseCommand } from '#cli/base-command.ts'
import { timeoutOf } from '#cli/context/context.ts'
import { inboxFlag, realtimeUrlFlag } from '#cli/flags/flags.ts'
import { runChecks } from '#doctor/doctor.ts'
import { texts } from '#doctor/texts.ts'
import { present } from './view.ts'

export default class Doctor extends BaseCommand {
  static override outputs = ['doctor'] as const
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    '<%= config.bin %> doctor',
    '<%= config.bin %> doctor --json | jq \'.checks[] | select(.status == "fail")\'',
  ]

  static override flags = { 'realtime-url': realtimeUrlFlag, inbox: inboxFlag }

  async run(): Promise<void> {
    const { flags } = await this.parse(Doctor)
    const context = this.context(flags, this.host, { anyProfile: true, readOnly: true, asksOnce: true })
    await present(context, await runChecks(context, timeoutOf(flags)))
  }
}
