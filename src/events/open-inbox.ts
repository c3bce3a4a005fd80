/** The inbox of a run that saves events as they arrive. */

import { join } from 'node:path'
import { type Context, type Flags, timeoutOf } from '#cli/context/context.ts'
import type { Inbox } from '#inbox/inbox.ts'
import { texts } from './texts.ts'

/** Opens the inbox of the current profile, does the work, and closes it. Says which one it is if it is a shared one. */
export async function withInbox(
  context: Context,
  flags: Flags,
  work: (inbox: Inbox) => Promise<void>,
): Promise<void> {
  const { host, out } = context
  const [{ nameOfInbox, openInbox }, place] = await Promise.all([
    import('#inbox/open.ts'),
    context.inboxPlace(),
  ])
  const name = await nameOfInbox(place)
  let isOpen = false
  const inbox = await openInbox(place, {
    writingFrom: join(host.root, 'dist'),
    clock: host.clock,
    waiting: {
      signal: host.signal,
      timeoutMs: timeoutOf(flags),
      keeps: true,
      onAway: (why, next) => {
        const text = () => texts.waiting(why.said)
        // If it doesn't come at the start, the error says it.
        if (isOpen) out.warn(text)
        else out.note(text, {}, 'warn')
        for (const step of next) out.note(step)
      },
      onBack: () => {
        const text = () => texts.back(name)
        if (isOpen) out.say(text)
        else out.note(text)
      },
    },
  })
  isOpen = true
  if (name !== null) out.note(texts.inbox(name))
  try {
    await work(inbox)
  } finally {
    await inbox.close()
  }
}
