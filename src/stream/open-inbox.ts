/** The inbox of a run that saves events as they arrive. */

import { join } from 'node:path'
import type { Context } from '../cli/context/context.ts'
import type { Inbox } from '../store/inbox/inbox.ts'

/** Opens the inbox of the current profile, does the work, and closes it. */
export async function withInbox(context: Context, work: (inbox: Inbox) => Promise<void>): Promise<void> {
  const { profile } = context.profile()
  const { openInbox } = await import('../store/inbox/open.ts')
  const inbox = await openInbox(
    { dataDir: context.folders.data, profile },
    { writingFrom: join(context.host.root, 'dist') },
  )
  try {
    await work(inbox)
  } finally {
    await inbox.close()
  }
}
