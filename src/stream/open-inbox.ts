/** The inbox of a run that writes to it as events come. */

import { join } from 'node:path'
import type { Context } from '../cli/context/context.ts'
import type { BloomFilter } from '../store/bloom-filter.ts'
import type { Inbox } from '../store/inbox.ts'
import type { InboxWriter } from '../store/inbox-writer.ts'

export interface OpenInbox {
  inbox: Inbox
  /** Writes by a thread of its own; what it is given before that is ready is written then. */
  writer: InboxWriter
}

/**
 * Opens the inbox of the profile in use for as long as the work takes.
 *
 * @param filter is filled with what earlier runs have shown
 */
export async function withInbox(
  context: Context,
  filter: BloomFilter | undefined,
  work: (open: OpenInbox) => Promise<void>,
): Promise<void> {
  const { profile } = context.profile()
  const { data } = context.folders
  const [{ Inbox }, { InboxWriter }] = await Promise.all([
    import('../store/inbox.ts'),
    import('../store/inbox-writer.ts'),
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
