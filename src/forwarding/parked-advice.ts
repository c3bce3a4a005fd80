/** How to send what is parked. */

import type { Inbox } from '#inbox/inbox.ts'
import type { Text } from '#lib/language.ts'
import { type Suggestion, suggest } from '#lib/suggestion.ts'

/**
 * The command, after these words. Where several machines share the inbox, it may be used on one that doesn't know the
 * target, so it names it.
 */
export function replayParked(
  say: Text,
  { inbox, to }: { inbox: Pick<Inbox, 'isShared'>; to: string },
): Suggestion {
  return suggest('webhook replay', { say, flags: { parked: true, ...(inbox.isShared && { to }) } })
}
