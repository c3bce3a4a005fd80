import { string } from '@oclif/core/flags'
import { BaseCommand } from '#cli/base-command.ts'
import { secretFileFlag, wholeNumber } from '#cli/flags/flags.ts'
import { SIGNATURE_TOLERANCE_MS } from '#contract/limits.ts'
import { texts } from './texts.ts'
import { verify } from './verify.ts'

export default class WebhookVerify extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.description()
  static override examples = [
    "<%= config.bin %> webhook verify --signature 't=1772000000,v1=…' < body.json",
    '<%= config.bin %> webhook verify --headers headers.txt --body body.json --at 2026-11-20T14:03',
  ]
  static override flags = {
    signature: string({ description: texts.signatureFlag(), helpValue: 't=…,v1=…' }),
    headers: string({ description: texts.headersFlag(), helpValue: 'FILE' }),
    body: string({ description: texts.bodyFlag(), helpValue: 'FILE|-' }),
    'secret-file': secretFileFlag,
    tolerance: wholeNumber({
      description: texts.toleranceFlag(),
      helpValue: 'SECONDS',
      defaultHelp: async () => `${SIGNATURE_TOLERANCE_MS / 1000}`,
      min: 0,
      max: 999_999_999,
    }),
    at: string({ description: texts.atFlag(), helpValue: 'TIME' }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookVerify)
    await verify(this.context(flags), flags)
  }
}
