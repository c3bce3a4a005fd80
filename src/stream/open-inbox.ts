/** The inbox of a run that saves events as they arrive. */

import { join } from 'node:path'
import type { Context } from '../cli/context/context.ts'
import type { BloomFilter } from '../store/bloom-filter.ts'
import type { Inbox } from '../store/inbox/sqlite/inbox-file.ts'
import type { InboxWriter } from '../store/inbox/sqlite/writer.ts'

export interface OpenInbox {
  inbox: Inbox
  /** Writes in its own thread. Entries that it gets before the thread is ready are written later. */
  writer: InboxWriter
}

/**
 * Opens the inbox of the current profile, does the work, and closes it.
 *
 * @param filter is filled with the events that earlier runs have shown
 */
export async function withInbox(
  context: Context,
  filter: BloomFilter | undefined,
  work: (open: OpenInbox) => Promise<void>,
): Promise<void> {
  const { profile } = context.profile()
  const { data } = context.folders
  const [{ Inbox }, { InboxWriter }] = await Promise.all([
    import('../store/inbox/sqlite/inbox-file.ts'),
    import('../store/inbox/sqlite/writer.ts'),
  ])
  const inbox = await Inbox.open(data, profile)
  try {
    const thread = join(context.host.root, 'dist', 'inbox-thread.cjs')
    const writer = InboxWriter.start(thread, data, profile, filter)
    try {
      await work({ inbox, writer })
    } finally {
      await writer.close()
    }
  } finally {
    inbox.close()
  }
}
