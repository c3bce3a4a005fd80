/** Sends an event again because the user asked for it, and records the attempt. */

import { noAnswerText } from '#api/transport-error.ts'
import { isSuccess } from '#contract/delivery.ts'
import type { Inbox, LogEvent } from '#inbox/inbox.ts'
import { Failure, localizedMessage } from '#lib/failure.ts'
import { localized } from '#lib/language.ts'
import { texts as sharedTexts } from '#lib/texts.ts'
import { attemptOf, type Sending, type SentOnce, sendOnce, targetHeaders } from './send.ts'
import { refusedDelivery, type SentDelivery } from './targets.ts'
import { texts } from './texts.ts'

export interface Replayed extends SentOnce {
  event: LogEvent
  /** Why the target didn't accept it; null if it did. */
  failure: Failure | null
  /** The error if the attempt could not be recorded: then nothing more should be sent. Otherwise null. */
  unrecorded: Failure | null
}

/**
 * Sends an event once. A 2xx makes it done. The attempt is recorded however it ended, also when the signal of `post` has
 * aborted: it may have arrived.
 */
export async function replayEvent(
  inbox: Inbox,
  event: LogEvent,
  sending: Sending & SentDelivery,
): Promise<Replayed> {
  const sent = await sendOnce(event, targetHeaders(event, sending), sending)
  const failure = failureOf(event, sent, sending)
  try {
    await inbox.writing.attempted(attemptOf(event, sending.to, sent, 'failed', true))
    return { ...sent, event, failure, unrecorded: null }
  } catch (cause) {
    const say = () => texts.unrecorded(event.delivery, sent.status, localizedMessage(cause))
    const unrecorded = new Failure('fault', say, { next: texts.unrecordedNext, cause })
    return { ...sent, event, failure, unrecorded }
  }
}

function failureOf(
  { delivery }: LogEvent,
  { status, error, isOfProxy }: SentOnce,
  sent: SentDelivery,
): Failure | null {
  if (isSuccess(status)) return null
  // Only the host: the rest of the URL may hold a token.
  const { host } = new URL(sent.to)
  if (status !== null) return refusedDelivery(status, sent, () => texts.answered(host, status, delivery))
  const next = isOfProxy ? sharedTexts.checkProxy : texts.checkRunning
  return new Failure('network', () => texts.noAnswer(host, localized(noAnswerText(error ?? ''))), { next })
}
