/** What a sandbox in memory, or another store, leaves invalid when a new one starts at its address. */

import type { Context } from '#cli/context/context.ts'
import { plainAddress } from '#lib/plain-address.ts'
import { suggest } from '#lib/suggestion.ts'
import { type New, texts } from './texts.ts'

/** What is new starts with new events and charges, so what was saved for its address and profile is removed. */
export async function forgetAddress(
  context: Context,
  profile: string,
  { baseUrl, realtimeUrl }: { baseUrl: string; realtimeUrl: string },
  what: New,
): Promise<void> {
  const { folders, out, sharedInbox } = context
  if (await forgetCursors(folders.data, profile, realtimeUrl)) {
    out.note(texts.tailStartsOver(realtimeUrl, what))
  }
  // Others may use a shared inbox with a sandbox of their own at the same address, so the cursors there stay.
  if ((await sharedInbox().catch(() => null)) !== null) {
    const say = () => texts.sharedKeepsCursor(realtimeUrl, what)
    out.warn(suggest('events tail', { say, flags: { after: '0', profile } }))
  }
  if (await forgetArchive(folders.data, profile, baseUrl)) out.note(texts.syncStartsOver(baseUrl, what))
}

/** False if there were none. */
async function forgetCursors(dataDir: string, profile: string, realtimeUrl: string): Promise<boolean> {
  const { hasInbox, openInbox } = await import('#inbox/open.ts')
  if (!(await hasInbox({ dataDir, profile }))) return false
  const inbox = await openInbox({ dataDir, profile })
  try {
    return await inbox.cursors.forget(plainAddress(realtimeUrl))
  } finally {
    await inbox.close()
  }
}

/** False if there was none. */
async function forgetArchive(dataDir: string, profile: string, baseUrl: string): Promise<boolean> {
  const { hasArchive } = await import('#charges/archive/schema.ts')
  if (!hasArchive(dataDir, profile)) return false
  const { Archive } = await import('#charges/archive/archive.ts')
  const archive = await Archive.open(dataDir, profile, plainAddress(baseUrl))
  try {
    return archive.forget()
  } finally {
    archive.close()
  }
}
