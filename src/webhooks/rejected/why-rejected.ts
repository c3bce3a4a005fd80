/** Why a delivery was refused, in words: what `webhook verify` finds, said to somebody who looks at what came. */

import type { Clock } from '#lib/clock.ts'
import { localized } from '#lib/language.ts'
import { reasonText } from '#lib/refusal-reason/texts.ts'
import { savedSignature } from '../verify-delivery.ts'
import {
  ageText,
  beyondTolerance,
  explainSignature,
  problemText,
  readHeader,
} from '../wrong-signature/explain.ts'
import type { Hints } from '../wrong-signature/find-cause.ts'
import type { Hint } from '../wrong-signature/mistakes.ts'
import { texts as signatures } from '../wrong-signature/texts.ts'
import type { Rejected } from './store.ts'
import { texts } from './texts.ts'
import { verifyAgain } from './verify-again.ts'

export interface Words {
  sentence: string
  /** What to do about the causes that were found. */
  changes: { hint: Hint; text: string }[]
  /** What else to check or to change. */
  steps: string[]
}

/** What is known of a refused delivery at once. */
interface RejectedNow {
  reason: string
  hints: Hints
  /** Its signature header; empty if there is none, or it isn't known. */
  header: string
  /** Milliseconds since the epoch. */
  receivedMs: number
  toleranceMs: number
}

/** What is kept of one, without its body. */
export type RejectedDelivery = Omit<RejectedNow, 'header' | 'receivedMs'> &
  Pick<Rejected, 'status' | 'headers' | 'receivedAt' | 'bodyBytes'>

const { hints: ofHint } = signatures

/** The causes of a wrong signature. If the listener had no time to search for them, they are searched for now. */
export async function hintsOf(rejected: Rejected, secrets: readonly string[], clock: Clock): Promise<Hints> {
  const { hints, headers, body, receivedAt } = rejected
  if (hints !== null || secrets.length === 0 || verifyAgain(rejected) === null) return hints
  const options = { secrets, clock, nowMs: Date.parse(receivedAt) }
  return (await explainSignature(savedSignature(headers), body!, options)).hints
}

/**
 * In words, from what was found when it came.
 *
 * @param canVerify whether it is kept whole
 * @param checkedWith describes the signing secrets; null if they aren't known
 */
export function rejectedWords(
  refused: RejectedDelivery,
  canVerify: boolean,
  checkedWith: string | null = null,
): Words {
  const { reason, status } = refused
  switch (reason) {
    case 'missing_delivery':
      return words(texts.missingDelivery(), texts.headerRemoved())
    case 'too_large':
      return words(texts.tooLarge(), texts.fromElsewhere())
    case 'content_encoding':
      return words(texts.encoded(), texts.encodedBy())
    case 'not_saved': {
      const what = status === 503 ? texts.inboxAway() : texts.checkSpace()
      return words(texts.notKept(), texts.mayComeAgain(status, what))
    }
    case 'missing_signature':
      return words(
        texts.notSigned(),
        texts.everyOneIsSigned(),
        texts.sendSignedTest(),
        texts.proxyRemovesIt(),
      )
    case 'malformed_signature':
    case 'timestamp_outside_tolerance':
    case 'signature_mismatch':
      return signatureWords(refused, canVerify, checkedWith)
    default:
      return words(texts.rejectedFor(reason))
  }
}

function signatureWords(refused: RejectedDelivery, canVerify: boolean, checkedWith: string | null): Words {
  const { reason, hints } = refused
  const header = savedSignature(refused.headers)
  if (hints === null || header === '') {
    return words(texts.rejectedFor(reasonText(reason)), canVerify ? texts.notSearched() : texts.notWhole())
  }
  const found = foundOf({ ...refused, header, receivedMs: Date.parse(refused.receivedAt) })
  const age = ageText(found, texts.timeOfArrival())
  if (reason === 'malformed_signature') {
    return words(texts.unreadable(problemText(found.problem!)), texts.headerFormat())
  }
  if (reason === 'timestamp_outside_tolerance') {
    return words(texts.signedThen(age), texts.lateOrCopy(), texts.haveItSent(), texts.clockWrong())
  }
  const tooOld = beyondTolerance(found) === 0 ? [] : [texts.alsoSigned(age)]
  if (hints.length > 0) {
    const because = causesText(hints)
    const sentence = texts.mismatchBecause(because.slice(0, 1).toUpperCase() + because.slice(1))
    const changes = hints.map(hint => ({ hint, text: ofHint[hint].sender() }))
    return { sentence, changes, steps: tooOld }
  }
  return words(
    texts.mismatchThen(),
    ...(refused.bodyBytes === 0 ? [texts.bodyEmpty()] : []),
    ...(checkedWith === null ? [] : [texts.checkedWith(checkedWith)]),
    texts.secretOld(),
    texts.notByService(),
    texts.tried(signatures.tried.map(localized).join('; ')),
    ...tooOld,
  )
}

/** In a few words; null if the reason says all that is known. */
export function whyRejected(refused: RejectedNow): string | null {
  const found = foundOf(refused)
  if (refused.reason === 'malformed_signature') return found.problem && problemText(found.problem)
  if (refused.reason === 'timestamp_outside_tolerance') return texts.signed(ageText(found, null))
  if (refused.reason !== 'signature_mismatch' || refused.hints === null) return null
  return refused.hints.length === 0 ? texts.otherSecret() : causesText(refused.hints)
}

function causesText(hints: readonly Hint[]): string {
  return hints.map(hint => ofHint[hint].cause()).join(texts.and())
}

function foundOf({ header, receivedMs, toleranceMs }: RejectedNow) {
  return { ...readHeader(header), nowMs: receivedMs, toleranceMs }
}

function words(sentence: string, ...steps: string[]): Words {
  return { sentence, changes: [], steps }
}
