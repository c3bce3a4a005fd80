/** Sends a saved delivery again because the user asked for it, and records the attempt. */

import { noAnswerText } from '#api/transport-error.ts'
import { isSuccess } from '#contract/delivery.ts'
import type { Delivery, Inbox } from '#inbox/inbox.ts'
import { Failure, localizedMessage } from '#lib/failure.ts'
import { localized } from '#lib/language.ts'
import { texts as sharedTexts } from '#lib/texts.ts'
import { attemptOf, type Sending, type SentOnce, sendOnce, targetHeaders } from './send.ts'
import { adviceFor, invalidSignature, type SentDelivery } from './targets.ts'
import { texts } from './texts.ts'

export interface Replayed extends SentOnce {
  delivery: Delivery
  /** Why the target didn't accept it; null if it did. */
  failure: Failure | null
  /** The error if the attempt could not be recorded: then nothing more should be sent. Otherwise null. */
  unrecorded: Failure | null
}

/**
 * Sends a delivery once: the same body and delivery id, a new signature. A 2xx marks its event as processed. The
 * attempt is recorded however it ended, also when the signal of `post` has aborted: it may have arrived.
 */
export async function replayDelivery(
  inbox: Inbox,
  delivery: Delivery,
  sending: Sending & Omit<SentDelivery, 'to'>,
): Promise<Replayed> {
  const sent = await sendOnce(delivery, targetHeaders(delivery, sending), sending)
  const unrecorded = await record(inbox, delivery, sending.to, sent)
  return { ...sent, delivery, failure: failureOf(delivery, sent, sending), unrecorded }
}

async function record(inbox: Inbox, delivery: Delivery, to: string, sent: SentOnce): Promise<Failure | null> {
  try {
    await inbox.writing.attempted(attemptOf(delivery.id, to, sent, { replay: true }))
    return null
  } catch (error) {
    return new Failure(
      'fault',
      () => texts.unrecorded(delivery.delivery, sent.status, localizedMessage(error)),
      {
        next: texts.unrecordedNext,
        cause: error,
      },
    )
  }
}

function failureOf(
  { delivery }: Delivery,
  { status, error, isOfProxy }: SentOnce,
  sent: SentDelivery,
): Failure | null {
  if (isSuccess(status)) return null
  // Only the host: the rest of the URL may hold a token.
  const { host } = new URL(sent.to)
  if (status === null) {
    return new Failure('network', () => texts.noAnswer(host, localized(noAnswerText(error ?? ''))), {
      next: isOfProxy ? sharedTexts.checkProxy : texts.checkRunning,
    })
  }
  return new Failure('service', () => texts.answered(host, status, delivery), {
    next: status === 401 ? invalidSignature(sent) : (adviceFor(status) ?? texts.checkLogThenReplay),
    details: { status },
  })
}
