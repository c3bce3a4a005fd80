import { reportedCalls, syncArchive } from '#charges/archive/run-sync.ts'
import type { SyncRun } from '#charges/archive/sync-pages.ts'
import type { Progress } from '#charges/archive/writer.ts'
import { BaseCommand } from '#cli/base-command.ts'
import type { Context } from '#cli/context/context.ts'
import { rateLimitFlag } from '#cli/flags/charges.ts'
import { printObject } from '#cli/output/present.ts'
import { Failure } from '#lib/failure.ts'
import { formatLocal } from '#lib/local-time.ts'
import { texts } from './texts.ts'

export default class ChargesSync extends BaseCommand {
  static override summary = texts.summary()
  static override description = texts.help()
  static override examples = [
    '<%= config.bin %> charges sync',
    '<%= config.bin %> charges sync --json | jq .complete',
    '<%= config.bin %> charges list --offline --search acai',
  ]
  static override outputs = ['charges-sync'] as const
  static override flags = { 'rate-limit': rateLimitFlag() }

  async run(): Promise<void> {
    const { flags } = await this.parse(ChargesSync)
    const context = this.context(flags)
    const { run, end } = await syncArchive(context, reportedCalls(context, flags['rate-limit']))
    context.out.clearStatus()
    await show(context, run, end)
    checkComplete(context, run, end)
  }
}

async function show({ out }: Context, { added, changed }: SyncRun, end: Progress): Promise<void> {
  const { count, total } = end
  const syncedAt = end.syncedAt!
  const result = { syncedAt, complete: isComplete(end), count, total, new: added, changed }
  await printObject<'charges-sync'>(out, result, () => [
    { label: texts.synced(), value: formatLocal(syncedAt) },
    { label: texts.archived(), value: texts.archivedOf(count, total), paint: out.style.bold },
    { label: texts.new(), value: String(added) },
    { label: texts.changed(), value: String(changed) },
  ])
}

function isComplete({ count, total, surplus }: Progress): boolean {
  return surplus >= 0 && count - total === surplus
}

/** Warns about charges that can't be read. Throws Failure (service) if others are missing in the archive. */
function checkComplete({ out }: Context, { gone, order }: SyncRun, end: Progress): void {
  const { count, total, surplus } = end
  if (gone > 0) out.warn(() => texts.gone(gone))
  if (isComplete(end)) return
  if (count - total !== surplus) {
    throw new Failure('service', () => texts.archiveHas(total, count), { next: texts.runAgain })
  }
  out.warn(() => texts.beyondPages(-surplus, total, order))
}
