/** Why a delivery was refused, in words: what `webhook verify` finds, said to somebody who looks at what came. */

import { localized } from '#lib/language.ts'
import { reasonText } from '#lib/refusal-reason/texts.ts'
import { savedSignature } from '../verify-delivery.ts'
import {
  ageText,
  beyondTolerance,
  HINT_TEXTS,
  type Hints,
  problemText,
  readHeader,
  TRIED,
} from '../wrong-signature/explain.ts'
import type { Hint } from '../wrong-signature/find-cause.ts'
import { texts } from './texts.ts'

export interface Words {
  sentence: string
  /** What to do about the causes that were found, each once, with the hints that say so. */
  changes: { hints: Hint[]; text: string }[]
  /** What else to check or to change. */
  steps: string[]
}

/** What is known of a refused delivery at once. */
interface RefusedNow {
  reason: string
  hints: Hints
  /** Its signature header; empty if there is none, or it isn't known. */
  header: string
  /** Milliseconds since the epoch. */
  receivedMs: number
  toleranceMs: number
}

/** What is kept of one, without its body. */
export interface RefusedDelivery extends Omit<RefusedNow, 'header' | 'receivedMs'> {
  /** The HTTP status of the answer. */
  status: number
  headers: string
  /** ISO 8601. */
  receivedAt: string
  bodyBytes: number | null
}

/**
 * In words, from what was found when it came.
 *
 * @param canVerify whether it is kept whole
 * @param checkedWith describes the signing secrets; null if they aren't known
 */
export function refusedWords(
  refused: RefusedDelivery,
  canVerify: boolean,
  checkedWith: string | null = null,
): Words {
  const { reason, status, hints, headers, receivedAt } = refused
  if (!isAboutSignature(reason)) return whyNotAccepted(reason, status)
  const header = savedSignature(headers)
  if (hints === null || (reason !== 'missing_signature' && header === '')) {
    return words(texts.rejectedFor(reasonText(reason)), canVerify ? texts.notSearched() : texts.notWhole())
  }
  const found = foundOf({ ...refused, header, receivedMs: Date.parse(receivedAt) })
  switch (reason) {
    case 'missing_signature':
      return words(
        texts.notSigned(),
        texts.everyOneIsSigned(),
        texts.sendSignedTest(),
        texts.proxyRemovesIt(),
      )
    case 'malformed_signature':
      return words(texts.unreadable(problemText(found.problem!)), texts.headerFormat())
    case 'timestamp_outside_tolerance':
      return words(
        texts.signedThen(ageText(found, texts.timeOfArrival())),
        texts.lateOrCopy(),
        texts.haveItSent(),
        texts.clockWrong(),
      )
    default: {
      const age = ageText(found, texts.timeOfArrival())
      return mismatch(
        refused,
        hints,
        checkedWith,
        beyondTolerance(found) === 0 ? [] : [texts.alsoSigned(age)],
      )
    }
  }
}

/** In a few words; null if the reason says all that is known. */
export function whyRefused(refused: RefusedNow): string | null {
  const found = foundOf(refused)
  if (refused.reason === 'malformed_signature') return found.problem && problemText(found.problem)
  if (refused.reason === 'timestamp_outside_tolerance') return texts.signed(ageText(found, null))
  if (refused.reason !== 'signature_mismatch' || refused.hints === null) return null
  return refused.hints.length === 0 ? texts.otherSecret() : causesText(refused.hints)
}

function causesText(hints: readonly Hint[]): string {
  return hints.map(hint => HINT_TEXTS[hint].cause()).join(texts.and())
}

function changesFor(hints: readonly Hint[]): Words['changes'] {
  const byText = Map.groupBy(hints, hint => HINT_TEXTS[hint].sender())
  return [...byText].map(([text, same]) => ({ hints: same, text }))
}

function foundOf({ header, receivedMs, toleranceMs }: RefusedNow) {
  return { ...readHeader(header), nowMs: receivedMs, toleranceMs }
}

function isAboutSignature(reason: string): boolean {
  return /^((missing|malformed)_signature|signature_mismatch|timestamp_outside_tolerance)$/.test(reason)
}

function words(sentence: string, ...steps: string[]): Words {
  return { sentence, changes: [], steps }
}

/** A delivery that was refused for another reason than its signature. */
function whyNotAccepted(reason: string, status: number): Words {
  if (reason === 'missing_delivery') return words(texts.missingDelivery(), texts.headerRemoved())
  if (reason === 'too_large') return words(texts.tooLarge(), texts.fromElsewhere())
  if (reason === 'content_encoding') return words(texts.encoded(), texts.encodedBy())
  if (reason !== 'not_saved') return words(texts.rejectedFor(reason))
  const what = status === 503 ? texts.inboxAway() : texts.checkSpace()
  return words(texts.notKept(), texts.mayComeAgain(status, what))
}

function mismatch(
  { bodyBytes }: RefusedDelivery,
  hints: readonly Hint[],
  checkedWith: string | null,
  tooOld: string[],
): Words {
  if (hints.length > 0) {
    const because = causesText(hints)
    const sentence = texts.mismatchBecause(because.slice(0, 1).toUpperCase() + because.slice(1))
    return { sentence, changes: changesFor(hints), steps: tooOld }
  }
  return words(
    texts.mismatchThen(),
    ...(bodyBytes === 0 ? [texts.bodyEmpty()] : []),
    ...(checkedWith === null ? [] : [texts.checkedWith(checkedWith)]),
    texts.secretOld(),
    texts.notByService(),
    texts.tried(TRIED.map(localized).join('; ')),
    ...tooOld,
  )
}
