/** `charges sync`: runs one sync of the archive and prints the result. */

import { PacedCalls, waitText } from '../../../api/paging.ts'
import type { Context } from '../../../cli/context/context.ts'
import { presentObject } from '../../../cli/output/present.ts'
import type { Payment } from '../../../contract/generated/types.ts'
import { Failure } from '../../../shared/failure.ts'
import { formatLocal } from '../../../shared/local-time.ts'
import { suggest } from '../../../shared/suggestion.ts'
import { archiveFile } from '../../../store/archive-schema.ts'
import type { ArchiveWriter, Progress } from '../../../store/archive-writer.ts'
import { formatJson } from '../../../terminal/json.ts'
import { SyncRun } from './sync-run.ts'

export async function sync(context: Context, callsPerMinute: number | undefined): Promise<void> {
  const { host, out, folders } = context
  const { profile } = context.profile()
  // Before any file is created: without a key nothing can be read.
  const { keyFingerprint } = await context.owner()
  const client = await context.client()
  const { tryHold } = await import('../../../store/lock.ts')
  const held = await tryHold(folders.data, profile, 'sync')
  if (held === null) throw otherSync(profile)
  try {
    const writer = (await context.archive()).writer(keyFingerprint)
    const { clock, signal } = host
    let latest = ''
    const onProgress = (text: string) => {
      latest = text
      out.status(text)
    }
    const calls = new PacedCalls({
      callsPerMinute,
      clock,
      signal,
      slower: ['or read more slowly, with --rate-limit'],
      onWait: (ms, asked) => out.status([latest, waitText(ms, asked)].filter(Boolean).join('; ')),
    })
    await checkSameStore(context, calls, writer)
    const run = new SyncRun({ client, calls, writer, now: () => clock.now(), onProgress })
    const end = await run.run().catch(error => {
      noteSaved(context, writer)
      throw error
    })
    out.clearStatus()
    await show(context, run, end)
    checkComplete(context, run, end)
  } finally {
    held.release()
  }
}

/** Another key may belong to another store, whose charges must not get into this archive. */
async function checkSameStore(context: Context, calls: PacedCalls, writer: ArchiveWriter): Promise<void> {
  const known = writer.proof()
  if (known === null) return
  const client = await context.client()
  const read = await calls
    .call(() => client.payment(known.id), null)
    .catch(error => {
      if (error instanceof Failure && error.category === 'not_found') return null
      throw error
    })
  const isSame = (field: keyof Payment) => read?.data[field] === known[field]
  if (isSame('createdAt') && isSame('requestedAmount')) return
  const { profile, host } = context.target()
  throw new Failure(
    'conflict',
    `the archive of the profile "${profile}" for ${host} belongs to another store`,
    {
      next: [
        suggest('auth login', {
          say: 'give this store its own profile',
          flags: { profile: 'NAME', 'base-url': context.baseUrl() },
          profile: 'none',
        }),
        `or remove the archive: ${archiveFile(context.folders.data, profile)}`,
      ],
    },
  )
}

async function show({ out }: Context, { added, changed }: SyncRun, end: Progress): Promise<void> {
  const { syncedAt, archived, total } = end
  const complete = isComplete(end)
  const result = { syncedAt, complete, archived, total, new: added, changed }
  if (out.json) return out.data(formatJson(result))
  await presentObject(out, Object.entries(result), () => [
    { label: 'Synced', value: formatLocal(syncedAt!) },
    { label: 'Archived', value: `${archived} of ${total} charges`, paint: out.style.bold },
    { label: 'New', value: String(added) },
    { label: 'Changed', value: String(changed) },
  ])
}

function isComplete({ archived, total, surplus }: Progress): boolean {
  return surplus >= 0 && archived - total === surplus
}

/** Warns about charges that can't be read. Throws Failure (service) if others are missing in the archive. */
function checkComplete({ out }: Context, { gone, order }: SyncRun, end: Progress): void {
  const { archived, total, surplus } = end
  if (gone > 0) {
    out.warn(`the service no longer knows ${gone} of the archived charges: they stay in the archive`)
  }
  if (isComplete(end)) return
  if (archived - total === surplus) {
    const which = { 'newest first': ', the oldest', 'oldest first': ', the newest', none: '', unknown: '' }[
      order
    ]
    out.warn(
      `the service's pages can't show ${-surplus} of its ${total} charges${which}: they are not in the archive`,
    )
    return
  }
  throw new Failure('service', `the service reports ${total} charges, but the archive has ${archived}`, {
    next: 'the archive is not complete; run it again',
  })
}

function noteSaved({ out }: Context, writer: ArchiveWriter): void {
  const { archived, total } = writer.progress()
  if (archived > 0) out.note(`${archived} of ${total} charges are in the archive; the next run continues`)
}

function otherSync(profile: string): Failure {
  return new Failure('usage', `another charges sync of the profile "${profile}" is already running`, {
    next: 'wait for that one; --offline already shows what it has read',
  })
}
