/** What a sandbox in memory, or another store, leaves invalid when a new one starts at its address. */

import type { Context } from '../../../cli/context/context.ts'
import { plainAddress } from '../../../shared/plain-address.ts'

/** What is new starts with new events and charges, so what was saved for its address and profile is removed. */
export async function forgetAddress(
  context: Context,
  profile: string,
  { baseUrl, realtimeUrl }: { baseUrl: string; realtimeUrl: string },
  what: 'sandbox' | 'store',
): Promise<void> {
  await forgetPlaces(context, profile, realtimeUrl, what)
  await forgetArchive(context, profile, baseUrl, what)
}

async function forgetPlaces(
  { folders, out }: Context,
  profile: string,
  realtimeUrl: string,
  what: string,
): Promise<void> {
  const { hasInbox, openInbox } = await import('../../../store/inbox/open.ts')
  const place = { dataDir: folders.data, profile }
  if (!(await hasInbox(place))) return
  const inbox = await openInbox(place)
  try {
    const had = await inbox.shown.forget(plainAddress(realtimeUrl))
    if (had) out.note(`events tail starts over at ${realtimeUrl}, because this ${what} is new`)
  } finally {
    await inbox.close()
  }
}

async function forgetArchive(
  { folders, out }: Context,
  profile: string,
  baseUrl: string,
  what: string,
): Promise<void> {
  const [{ Archive }, { hasArchive }] = await Promise.all([
    import('../../../store/archive.ts'),
    import('../../../store/archive-schema.ts'),
  ])
  if (!hasArchive(folders.data, profile)) return
  const archive = await Archive.open(folders.data, profile, plainAddress(baseUrl))
  try {
    if (archive.forget()) out.note(`charges sync starts over at ${baseUrl}, because this ${what} is new`)
  } finally {
    archive.close()
  }
}
