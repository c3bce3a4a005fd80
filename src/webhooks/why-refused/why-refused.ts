/** Why a delivery was refused, in words: what `webhook verify` finds, said to somebody who looks at what came. */

import { localized } from '#lib/language.ts'
import { reasonText } from '#lib/refusal-reason/texts.ts'
import { savedSignature } from '../verify-delivery.ts'
import {
  ageText,
  beyondTolerance,
  type Explanation,
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

/** What is said of an explanation. */
type Found = Pick<
  Explanation,
  'reason' | 'hints' | 'complete' | 'problem' | 'timestampMs' | 'nowMs' | 'toleranceMs' | 'secrets'
> & { bodyBytes: number | null }

/** In words, from what was found when it came. @param canVerify whether it is kept whole */
export function refusedWords(refused: RefusedDelivery, canVerify: boolean): Words {
  const { reason, status, hints, headers, receivedAt, bodyBytes } = refused
  if (!isAboutSignature(reason)) return whyNotAccepted(reason, status)
  const header = savedSignature(headers)
  const isUnknown = hints === null || (reason !== 'missing_signature' && header === '')
  const step = canVerify ? texts.notSearched : texts.notWhole
  if (isUnknown) return words(texts.rejectedFor(reasonText(reason)), step())
  const found = foundOf({ ...refused, header, receivedMs: Date.parse(receivedAt) })
  return explanationWords({ ...found, hints: [...hints], complete: true, bodyBytes }, reason, null)
}

/** In a few words; null if the reason says all that is known. */
export function whyRefused(refused: RefusedNow): string | null {
  const { problem, ...found } = foundOf(refused)
  if (refused.reason === 'malformed_signature') return problem && problemText(problem)
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

function foundOf({ reason, header, receivedMs, toleranceMs }: RefusedNow) {
  const { problem, timestampMs } = readHeader(header)
  const known = { problem, timestampMs, nowMs: receivedMs, toleranceMs, secrets: null }
  return { reason: reason as Explanation['reason'], ...known }
}

export function isAboutSignature(reason: string): boolean {
  return /^((missing|malformed)_signature|signature_mismatch|timestamp_outside_tolerance)$/.test(reason)
}

function words(sentence: string, ...steps: string[]): Words {
  return { sentence, changes: [], steps }
}

/** A delivery that was refused for another reason than its signature. */
function whyNotAccepted(reason: string, status: number): Words {
  if (reason === 'missing_delivery') return words(texts.missingDelivery(), texts.headerRemoved())
  if (reason === 'too_large') return words(texts.tooLarge(), texts.fromElsewhere())
  if (reason !== 'not_saved') return words(texts.rejectedFor(reason))
  const what = status === 503 ? texts.inboxAway() : texts.checkSpace()
  return words(texts.notKept(), texts.mayComeAgain(status, what))
}

/** @param checkedWith describes the signing secrets; null if none is known */
export function explanationWords(found: Found, reason: string, checkedWith: string | null): Words {
  switch (found.reason) {
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
    case 'signature_mismatch':
      return mismatch(found, checkedWith)
    default:
      return words(texts.acceptedNow(reasonText(reason)), texts.startAgain())
  }
}

function mismatch(found: Found, checkedWith: string | null): Words {
  const { hints, secrets, complete, bodyBytes } = found
  const tooOld = beyondTolerance(found) === 0 ? [] : [texts.alsoSigned(ageText(found, texts.timeOfArrival()))]
  if (hints.length > 0) {
    const because = causesText(hints)
    const sentence = texts.mismatchBecause(because.slice(0, 1).toUpperCase() + because.slice(1))
    return { sentence, changes: changesFor(hints), steps: tooOld }
  }
  return words(
    secrets === null ? texts.mismatchThen() : texts.mismatch(secrets),
    ...(bodyBytes === 0 ? [texts.bodyEmpty()] : []),
    ...(checkedWith === null ? [] : [texts.checkedWith(checkedWith)]),
    texts.secretOld(),
    texts.notByService(),
    complete ? texts.tried(TRIED.map(localized).join('; ')) : texts.noTime(),
    ...tooOld,
  )
}
