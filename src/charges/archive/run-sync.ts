/** Brings the archive up to date: for `charges sync`, and for `reconcile`, which compares with it. */

import { PacedCalls, waitText } from '#api/pace.ts'
import type { Payment } from '#contract/generated/types.ts'
import { Failure } from '#lib/failure.ts'
import { suggest } from '#lib/suggestion.ts'
import { placeholders } from '#lib/texts.ts'
import type { Lock } from '#state/lock.ts'
import type { Owner } from '../creations/journal.ts'
import { ifKnown, type Reader } from '../source.ts'
import { texts } from '../texts.ts'
import type { Archive } from './archive.ts'
import { SyncRun } from './sync-pages.ts'
import type { ArchiveWriter, Progress } from './writer.ts'

export interface Syncer extends Reader {
  owner(): Promise<Owner>
  archive(): Promise<Archive>
  /** The names of the profile and the service. */
  target(): { profile: string; host: string }
  /** `data` has the state of every profile. */
  folders: { data: string }
}

/** Calls under a rate limit, and the line that says how far they are: a wait is told behind the latest progress. */
export interface ReportedCalls {
  calls: PacedCalls
  onProgress(text: string): void
}

/** @param callsPerMinute Infinity for no limit */
export function reportedCalls({ out, clock, signal }: Reader, callsPerMinute?: number): ReportedCalls {
  let latest = ''
  const onProgress = (text: string) => {
    latest = text
    out.status(text)
  }
  const onWait = (ms: number, asked: boolean) =>
    out.status([latest, waitText(ms, asked)].filter(Boolean).join('; '))
  const slower = [texts.slower]
  return { calls: new PacedCalls({ callsPerMinute, clock, signal, slower, onWait }), onProgress }
}

/**
 * Returns the last run and its end. Failure (conflict) while another process syncs, or if the archive is another store's.
 *
 * @param asOfMs everything that may have changed must have been read after this time, in milliseconds since the epoch. A sync
 * that continues an interrupted one doesn't read again what that one has read.
 */
export async function syncArchive(
  syncer: Syncer,
  { calls, onProgress }: ReportedCalls,
  asOfMs = Number.NEGATIVE_INFINITY,
): Promise<{ run: SyncRun; end: Progress }> {
  const { clock, out } = syncer
  // Before any file is created: without a key nothing can be read.
  const { keyFingerprint } = await syncer.owner()
  const client = await syncer.client()
  const held = await hold(syncer)
  try {
    const archive = await syncer.archive()
    const writer = archive.writer(keyFingerprint)
    await checkSameStore(syncer, calls, writer, archive)
    for (;;) {
      const run = new SyncRun({ client, calls, writer, now: () => clock.now(), onProgress })
      const end = await run.run().catch(error => {
        const { count, total } = writer.progress()
        if (count > 0) out.note(texts.saved(count, total))
        throw error
      })
      if (Date.parse(end.syncedAt!) >= asOfMs) return { run, end }
    }
  } finally {
    held.release()
  }
}

async function hold({ folders, target }: Syncer): Promise<Lock> {
  const { tryLock } = await import('#state/lock.ts')
  const { profile } = target()
  const held = await tryLock(folders.data, profile, 'sync')
  if (held !== null) return held
  throw new Failure('conflict', () => texts.syncRunning(profile), { next: texts.waitForIt })
}

/** Another key may belong to another store, whose charges must not get into this archive. */
async function checkSameStore(
  syncer: Syncer,
  calls: PacedCalls,
  writer: ArchiveWriter,
  { file }: Archive,
): Promise<void> {
  const known = writer.proof()
  if (known === null) return
  const client = await syncer.client()
  const read = await ifKnown(calls.call(() => client.payment(known.id), null))
  const isSame = (field: keyof Payment) => read?.data[field] === known[field]
  if (isSame('createdAt') && isSame('requestedAmount')) return
  const { profile, host } = syncer.target()
  const { baseUrl } = await syncer.owner()
  throw new Failure('conflict', () => texts.otherStore(profile, host), {
    next: [
      suggest('auth login', {
        say: texts.ownProfile,
        flags: { profile: placeholders.NAME, 'base-url': baseUrl },
        profile: 'none',
      }),
      () => texts.removeArchive(file),
    ],
  })
}
