import { string } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { secretFileFlag, wholeNumber } from '../../../cli/flags/flags.ts'
import { verify } from './verify.ts'

export default class WebhookVerify extends BaseCommand {
  static override summary = 'check a signature and explain a mismatch'
  static override description =
    'Exit 0 if the signature is valid, 10 if not. The body is read as raw bytes, from standard input or a file.'
  static override examples = [
    "<%= config.bin %> webhook verify --signature 't=1772000000,v1=…' < body.json",
    '<%= config.bin %> webhook verify --headers headers.txt --body body.json --at 2026-11-20T14:03',
  ]
  static override flags = {
    signature: string({
      description: 'the X-Service-Signature header',
      helpValue: 't=…,v1=…',
    }),
    headers: string({
      description: 'read the signature from a file of header lines or JSON, instead of --signature',
      helpValue: 'FILE',
    }),
    body: string({ description: 'the raw body; - is standard input', helpValue: 'FILE|-' }),
    'secret-file': secretFileFlag,
    tolerance: wholeNumber({
      description: 'how many seconds the signature may be before or after now; 300 by default',
      helpValue: 'SECONDS',
      min: 0,
      max: 999_999_999,
    }),
    at: string({ description: 'verify as if it were this time, instead of now', helpValue: 'TIME' }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookVerify)
    await verify(this.context(flags), flags)
  }
}
