import { replayEvent } from '#forwarding/replay.ts'
import type { Inbox, LogEvent } from '#inbox/inbox.ts'
import { localizedMessage } from '#lib/failure.ts'
import { formatDuration } from '#lib/local-time.ts'
import { failureText } from '#web/problems.tsx'
import type { Notice } from '#web/sessions.ts'
import type { InspectorParts } from './inspector.ts'
import { texts } from './texts.ts'

/** Sends a saved event again for a page, by the rules of `webhook replay`, and says what came of it. */
export async function replay(
  { options, sources }: InspectorParts,
  inbox: Inbox,
  event: LogEvent,
  to: string,
): Promise<Notice> {
  const { secrets, post, clock, commandText } = options
  if (secrets === null) return { kind: 'error', text: texts.cannotSign() }
  const signer = secrets.signer(to)
  const { status, ms, failure, unrecorded } = await replayEvent(inbox, event, {
    to,
    secret: signer.secret,
    signedWith: () => signer.description,
    post,
    clock,
  }).finally(() => sources.changed())
  if (unrecorded) return { kind: 'error', text: `${localizedMessage(unrecorded)}.` }
  if (failure) return { kind: 'error', text: failureText(failure, commandText) }
  return { kind: 'ok', text: texts.answeredIn(new URL(to).host, status, formatDuration(ms)) }
}
