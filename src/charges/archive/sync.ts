/** Brings the archive up to date: for `charges sync`, and for `reconcile`, which compares with it. */

import { type PacedCalls, waitText } from '#api/paging.ts'
import type { Context } from '#cli/context/context.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure } from '#lib/failure.ts'
import type { Held } from '#lib/sqlite/lock.ts'
import { suggest } from '#lib/suggestion.ts'
import { texts } from '../texts.ts'
import { archiveFile } from './schema.ts'
import { SyncRun } from './sync-run.ts'
import type { ArchiveWriter, Progress } from './writer.ts'

/** How often to look whether the sync of another process has ended, in milliseconds. */
const LOOK_MS = 500

export interface Synced {
  /** The last run. */
  run: SyncRun
  end: Progress
}

export interface ArchiveSyncOptions {
  /** Waits this long, in milliseconds, while another process syncs. */
  timeoutMs?: number
  /**
   * Everything that may have changed must have been read after this time, in milliseconds since the epoch. A sync that
   * continues an interrupted one doesn't read again what that one has read.
   */
  asOfMs?: number
}

/** The words for the wait of {@link PacedCalls}, behind the latest progress. */
export function reportWaits({ out }: Context) {
  let latest = ''
  return {
    onProgress: (text: string) => {
      latest = text
      out.status(text)
    },
    onWait: (ms: number, asked: boolean) =>
      out.status([latest, waitText(ms, asked)].filter(Boolean).join('; ')),
  }
}

/** Failure (usage) while another process syncs, (conflict) if the archive is another store's. */
export async function syncArchive(
  context: Context,
  calls: PacedCalls,
  onProgress: (text: string) => void,
  { timeoutMs = 0, asOfMs = Number.NEGATIVE_INFINITY }: ArchiveSyncOptions = {},
): Promise<Synced> {
  const { clock } = context.host
  // Before any file is created: without a key nothing can be read.
  const { keyFingerprint } = await context.owner()
  const client = await context.client()
  const held = await hold(context, timeoutMs)
  try {
    const writer = (await context.archive()).writer(keyFingerprint)
    await checkSameStore(context, calls, writer)
    for (;;) {
      const run = new SyncRun({ client, calls, writer, now: () => clock.now(), onProgress })
      const end = await run.run().catch(error => {
        noteSaved(context, writer)
        throw error
      })
      if (Date.parse(end.syncedAt!) >= asOfMs) return { run, end }
    }
  } finally {
    held.release()
  }
}

/** The words of a 429 that lasts too long. */
export const SLOWER = [texts.slower]

async function hold({ host, out, folders, profile }: Context, timeoutMs: number): Promise<Held> {
  const { tryHold } = await import('#lib/sqlite/lock.ts')
  const { clock, signal } = host
  const deadline = clock.monotonic() + timeoutMs
  for (;;) {
    const held = await tryHold(folders.data, profile().profile, 'sync')
    if (held !== null) return held
    if (clock.monotonic() >= deadline) throw otherSync(profile().profile)
    out.status(texts.otherSyncWait())
    await clock.sleep(LOOK_MS, signal)
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
  throw new Failure('conflict', () => texts.otherStore(profile, host), {
    next: [
      suggest('auth login', {
        say: texts.ownProfile,
        flags: { profile: 'NAME', 'base-url': context.baseUrl() },
        profile: 'none',
      }),
      () => texts.removeArchive(archiveFile(context.folders.data, profile)),
    ],
  })
}

function noteSaved({ out }: Context, writer: ArchiveWriter): void {
  const { archived, total } = writer.progress()
  if (archived > 0) out.note(texts.saved(archived, total))
}

function otherSync(profile: string): Failure {
  return new Failure('usage', () => texts.syncRunning(profile), {
    next: texts.waitForIt,
  })
}
