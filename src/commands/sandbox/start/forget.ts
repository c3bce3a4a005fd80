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
  await forgetPlaces(context, profile, realtimeUrl, what)
  await tellSharedPlaces(context, profile, realtimeUrl, what)
  await forgetArchive(context, profile, baseUrl, what)
}

async function forgetPlaces(
  { folders, out }: Context,
  profile: string,
  realtimeUrl: string,
  what: New,
): Promise<void> {
  const { hasInbox, openInbox } = await import('#inbox/open.ts')
  const place = { dataDir: folders.data, profile }
  if (!(await hasInbox(place))) return
  const inbox = await openInbox(place)
  try {
    const had = await inbox.shown.forget(plainAddress(realtimeUrl))
    if (had) out.note(texts.tailStartsOver(realtimeUrl, what))
  } finally {
    await inbox.close()
  }
}

/** Others may use a shared inbox with a sandbox of their own at the same address, so the places there stay. */
async function tellSharedPlaces(
  { out, sharedInbox }: Context,
  profile: string,
  realtimeUrl: string,
  what: New,
): Promise<void> {
  const shared = await sharedInbox().catch(() => null)
  if (shared === null) return
  const say = () => texts.sharedKeepsPlace(realtimeUrl, what)
  out.warn(suggest('events tail', { say, flags: { after: '0', profile } }))
}

async function forgetArchive(
  { folders, out }: Context,
  profile: string,
  baseUrl: string,
  what: New,
): Promise<void> {
  const [{ Archive }, { hasArchive }] = await Promise.all([
    import('#charges/archive/archive.ts'),
    import('#charges/archive/schema.ts'),
  ])
  if (!hasArchive(folders.data, profile)) return
  const archive = await Archive.open(folders.data, profile, plainAddress(baseUrl))
  try {
    if (archive.forget()) out.note(texts.syncStartsOver(baseUrl, what))
  } finally {
    archive.close()
  }
}
