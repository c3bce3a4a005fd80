import { PAGES_PER_MINUTE } from '../../../api/paging.ts'
import { BaseCommand } from '../../../cli/base-command.ts'
import { rateLimitFlag } from '../../../cli/flags/rate-limit.ts'
import { sync } from './sync.ts'

export default class ChargesSync extends BaseCommand {
  static override summary = "keep an archive of the store's charges on this machine"
  static override description =
    `The first run reads all pages. Later runs read what is new, and read again what was not final: charges that are CREATING or PENDING, and those that expired in the last 30 days, because they may be paid late. If a run is interrupted, the next one continues.

charges list, charges get and report answer from the archive with --offline.`
  static override examples = [
    '<%= config.bin %> charges sync',
    '<%= config.bin %> charges sync --json | jq .complete',
    '<%= config.bin %> charges list --offline --search acai',
  ]
  static override flags = {
    'rate-limit': rateLimitFlag(`the most calls per minute, or off; ${PAGES_PER_MINUTE} by default`),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(ChargesSync)
    await sync(this.context(flags), flags['rate-limit'])
  }
}
