/** What is kept of the profile in use: the journal and the inbox, opened when a command first asks for them. */

import { Failure } from '../../shared/failure.ts'
import { once } from '../../shared/once.ts'
import { suggest } from '../../shared/suggestion.ts'
import type { Inbox } from '../../store/inbox.ts'
import type { Journal } from '../../store/journal.ts'
import type { Directories } from '../host/directories.ts'
import type { Host } from '../host/host.ts'
import type { Flags } from './run-flags.ts'
import type { Selection } from './selection.ts'

export function createStores({ env }: Host, folders: Directories, selected: Selection, flags: Flags) {
  const opened: { close(): void }[] = []
  const closedAtEnd = <T extends { close(): void }>(store: T): T => {
    opened.push(store)
    return store
  }

  const journal = once(async (): Promise<Journal> => {
    const { Journal } = await import('../../store/journal.ts')
    return closedAtEnd(await Journal.open(folders.data, selected().name))
  })
  const inbox = once(async (): Promise<Inbox> => {
    const { Inbox } = await import('../../store/inbox.ts')
    return closedAtEnd(await Inbox.open(folders.data, selected().name))
  })

  const hasState = once(async (): Promise<boolean> => {
    const { name, exists } = selected()
    const { hasState } = await import('../../store/database.ts')
    const found = hasState(folders.data, name)
    const isNamed = flags.profile !== undefined || Boolean(env.PIXCTL_PROFILE)
    if (found || exists || !isNamed) return found
    throw new Failure('not_found', `there is no profile "${name}", and nothing is stored for it`, {
      next: suggest('auth list', { say: 'see the profiles', profile: 'none' }),
    })
  })

  return {
    journal,
    inbox,
    /**
     * Whether anything is kept of the profile, for commands that only look: they make no state. Failure
     * (not_found) for a profile that was named and that nothing is known of.
     */
    hasState,
    /** The journal and the inbox, where there is a state; null where there is none yet. */
    journalIfAny: async (): Promise<Journal | null> => ((await hasState()) ? journal() : null),
    inboxIfAny: async (): Promise<Inbox | null> => ((await hasState()) ? inbox() : null),
    /** At the end of a command: closes what was opened, so that SQLite leaves no files of its own behind. */
    close: (): void => {
      for (const store of opened.splice(0)) store.close()
    },
  }
}
