/** The saved state of the current profile: journal, inbox and archive. They are opened when they are first needed. */

import type { Archive } from '#charges/archive/archive.ts'
import type { Journal } from '#charges/creations/journal.ts'
import type { Inbox } from '#inbox/inbox.ts'
import type { InboxPlace } from '#inbox/open.ts'
import type { SharedInbox } from '#inbox/shared-inbox.ts'
import { once } from '#lib/once.ts'
import { plainAddress } from '#lib/plain-address.ts'
import { type Shared, timeoutOf, unknownProfile } from './selection.ts'

interface Closable {
  close(): void | Promise<void>
}

/** @param sharedInbox gives that of this run; null if it uses the one on this machine */
export function createStores(
  { host, folders, selected, flags, baseUrl }: Shared,
  sharedInbox: () => Promise<SharedInbox | null>,
) {
  const { clock, signal } = host
  const opened: Closable[] = []
  const closedAtEnd = <T extends Closable>(store: T): T => {
    opened.push(store)
    return store
  }

  const journal = once(async (): Promise<Journal> => {
    const { Journal } = await import('#charges/creations/journal.ts')
    return closedAtEnd(await Journal.open(folders.data, selected().name))
  })
  const inboxPlace = once(async (): Promise<InboxPlace> => {
    return { dataDir: folders.data, profile: selected().name, shared: await sharedInbox() }
  })
  const inbox = once(async (): Promise<Inbox> => {
    const [{ openInbox }, place] = await Promise.all([import('#inbox/open.ts'), inboxPlace()])
    const waiting = { signal, timeoutMs: timeoutOf(flags) }
    return closedAtEnd(await openInbox(place, { clock, waiting }))
  })

  const archive = once(async (): Promise<Archive> => {
    const { Archive } = await import('#charges/archive/archive.ts')
    return closedAtEnd(await Archive.open(folders.data, selected().name, plainAddress(baseUrl())))
  })

  const hasState = async (): Promise<boolean> => {
    const { hasState } = await import('#state/database.ts')
    if (hasState(folders.data, selected().name)) return true
    // What others have saved for it may be in the shared inbox.
    const unknown = (await sharedInbox())
      ? null
      : unknownProfile(host, folders, flags, selected, { needsState: true })
    if (unknown) throw unknown
    return false
  }

  return {
    journal,
    inboxPlace,
    inbox,
    /** The archive of the charges at the current base URL; created if there is none. */
    archive,
    /** The archive; null if there is none. */
    archiveIfAny: async (): Promise<Archive | null> => {
      const { hasArchive } = await import('#charges/archive/schema.ts')
      return hasArchive(folders.data, selected().name) ? archive() : null
    },
    /** The journal and the inbox; null if the profile has no state yet, so that commands that only read create no files. */
    journalIfAny: async (): Promise<Journal | null> => ((await hasState()) ? journal() : null),
    inboxIfAny: async (): Promise<Inbox | null> =>
      (await hasState()) || (await sharedInbox()) ? inbox() : null,
    /** Closes the stores at the end of a command, so that SQLite removes its temporary files. */
    close: async (): Promise<void> => {
      for (const store of opened.splice(0)) await store.close()
    },
  }
}
