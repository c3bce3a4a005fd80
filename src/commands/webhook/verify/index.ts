import { string } from '@oclif/core/flags'
import { BaseCommand } from '../../../cli/base-command.ts'
import { secretFileFlag, wholeNumber } from '../../../cli/flags/flags.ts'
import { verify } from './verify.ts'

export default class WebhookVerify extends BaseCommand {
  static override summary = 'say whether a delivery is signed, or why not'
  static override description =
    'Exit 0 when the signature is valid, 10 when not. The body is taken as bytes, from standard input or a file.'
  static override examples = [
    "<%= config.bin %> webhook verify --signature 't=1772000000,v1=…' < body.json",
    '<%= config.bin %> webhook verify --headers headers.txt --body body.json --at 2026-11-20T14:03',
  ]
  static override flags = {
    signature: string({
      description: 'the header X-Service-Signature',
      helpValue: 't=…,v1=…',
    }),
    headers: string({
      description: 'read it from a file of header lines, or of JSON, where --signature is not given',
      helpValue: 'FILE',
    }),
    body: string({ description: 'the raw body; - is standard input', helpValue: 'FILE|-' }),
    'secret-file': secretFileFlag,
    tolerance: wholeNumber({
      description: 'how far its time may be from now, either way; 300 by default',
      helpValue: 'SECONDS',
      min: 0,
      max: 999_999_999,
    }),
    at: string({ description: 'verify as of that time, in place of now', helpValue: 'TIME' }),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhookVerify)
    await verify(this.context(flags), flags)
  }
}
