import { BaseCommand } from '#cli/base-command.ts'
import { rateLimitFlag } from '#cli/flags/rate-limit.ts'
import { sync } from './sync.ts'
import { texts } from './texts.ts'

export default class ChargesSync extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override examples = [
    '<%= config.bin %> charges sync',
    '<%= config.bin %> charges sync --json | jq .complete',
    '<%= config.bin %> charges list --offline --search acai',
  ]
  static override flags = {
    'rate-limit': rateLimitFlag(texts.rateLimit()),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(ChargesSync)
    await sync(this.context(flags), flags['rate-limit'])
  }
}
